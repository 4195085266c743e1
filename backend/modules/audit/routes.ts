import { on } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import { auditLogExport, exportedLists, exportsApi } from "#contract/api/exports";
import { auditApi } from "#contract/law/audit";
import { recordChange } from "../../audit/recording.ts";
import { verifyNewest } from "./checks.ts";
import { loggedQuery } from "./exports.ts";
import { lastCheck } from "./last-check.ts";
import { auditKinds, listAudit } from "./queries.ts";

export const auditRoutes = [
  on(exportsApi.record, async ({ db, actor, body: { list, query, rows, reason }, limits }) => {
    if (redirectFor(actor, exportedLists[list]) !== null) throw new Refusal("forbidden");
    await limits.take("exportByPerson", actor.id);
    await recordChange(db, actor, {
      action: "list.export",
      entityType: "list",
      entityId: list,
      after: { query: loggedQuery(query), rows },
      reason: list === auditLogExport ? reason : undefined,
    });
    return { success: true as const };
  }),
  on(auditApi.list, (call) => listAudit(call, call.actor, call.query)),
  on(auditApi.kinds, ({ db }) => auditKinds(db)),
  on(auditApi.check, async ({ files }) => ({ last: await lastCheck(files) })),
  on(auditApi.verify, async ({ database, files, settings, clock }) => {
    await verifyNewest({ db: database.jobs, files, settings, clock });
    return { success: true as const };
  }),
];
