import { on } from "#backend/http/routes";
import { exportsApi } from "#contract/exports";
import { recordChange } from "./recording.ts";

export const auditRoutes = [
  on(exportsApi.record, async ({ db, actor, body }) => {
    await recordChange(db, actor, {
      action: "list.export",
      entityType: "list",
      entityId: body.list,
      after: { query: body.query, rows: body.rows },
    });
    return { success: true as const };
  }),
];
