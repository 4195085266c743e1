import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { ownSectorRoutes, ownSheetFile } from "./routes.ts";

export const sectorManagers: Module = {
  personalData: [{ table: "sector_managers", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  parts: (services) => ({ endpoints: ownSectorRoutes, routers: [ownSheetFile(services)] }),
};
