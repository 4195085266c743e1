import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { furtherSupportRoutes } from "./routes.ts";
import { searchSource } from "./search-source.ts";
import * as tables from "./tables.ts";

export const furtherSupport: Module = {
  auditNames: [namedRecords(tables.furtherSupportCategories, tables.furtherSupportCategories.name)],
  notPersonal: {
    "further_support.name": "an organisation that helps",
    "further_support.phone": "an organisation that helps",
    "further_support.address": "an organisation that helps",
    "further_support.postcode": "an organisation that helps",
    "further_support_categories.name": "a group of organisations",
  },
  searchSources: [searchSource],
  parts: () => ({ endpoints: furtherSupportRoutes }),
  demo: () => import("./demo.ts"),
};
