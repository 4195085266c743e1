import type { Module } from "#backend/module";
import { purgeSheets, sheetRoutes } from "./routes.ts";

export const csvImports: Module = () => ({
  endpoints: sheetRoutes,
  purge: ({ db }, now) => purgeSheets(db, now),
});
