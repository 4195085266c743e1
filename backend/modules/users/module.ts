import { namedAlike } from "#backend/audit/names";
import type { Module } from "#backend/module";
import { fullName } from "./named.ts";
import { personalData } from "./personal-data.ts";
import { currentUserRoutes } from "./routes.ts";
import * as tables from "./tables.ts";
import { accountQueue } from "./work-queue.ts";

export const users: Module = {
  auditNames: [namedAlike(tables.users, fullName(tables.users))],
  personalData,
  workQueues: [accountQueue],
  notPersonal: {
    updated_by: "the last hand on a record of the charity; each act of a person is in audit_log",
    "permission_grants.granted_by": "belongs to whom the right was given to",
  },
  otherEmails: { "users.email": "the address of an account, which answers for itself" },
  parts: () => ({ endpoints: currentUserRoutes }),
};
