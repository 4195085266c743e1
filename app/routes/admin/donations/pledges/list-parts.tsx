import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import type { PledgeRow, PledgeRowsQuery } from "#contract/giving/pledges";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { PledgeBadge } from "~/subjects/donations/pledge-badge";

export const pledgeColumns: Column<PledgeRow>[] = [
  {
    key: "name",
    header: (t) => t("donate:pledges.column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`/dashboard/admin/donations/pledges/${id}`}>{name}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("donate:pledges.column.status"),
    value: ({ status }, t) => t(`donate:pledges.status.${status}`),
    cell: ({ status }) => <PledgeBadge status={status} />,
  },
  {
    key: "amountCents",
    header: (t) => t("donate:pledges.column.amount"),
    value: ({ amountCents }) => amountCents / 100,
    cell: ({ amountCents }, _, locale) => formatEuros(locale, amountCents),
    sortable: true,
    numeric: true,
    card: "line",
  },
  {
    key: "receivedCents",
    header: (t) => t("donate:pledges.column.received"),
    value: ({ receivedCents }) => receivedCents / 100,
    cell: ({ receivedCents }, _, locale) => formatEuros(locale, receivedCents),
    numeric: true,
    card: "none",
  },
  { key: "rhythm", header: (t) => t("donate:pledges.column.rhythm"), value: ({ rhythm }, t) => t(`donate:rhythm.${rhythm}`) },
  {
    key: "donor",
    header: (t) => t("donate:pledges.column.donor"),
    value: ({ donor }, t) => t(`donate:pledges.donor.${donor}`),
    hiddenByDefault: true,
  },
  {
    key: "method",
    header: (t) => t("donate:pledges.column.method"),
    value: ({ method }, t) => t(`donate:method.${method}`),
    hiddenByDefault: true,
  },
  {
    key: "reference",
    header: (t) => t("donate:pledges.column.reference"),
    value: ({ reference }) => reference,
    cell: ({ reference }) => <span className="whitespace-nowrap">{reference}</span>,
    card: "none",
  },
  {
    key: "pledgedAt",
    header: (t) => t("donate:pledges.column.pledgedAt"),
    value: ({ pledgedAt }) => new Date(pledgedAt),
    sortable: true,
    card: "line",
  },
];

export function usePledgeFilters({ query, choices }: Narrowed<PledgeRowsQuery>, projects: { id: string; label: string }[]): Filter[] {
  const { t } = useTranslation("donate");
  return [
    choiceFilter("status", t("pledges.column.status"), query, choices.status, (value) => t(`pledges.status.${value}`)),
    choiceFilter("rhythm", t("pledges.column.rhythm"), query, choices.rhythm, (value) => t(`rhythm.${value}`)),
    choiceFilter("donor", t("pledges.column.donor"), query, choices.donor, (value) => t(`pledges.donor.${value}`)),
    {
      name: "projectId",
      label: t("pledge.project"),
      value: query.projectId,
      choices: projects.map(({ id, label }) => ({ value: id, label })),
    },
    rangeFilter("day", "pledgedAt", t("pledges.column.pledgedAt"), query),
  ];
}
