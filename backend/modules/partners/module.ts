import type { Module } from "#backend/module";
import { newestOnLine } from "#backend/search/last-change";
import { partnerRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const partners: Module = {
  notPersonal: { "partners.name": "a company or an institution", "partners.contact": "how to reach a company or an institution" },
  lastChanges: [newestOnLine("partner", tables.partners)],
  parts: () => ({ endpoints: partnerRoutes }),
  demo: tables.partners,
};
