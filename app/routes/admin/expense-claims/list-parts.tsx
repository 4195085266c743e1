import { useTranslation } from "react-i18next";
import type { ClaimsQuery, StaffClaimRow } from "#contract/charity/expense-claims";
import { formatEuros } from "#contract/giving/money";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { useDecidableFilter } from "~/lists/decidable-filter";
import { choiceFilter, type Filter, rangeFilter } from "~/lists/filter";
import { ClaimBadge } from "~/subjects/expenses/claim-badge";
import { claimText } from "~/subjects/expenses/claim-text";
import { formatDate } from "~/ui/local-date";

export const claimsPath = "/dashboard/admin/expense-claims";

export const claimColumns: Column<StaffClaimRow>[] = [
  {
    key: "name",
    header: (t) => t("expenses:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`${claimsPath}/${id}`}>{name}</RowLink>,
  },
  {
    key: "status",
    header: (t) => t("expenses:column.status"),
    value: ({ status }, t) => t(`expenses:status.${status}`),
    cell: ({ status, isOwn }, t) => (
      <>
        <ClaimBadge status={status} />
        {isOwn && status === "sent" && <small className="muted block">{t("expenses:own")}</small>}
      </>
    ),
  },
  {
    key: "amount",
    header: (t) => t("expenses:column.amount"),
    value: ({ amountCents }) => amountCents / 100,
    cell: ({ amountCents }, _, locale) => <span className="whitespace-nowrap">{formatEuros(locale, amountCents)}</span>,
    sortable: true,
    numeric: true,
    card: "line",
  },
  {
    key: "spentOn",
    header: (t) => t("expenses:column.spentOn"),
    value: ({ spentOn }) => spentOn,
    cell: ({ spentOn }, _, locale) => <span className="whitespace-nowrap">{formatDate(locale, `${spentOn}T12:00:00Z`, "short")}</span>,
    sortable: true,
    card: "line",
  },
  { key: "reason", header: (t) => t("expenses:column.reason"), value: ({ reason }) => reason, card: "fact" },
  { key: "what", header: (t) => t("expenses:column.what"), value: (row, t, locale) => claimText(row, t, locale), hiddenByDefault: true },
  { key: "sector", header: (t) => t("expenses:column.sector"), value: ({ sector }) => sector, hiddenByDefault: true },
  {
    key: "sentAt",
    header: (t) => t("expenses:column.sentAt"),
    value: ({ sentAt }) => new Date(sentAt),
    sortable: true,
    card: "none",
  },
  { key: "decider", header: (t) => t("expenses:column.decider"), value: ({ decider }) => decider, hiddenByDefault: true },
  {
    key: "decidedAt",
    header: (t) => t("expenses:column.decidedAt"),
    value: ({ decidedAt }) => decidedAt && new Date(decidedAt),
    hiddenByDefault: true,
  },
  { key: "receipt", header: (t) => t("expenses:column.receipt"), value: ({ receipt }) => receipt?.number ?? null, card: "none" },
];

export function useClaimFilters({ query, choices }: Narrowed<ClaimsQuery>): Filter[] {
  const { t } = useTranslation("expenses");
  return [
    choiceFilter("status", t("column.status"), query, choices.status, (value) => t(`status.${value}`)),
    choiceFilter("kind", t("column.kind"), query, choices.kind, (value) => t(`kind.${value}`)),
    useDecidableFilter(query.decidable),
    rangeFilter("day", "spentOn", t("column.spentOn"), query),
  ];
}
