import type { Module } from "#backend/module";
import { dashboardRoutes } from "./routes.ts";

export const dashboard: Module = {
  parts: () => ({ endpoints: dashboardRoutes }),
};
