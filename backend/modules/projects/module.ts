import { namedRecords } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { projectRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const projects: Module = {
  auditNames: [namedRecords(tables.projects, tables.projects.name)],
  personalData: [{ table: "project_owners", columns: ["user_id"], ...by("user_id"), erasure: "delete" }],
  notPersonal: { "projects.name": "a project" },
  parts: () => ({ endpoints: projectRoutes }),
  demo: () => import("./demo.ts"),
};
