import { onMachineCall } from "#backend/http/machine-calls";
import { on } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { cspReportsApi } from "#contract/api/csp-reports";
import { countReports, listViolations, purgeReports } from "./counting.ts";

export const cspReports: Module = {
  parts: () => ({
    endpoints: [on(cspReportsApi.list, async ({ db }) => ({ items: await listViolations(db) }))],
    machineEndpoints: [
      onMachineCall(cspReportsApi.report, {
        limit: "cspReportByNetwork",
        handle: ({ db, body, clock }) => countReports(db, body, clock()),
      }),
    ],
    purge: ({ db }, now) => purgeReports(db, now),
  }),
};
