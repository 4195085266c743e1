import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { pledgeRoutes } from "./routes.ts";

export const pledges: Module = {
  personalData,
  retention,
  parts: () => ({ endpoints: pledgeRoutes }),
};
