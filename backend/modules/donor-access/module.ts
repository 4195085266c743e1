import type { Module } from "#backend/module";
import { personalData, retention } from "./personal-data.ts";
import { donorAccessRoutes } from "./routes.ts";

export const donorAccess: Module = {
  personalData,
  retention,
  parts: () => ({ endpoints: donorAccessRoutes }),
};
