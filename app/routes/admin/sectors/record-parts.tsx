import type { MonthlyRecord } from "#contract/charity/monthly-records";
import { type Column, RowLink } from "~/lists/column";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { hoursOf, kilogramsOf, middleOf } from "./record-units";

const figure = (key: "kits" | "hours" | "kilograms", value: (row: MonthlyRecord) => number): Column<MonthlyRecord> => ({
  key,
  header: (t) => t(`sectors:records.${key}`),
  value,
  cell: (row, _, locale) => formatNumber(locale, value(row)),
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
  figure("kits", ({ kits }) => kits),
  figure("hours", hoursOf),
  figure("kilograms", kilogramsOf),
  { key: "updatedBy", header: (t) => t("sectors:records.updatedBy"), value: ({ updatedBy }) => updatedBy },
  { key: "updatedAt", header: (t) => t("sectors:records.updatedAt"), value: ({ updatedAt }) => new Date(updatedAt) },
];
