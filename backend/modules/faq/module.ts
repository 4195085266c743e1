import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { faqRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const faq: Module = {
  auditNames: [namedRecords(tables.faqCategories, tables.faqCategories.name)],
  notPersonal: { "faq_categories.name": "a group of questions" },
  searchSources: [searchSource],
  parts: () => ({ endpoints: faqRoutes }),
  demo: () => import("./demo.ts"),
};
