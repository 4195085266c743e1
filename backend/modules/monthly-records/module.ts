import type { Module } from "#backend/module";
import { newest } from "#backend/search/last-change";
import { countFigures } from "./counting.ts";
import { monthlyRecordRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const monthlyRecords: Module = {
  notPersonal: { "monthly_records.created_by": "the figures are the charity's; each act of a person is in audit_log" },
  lastChanges: [
    newest("monthly_record", tables.monthlyRecords, tables.monthlyRecords.updatedAt),
    newest("monthly_record", tables.countedMonths, tables.countedMonths.updatedAt),
  ],
  parts: () => ({
    endpoints: monthlyRecordRoutes,
    jobs: ({ db }) => [{ name: "count-figures", every: "7 * * * *", atStart: true, run: () => countFigures(db) }],
  }),
};
