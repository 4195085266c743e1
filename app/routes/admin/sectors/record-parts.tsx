import type { MonthlyRecord } from "#contract/charity/monthly-records";
import { hoursOf, kilogramsOf } from "#contract/charity/record-units";
import { type Column, cellOf, RowLink } from "~/lists/column";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { middleOf } from "./record-months";

/** The same number of decimals in a whole column, so that its figures are aligned. */
const figure = (key: "kits" | "hours" | "kilograms", value: (row: MonthlyRecord) => number, decimals: number): Column<MonthlyRecord> => ({
  key,
  header: (t) => t(`sectors:records.${key}`),
  value,
  cell: (row, _, locale) => formatNumber(locale, value(row), decimals),
  numeric: true,
});

/** The columns of a team's months, on the screen and in its files. */
export const recordColumns: Column<MonthlyRecord>[] = [
  {
    key: "month",
    header: (t) => t("sectors:records.month"),
    value: ({ month }) => month,
    cell: ({ month }, _, locale) => <RowLink to={`?month=${month}`}>{formatDate(locale, middleOf(month), "month")}</RowLink>,
    sortable: true,
  },
  figure("kits", ({ kits, counted }) => counted?.kits ?? kits, 0),
  figure("hours", (row) => hoursOf(row.counted ?? row), 2),
  { ...figure("kilograms", kilogramsOf, 2), card: "named" },
  {
    key: "updatedBy",
    header: (t) => t("sectors:records.updatedBy"),
    value: ({ updatedBy }) => updatedBy,
    cell: ({ updatedBy }) => <span className="inline-block min-w-32">{cellOf(updatedBy)}</span>,
  },
  { key: "updatedAt", header: (t) => t("sectors:records.updatedAt"), value: ({ updatedAt }) => new Date(updatedAt) },
];
