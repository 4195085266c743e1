import type { Module } from "#backend/module";
import { newestOnLine } from "#backend/search/last-change";
import { portraitRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const portraits: Module = {
  notPersonal: {
    "portraits.name":
      "shown to everyone as its owner agreed, and tied to no account: staff delete it for good when asked, and its photograph is erased within the hour; the log keeps its words as long as others",
  },
  lastChanges: [newestOnLine("portrait", tables.portraits)],
  parts: () => ({ endpoints: portraitRoutes }),
  demo: tables.portraits,
};
