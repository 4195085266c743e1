import { on } from "#backend/http/routes";
import { recordChange } from "#backend/modules/audit/recording";
import { operationsApi, purgeKind } from "#contract/operations";
import { readHealth } from "./health.ts";

export const operationsRoutes = [
  on(operationsApi.health, ({ db }) => readHealth(db)),
  /** The record is also what every web tier hears. */
  on(operationsApi.purgePages, async ({ db, actor, body: { group } }) => {
    await recordChange(db, actor, { action: "cache.purge", entityType: purgeKind + group, entityId: group });
    return { success: true as const };
  }),
];
