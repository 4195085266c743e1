import type { Module } from "#backend/module";
import { sectorHoursRoutes } from "./routes.ts";

export const sectorHours: Module = {
  parts: () => ({ endpoints: sectorHoursRoutes }),
};
