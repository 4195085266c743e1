import type { Module } from "#backend/module";
import { ownSectorRoutes, ownSheetFile } from "./routes.ts";

export const sectorManagers: Module = (services) => ({ endpoints: ownSectorRoutes, routers: [ownSheetFile(services)] });
