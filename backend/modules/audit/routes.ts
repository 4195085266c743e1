import { done, on } from "#backend/http/routes";
import { auditApi } from "#contract/law/audit";
import { verifyNewest } from "./checks.ts";
import { exportRoutes } from "./exports.ts";
import { lastCheck } from "./last-check.ts";
import { auditKinds, listAudit } from "./queries.ts";

export const auditRoutes = [
  ...exportRoutes,
  on(auditApi.list, (call) => listAudit(call, call.actor, call.query)),
  on(auditApi.kinds, ({ db }) => auditKinds(db)),
  on(auditApi.check, async ({ files }) => ({ last: await lastCheck(files) })),
  on(auditApi.verify, async ({ database, files, settings, clock }) => {
    await verifyNewest({ db: database.jobs, files, settings, clock });
    return done;
  }),
];
