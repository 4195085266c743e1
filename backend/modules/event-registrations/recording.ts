import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { RegistrationStatus } from "#contract/charity/event-registrations";

type Step = { id: string; before: RegistrationStatus | undefined; after: RegistrationStatus | undefined };

/** What staff decided; last in its transaction. */
export function recordSteps(tx: Db, actor: Actor, action: string, steps: Step[]) {
  return recordChanges(
    tx,
    actor,
    steps.map(({ id, before, after }) => ({
      action: `event_registration.${action}`,
      entityType: "event_registration" as const,
      entityId: id,
      before: before && { status: before },
      after: after && { status: after },
    })),
  );
}
