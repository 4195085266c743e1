import { and, eq, inArray } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockDoor, requireDoor } from "#backend/modules/check-ins/access";
import { notifyOfPauses } from "#backend/modules/event-registrations/absence-pauses";
import { notifyOfKits } from "#backend/modules/event-registrations/kit-notices";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { setStatus } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import { Refusal } from "#backend/refusal";
import { entersBefore } from "#contract/charity/check-ins";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { type KitAct, leadsOn } from "#contract/charity/kit-states";
import { changedAfterPacking } from "./packed-before.ts";
import { kitOrders } from "./tables.ts";

const minute = 60_000;

/** Refuses what the state of the event does not allow; kits end once its entrance is open. */
function refuseKits(event: Pick<EventRow, "startsAt" | "cancelledAt" | "closedAt">, isEnd: boolean, now: Date) {
  if (event.cancelledAt) throw new Refusal("event_cancelled");
  if (event.closedAt) throw new Refusal("event_closed");
  const early = now.getTime() < event.startsAt.getTime() - entersBefore.event * minute;
  if (isEnd && early) throw new Refusal("kit_too_early");
}

/**
 * Moves orders on by one step, or takes back that kits were handed over. The end of an order is the attendance of its person: a trigger ends the order with it, and writes the aid. Decided under the
 * lock of the event's places, in the order of decision 52, since a registration changes its state.
 */
export function moveKits(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  eventId: string,
  { move: act, ids }: { move: KitAct; ids: string[] },
) {
  return services.db.transaction(async (tx) => {
    await requireDoor(tx, actor, eventId);
    const { event } = await lockDoor(tx, actor, eventId);
    const now = services.clock();
    const isBack = act === "back";
    const move = isBack ? "in_preparation" : act;
    const isEnd = move === "delivered" || move === "absent";
    refuseKits(event, isEnd, now);
    const rows = await tx
      .select({ id: eventRegistrations.id, kind: kitOrders.kind, status: kitOrders.status, changedAt: changedAfterPacking })
      .from(kitOrders)
      .innerJoin(eventRegistrations, eq(eventRegistrations.id, kitOrders.registrationId))
      .leftJoin(beneficiaryFiles, eq(beneficiaryFiles.userId, eventRegistrations.userId))
      .where(
        and(
          eq(eventRegistrations.eventId, eventId),
          inArray(eventRegistrations.id, ids),
          inArray(eventRegistrations.status, [...admittedStatuses]),
        ),
      )
      .orderBy(eventRegistrations.position)
      .for("update", { of: kitOrders });
    const fitting = rows.filter((kit) => leadsOn(kit, act));
    const chosen = fitting.map(({ id }) => id);
    if (isEnd) {
      await setStatus({ db: tx, clock: services.clock }, chosen, move === "delivered" ? "attended" : "no_show");
      await notifyOfPauses({ ...services, db: tx }, chosen);
    } else if (chosen.length > 0) await notifyOfKits(tx, chosen, move, now, { isBack });
    if (chosen.length > 0)
      await tx
        .update(kitOrders)
        .set(isEnd ? { endedBy: actor.id } : { status: move, updatedAt: now, ...stepBy(act, actor.id, now) })
        .where(inArray(kitOrders.registrationId, chosen));
    await recordChanges(
      tx,
      actor,
      fitting.map(({ id, status }) => ({
        action: `kit_order.${act}`,
        entityType: "kit_order" as const,
        entityId: id,
        before: { status },
        after: { status: move },
      })),
    );
    return { changed: chosen.length, unchanged: ids.length - chosen.length };
  });
}

function stepBy(act: KitAct, id: string, now: Date) {
  if (act === "back") return { collectedAt: null, collectedBy: null };
  return act === "collected" ? { collectedAt: now, collectedBy: id } : { preparedAt: now, preparedBy: id, changedAt: null };
}
