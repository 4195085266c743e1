import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { purgeRequests } from "./requesting.ts";
import { newsletterRoutes } from "./routes.ts";

export const newsletter: Module = {
  personalData,
  retention,
  parts: () => ({
    endpoints: newsletterRoutes,
    purge: ({ db }, now) => purgeRequests(db, now),
  }),
};
