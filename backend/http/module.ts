import type { Module } from "#backend/module";
import { pushApi } from "#contract/api/push";
import { purgeIdempotencyKeys } from "./idempotency.ts";
import { purgeLimits } from "./limits.ts";
import { on } from "./routes.ts";
import { spamGuardRoutes } from "./spam-guard.ts";

/** What belongs to requests whatever they ask for. */
export const requests: Module = ({ push }) => ({
  endpoints: [on(pushApi.configuration, () => push.configuration), ...spamGuardRoutes],
  async purge({ db }, now) {
    await purgeIdempotencyKeys(db, now);
    await purgeLimits(db, now);
  },
});
