import type { Module } from "#backend/module";
import { anchorNewest, checkAndAnchor } from "./anchor.ts";
import { personalData, retention } from "./personal-data.ts";
import { auditRoutes } from "./routes.ts";

export const audit: Module = {
  personalData,
  retention,
  parts: () => ({
    endpoints: auditRoutes,
    jobs: (services) => [
      { name: "check-audit-log", every: "40 3 * * *", daily: true, run: () => checkAndAnchor(services) },
      // At the start, too: a log is signed before it has rows that somebody could want to remove.
      { name: "sign-audit-log", every: "10 * * * *", atStart: true, run: () => anchorNewest(services) },
    ],
  }),
};
