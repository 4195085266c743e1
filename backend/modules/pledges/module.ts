import { eq } from "drizzle-orm";
import { byAdministrators } from "#backend/dashboard/work-queue";
import type { Module } from "#backend/module";
import { pledgesInOffice } from "./office-search.ts";
import { personalData, retention } from "./personal-data.ts";
import { pledgeRoutes } from "./routes.ts";
import { pledges as table } from "./tables.ts";

export const pledges: Module = {
  personalData,
  retention,
  workQueues: [
    {
      name: "pledges",
      worksOn: byAdministrators,
      rows: () => ({ table, since: table.createdAt, waits: eq(table.status, "promised") }),
    },
  ],
  officeSearch: [pledgesInOffice],
  parts: () => ({ endpoints: pledgeRoutes }),
};
