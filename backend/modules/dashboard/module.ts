import type { Module } from "#backend/module";
import { dashboardRoutes } from "./routes.ts";
import { mailWorkSummaries } from "./work-summary.ts";

export const dashboard: Module = {
  parts: () => ({
    endpoints: dashboardRoutes,
    jobs: (services) => [
      { name: "mail-work-summaries", every: "30 7 * * *", daily: true, run: () => mailWorkSummaries(services, "daily") },
      { name: "mail-weekly-work-summaries", every: "30 7 * * 1", weekly: true, run: () => mailWorkSummaries(services, "weekly") },
    ],
  }),
};
