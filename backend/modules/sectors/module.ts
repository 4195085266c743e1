import type { Module } from "#backend/module";
import { sheetFile, teamRoutes } from "./routes.ts";

export const sectors: Module = (services) => ({ endpoints: teamRoutes, routers: [sheetFile(services)] });
