import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { mySectorPosterFile, mySectorRoutes } from "./routes.ts";

export const sectorManagers: Module = {
  personalData: [{ table: "sector_managers", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  parts: (services) => ({ endpoints: mySectorRoutes, routers: [mySectorPosterFile(services)] }),
};
