import { sql } from "drizzle-orm";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { newestOnLine } from "#backend/search/last-change";
import { eventRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const events: Module = {
  personalData: [
    {
      table: "events",
      columns: ["contact_user_id"],
      ...by("contact_user_id"),
      erasure: "anonymise",
      anonymise: (tx, which) => tx.execute(sql`update events it set contact_user_id = null where ${which}`),
    },
  ],
  notPersonal: {
    "events.place_name": "where a date takes place",
    "events.place_address": "where a date takes place",
    "events.closed_by": "the last hand on a record of the charity; each act of a person is in audit_log",
  },
  lastChanges: [newestOnLine("event", tables.events)],
  searchSources: [searchSource],
  parts: () => ({ endpoints: eventRoutes }),
  demo: () => import("./demo.ts"),
};
