import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { pushApi } from "#contract/api/push";
import { purgeIdempotencyKeys } from "./idempotency.ts";
import { purgeLimits } from "./limits.ts";
import { purgeMachineEvents } from "./machine-calls.ts";
import { on } from "./routes.ts";
import { spamGuardRoutes } from "./spam-guard.ts";

/** What all requests share. */
export const requests: Module = {
  personalData: [
    // A stored response may hold the secret of an application.
    { table: "idempotency_keys", columns: ["user_id"], ...by("user_id"), hidden: ["key", "body_hash", "answer"], erasure: "delete" },
  ],
  parts: ({ push }) => ({
    endpoints: [on(pushApi.configuration, () => push.configuration), ...spamGuardRoutes],
    async purge({ db }, now) {
      await purgeIdempotencyKeys(db, now);
      await purgeLimits(db, now);
      await purgeMachineEvents(db, now);
    },
  }),
};
