import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { retention } from "./retention.ts";
import { registrationLinkRoutes } from "./routes.ts";
import * as tables from "./tables.ts";

export const registrationLinks: Module = {
  auditNames: [namedAlike(tables.registrationLinks, tables.registrationLinks.label)],
  notPersonal: { "registration_links.created_by": "the invitation is the charity's; each act of a person is in audit_log" },
  retention,
  parts: () => ({ endpoints: registrationLinkRoutes }),
};
