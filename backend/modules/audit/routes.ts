import type { Actor } from "#backend/http/actor";
import { on } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { redirectFor } from "#contract/accounts/access";
import { peopleExporters } from "#contract/accounts/permissions";
import { hasPermission } from "#contract/accounts/roles";
import { exportsApi } from "#contract/api/exports";
import { auditApi } from "#contract/law/audit";
import { recordChange } from "../../audit/recording.ts";
import { verifyNewest } from "./checks.ts";
import { lastCheck } from "./last-check.ts";
import { auditKinds, listAudit } from "./queries.ts";

/** Whether somebody may export a list: those of people and the audit log need their own permission. */
function mayExport(actor: Actor, list: string): boolean {
  if (list.startsWith("/dashboard/admin/audit-log/")) return hasPermission(actor, "EXPORT_PERSONAL_DATA");
  return !list.startsWith("/dashboard/admin/users/") || redirectFor(actor, peopleExporters) === null;
}

export const auditRoutes = [
  on(exportsApi.record, async ({ db, actor, body }) => {
    if (!mayExport(actor, body.list)) throw new Refusal("forbidden");
    await recordChange(db, actor, {
      action: "list.export",
      entityType: "list",
      entityId: body.list,
      after: { query: body.query, rows: body.rows },
      reason: body.reason,
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
