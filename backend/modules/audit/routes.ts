import { on } from "#backend/http/routes";
import { Refusal } from "#backend/refusal";
import { hasPermission } from "#contract/accounts/roles";
import { exportsApi } from "#contract/api/exports";
import { auditApi } from "#contract/law/audit";
import { recordChange } from "../../audit/recording.ts";
import { verifyNewest } from "./checks.ts";
import { lastCheck } from "./last-check.ts";
import { auditKinds, listAudit } from "./queries.ts";

/** Lists of people, and the audit log: their export needs its own permission. */
const personal = /^\/dashboard\/admin\/(users|audit-log)\//;

export const auditRoutes = [
  on(exportsApi.record, async ({ db, actor, body }) => {
    if (personal.test(body.list) && !hasPermission(actor, "EXPORT_PERSONAL_DATA")) throw new Refusal("forbidden");
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
