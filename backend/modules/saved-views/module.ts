import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { savedViewRoutes } from "./routes.ts";

export const savedViews: Module = {
  personalData: [{ table: "saved_views", columns: ["owner_id"], ...by("owner_id"), erasure: "delete" }],
  notPersonal: { "saved_views.name": "what a list is called; the row is its owner's" },
  parts: () => ({ endpoints: savedViewRoutes }),
};
