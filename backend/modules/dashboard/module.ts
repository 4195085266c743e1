import type { Module } from "#backend/module";
import { dashboardRoutes } from "./routes.ts";
import { mailSummaries } from "./summaries.ts";

export const dashboard: Module = {
  parts: () => ({
    endpoints: dashboardRoutes,
    jobs: (services) => [
      { name: "mail-work-summaries", every: "0 8 * * *", daily: true, run: () => mailSummaries(services, "daily") },
      { name: "mail-weekly-work-summaries", every: "0 8 * * 1", weekly: true, run: () => mailSummaries(services, "weekly") },
    ],
  }),
};
