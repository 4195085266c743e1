import { sql } from "drizzle-orm";
import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { verificationRoutes } from "./routes.ts";
import { criteriaVersions } from "./tables.ts";
import { decisions } from "./timeline.ts";
import { beginYearlyCheck } from "./yearly.ts";

export const verification: Module = {
  auditNames: [namedAlike(criteriaVersions, sql`'Version ' || ${criteriaVersions.number}`)],
  personalData,
  timeline: [decisions],
  notPersonal: {
    "account_decisions.decided_by": "belongs to whom it was decided about",
    "criteria_versions.published_by": "the criteria are the charity's; each act of a person is in audit_log",
  },
  retention,
  parts: () => ({
    endpoints: verificationRoutes,
    // Daily, since the process may be stopped on the day: what was begun is not begun again.
    jobs: (services) => [{ name: "begin-yearly-check", every: "5 6 * * *", daily: true, run: () => beginYearlyCheck(services) }],
  }),
};
