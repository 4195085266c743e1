import type { Module } from "#backend/module";
import { organisationRoutes } from "./routes.ts";

export const organisation: Module = {
  notPersonal: { "organisation_settings.created_by": "the facts are the charity's; each act of a person is in audit_log" },
  parts: () => ({ endpoints: organisationRoutes }),
};
