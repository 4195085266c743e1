import type { Module } from "#backend/module";
import { teamHoursRoutes } from "./routes.ts";

export const sectorHours: Module = {
  parts: () => ({ endpoints: teamHoursRoutes }),
};
