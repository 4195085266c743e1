import { useTranslation } from "react-i18next";
import { isForLife } from "#contract/charity/lifetime";
import type { MembershipRow, MembershipRowsQuery } from "#contract/charity/memberships";
import { readIn } from "#contract/formats/localized-text";
import { formatEuros } from "#contract/giving/money";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { MembershipBadge } from "~/subjects/memberships/membership-badge";
import { formatDate } from "~/ui/local-date";

export const noon = (day: string) => `${day}T12:00:00Z`;

export const membershipColumns: Column<MembershipRow>[] = [
  {
    key: "name",
    header: (t) => t("memberships:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/memberships/${id}`}>{name}</RowLink>,
  },
  {
    key: "state",
    header: (t) => t("memberships:column.state"),
    value: ({ state }, t) => t(`memberships:state.${state}`),
    cell: ({ state }) => <MembershipBadge state={state} />,
    isDefaultValue: ({ state }) => state === "valid",
  },
  {
    key: "plan",
    header: (t) => t("memberships:column.plan"),
    value: ({ plan }, _, locale) => readIn(locale, plan.name).text,
    card: "line",
  },
  {
    key: "endDate",
    header: (t) => t("memberships:column.endDate"),
    value: (row, t) => (isForLife(row) ? t("memberships:forLife") : row.endDate),
    cell: (row, t, locale) => (
      <span className="whitespace-nowrap">
        {isForLife(row) ? t("memberships:forLife") : formatDate(locale, noon(row.endDate), "short")}
      </span>
    ),
    sortable: true,
    card: "line",
  },
  {
    key: "received",
    header: (t) => t("memberships:column.received"),
    value: ({ receivedCents }) => receivedCents / 100,
    cell: ({ receivedCents }, _, locale) => <span className="whitespace-nowrap">{formatEuros(locale, receivedCents)}</span>,
    numeric: true,
    card: "fact",
  },
  { key: "number", header: (t) => t("memberships:column.number"), value: ({ number }) => number, card: "fact" },
  {
    key: "price",
    header: (t) => t("memberships:column.price"),
    value: ({ priceCents }) => priceCents / 100,
    cell: ({ priceCents }, _, locale) => formatEuros(locale, priceCents),
    numeric: true,
    hiddenByDefault: true,
  },
  { key: "startDate", header: (t) => t("memberships:column.startDate"), value: ({ startDate }) => startDate, hiddenByDefault: true },
  { key: "reference", header: (t) => t("memberships:column.reference"), value: ({ reference }) => reference, hiddenByDefault: true },
  { key: "email", header: (t) => t("memberships:column.email"), value: ({ email }) => email, hiddenByDefault: true },
];

export function useMembershipFilters(
  { query, choices }: Narrowed<MembershipRowsQuery>,
  plans: { family: string; label: string }[],
): Filter[] {
  const { t } = useTranslation("memberships");
  return [
    choiceFilter("state", t("column.state"), query, choices.state, (value) => t(`state.${value}`)),
    {
      name: "family",
      label: t("column.plan"),
      value: query.family,
      choices: plans.map(({ family, label }) => ({ value: family, label })),
    },
    rangeFilter("day", "endDate", t("column.endDate"), query),
  ];
}
