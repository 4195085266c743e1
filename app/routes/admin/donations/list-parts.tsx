import { useTranslation } from "react-i18next";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import type { PaymentRow, PaymentRowsQuery } from "#contract/giving/payments";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { PaymentBadge, stateOf } from "~/subjects/donations/payment-badge";
import { formatDate } from "~/ui/local-date";

export const noon = (day: string) => `${day}T12:00:00Z`;

export const paymentColumns: Column<PaymentRow>[] = [
  {
    key: "name",
    header: (t) => t("payments:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/donations/${id}`}>{name}</RowLink>,
  },
  {
    key: "state",
    header: (t) => t("payments:column.state"),
    value: (row, t) => t(`payments:state.${stateOf(row)}`),
    cell: (row) => <PaymentBadge state={stateOf(row)} />,
    isDefaultValue: (row) => stateOf(row) === "received",
  },
  {
    key: "amount",
    header: (t) => t("payments:column.amount"),
    value: ({ signedCents }) => signedCents / 100,
    cell: ({ signedCents }, _, locale) => <span className="whitespace-nowrap">{formatEuros(locale, signedCents)}</span>,
    sortable: true,
    numeric: true,
    card: "line",
  },
  {
    key: "receivedOn",
    header: (t) => t("payments:column.receivedOn"),
    value: ({ receivedOn }) => receivedOn,
    cell: ({ receivedOn }, _, locale) => <span className="whitespace-nowrap">{formatDate(locale, noon(receivedOn), "short")}</span>,
    sortable: true,
    card: "line",
  },
  { key: "method", header: (t) => t("payments:column.method"), value: ({ method }, t) => t(`payments:method.${method}`), card: "line" },
  {
    key: "purpose",
    header: (t) => t("payments:column.purpose"),
    value: ({ project, allocation, membershipId }, t, locale) => {
      if (membershipId) return t("payments:dues");
      return project ? readIn(locale, project.name).text : t(`donate:allocation.${allocation}`);
    },
    card: "fact",
  },
  { key: "reference", header: (t) => t("payments:column.reference"), value: ({ reference }) => reference, hiddenByDefault: true },
  { key: "deposit", header: (t) => t("payments:column.deposit"), value: ({ deposit }) => deposit, hiddenByDefault: true },
];

/** The filters of the list; `donor` is the name of the account whose payments alone are shown. */
export function usePaymentFilters(
  { query, choices }: Narrowed<PaymentRowsQuery>,
  projects: { id: string; label: string }[],
  donor?: string,
): Filter[] {
  const { t } = useTranslation("payments");
  const donate = useTranslation("donate").t;
  return [
    choiceFilter("method", t("column.method"), query, choices.method, (value) => t(`method.${value}`)),
    choiceFilter("state", t("column.state"), query, choices.state, (value) => t(`state.${value}`)),
    choiceFilter("kind", t("column.kind"), query, choices.kind, (value) => t(`kindOf.${value}`)),
    choiceFilter("allocation", t("column.purpose"), query, choices.allocation, (value) => donate(`allocation.${value}`)),
    {
      name: "projectId",
      label: t("column.project"),
      value: query.projectId,
      choices: projects.map(({ id, label }) => ({ value: id, label })),
    },
    ...onlyOne("pledgeId", t("column.reference"), query.pledgeId, t("pledge.all")),
    ...onlyOne("donorId", t("column.name"), query.donorId, donor ?? t("list.oneDonor")),
    rangeFilter("day", "receivedOn", t("column.receivedOn"), query),
  ];
}

/** A filter by one record, which other pages lead to: it is only there once it is set. */
const onlyOne = (name: "pledgeId" | "donorId", label: string, value: string | undefined, text: string): Filter[] =>
  value ? [{ name, label, value, choices: [{ value, label: text }] }] : [];
