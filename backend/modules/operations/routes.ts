import { recordChange } from "#backend/audit/recording";
import { done, on } from "#backend/http/routes";
import { operationsApi, purgeKind } from "#contract/api/operations";
import { readHealth } from "./health.ts";

export const operationsRoutes = [
  on(operationsApi.health, ({ db, clock }) => readHealth(db, clock())),
  /** The record is also published to every web tier. */
  on(operationsApi.purgePages, async ({ db, actor, body: { group } }) => {
    await recordChange(db, actor, { action: "cache.purge", entityType: `${purgeKind}${group}`, entityId: group });
    return done;
  }),
];
