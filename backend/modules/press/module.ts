import type { Module } from "#backend/module";
import { newestOnLine } from "#backend/search/last-change";
import { pressFile, pressRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const press: Module = {
  searchSources: [searchSource],
  lastChanges: [newestOnLine("press", tables.press)],
  parts: (services) => ({ endpoints: pressRoutes, routers: [pressFile(services)] }),
  demo: tables.press,
};
