import type { Module } from "#backend/module";
import { newestOnLine } from "#backend/search/last-change";
import { eventRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const events: Module = {
  notPersonal: { "events.place_name": "where a date takes place", "events.place_address": "where a date takes place" },
  lastChanges: [newestOnLine("event", tables.events)],
  searchSources: [searchSource],
  parts: () => ({ endpoints: eventRoutes }),
  demo: () => import("./demo.ts"),
};
