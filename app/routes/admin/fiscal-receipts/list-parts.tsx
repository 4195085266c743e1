import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { ReceiptRow, ReceiptRowsQuery } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter } from "~/lists/filter";
import { ReceiptBadge } from "~/subjects/donations/receipt-badge";
import { formatDate } from "~/ui/local-date";

export const receiptsPath = "/dashboard/admin/fiscal-receipts";

/** The days that a receipt is about. */
export const periodOf = (
  { periodFrom, periodTo }: Pick<ReceiptRow, "periodFrom" | "periodTo">,
  t: TFunction<"receipts">,
  locale: Locale,
) =>
  periodFrom === periodTo
    ? writtenDay(locale, periodFrom)
    : t("period", { from: writtenDay(locale, periodFrom), to: writtenDay(locale, periodTo) });

export const receiptColumns: Column<ReceiptRow>[] = [
  {
    key: "number",
    header: (t) => t("receipts:column.number"),
    value: ({ number }) => number,
    cell: ({ id, number }) => <RowLink to={`${receiptsPath}/${id}`}>{number}</RowLink>,
  },
  { key: "name", header: (t) => t("receipts:column.name"), value: ({ name }, t) => name ?? t("receipts:erased"), card: "line" },
  {
    key: "state",
    header: (t) => t("receipts:column.state"),
    value: ({ state }, t) => t(`receipts:state.${state}`),
    cell: ({ state }) => <ReceiptBadge state={state} />,
    isDefaultValue: ({ state }) => state === "issued",
  },
  {
    key: "amount",
    header: (t) => t("receipts:column.amount"),
    value: ({ amountCents }) => amountCents / 100,
    cell: ({ amountCents }, _, locale) => <span className="whitespace-nowrap">{formatEuros(locale, amountCents)}</span>,
    sortable: true,
    numeric: true,
    card: "line",
  },
  {
    key: "issuedAt",
    header: (t) => t("receipts:column.issuedAt"),
    value: ({ issuedAt }) => issuedAt,
    cell: ({ issuedAt }, _, locale) => <span className="whitespace-nowrap">{formatDate(locale, issuedAt, "short")}</span>,
    sortable: true,
    card: "line",
  },
  { key: "from", header: (t) => t("receipts:column.from"), value: ({ periodFrom }) => periodFrom, hiddenByDefault: true },
  { key: "to", header: (t) => t("receipts:column.to"), value: ({ periodTo }) => periodTo, hiddenByDefault: true },
  { key: "series", header: (t) => t("receipts:column.series"), value: ({ series }) => series, hiddenByDefault: true },
];

export function useReceiptFilters({ query, choices }: Narrowed<ReceiptRowsQuery>, years: number[]): Filter[] {
  const { t } = useTranslation("receipts");
  return [
    {
      name: "year",
      label: t("column.year"),
      value: query.year === undefined ? undefined : String(query.year),
      choices: years.map((year) => ({ value: String(year), label: String(year) })),
    },
    choiceFilter("series", t("column.series"), query, choices.series, (value) => t(`series.${value}`)),
    choiceFilter("state", t("column.state"), query, choices.state, (value) => t(`state.${value}`)),
  ];
}
