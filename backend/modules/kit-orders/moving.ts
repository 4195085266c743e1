import { and, eq, inArray } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { requireDoor } from "#backend/modules/check-ins/access";
import { notifyOfPauses } from "#backend/modules/event-registrations/absence-pauses";
import { notifyOfKits } from "#backend/modules/event-registrations/kit-notices";
import { lockEvent } from "#backend/modules/event-registrations/locking";
import { setStatus } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { Refusal } from "#backend/refusal";
import { entersBefore } from "#contract/charity/check-ins";
import { admittedStatuses } from "#contract/charity/event-registrations";
import { type KitMove, kitSteps } from "#contract/charity/kit-states";
import { kitOrders } from "./tables.ts";

const minute = 60_000;

/**
 * Moves orders on by one step. The end of an order is the attendance of its person: a trigger ends the order with it, and writes the aid. Decided under the
 * lock of the event's places, in the order of decision 52, since a registration changes its state.
 */
export function moveKits(
  services: Pick<Services, "db" | "clock" | "organisation">,
  actor: Actor,
  eventId: string,
  { move, ids }: { move: KitMove; ids: string[] },
) {
  return services.db.transaction(async (tx) => {
    await requireDoor(tx, actor, eventId);
    const { event } = await lockEvent(tx, eventId);
    const now = services.clock();
    const isEnd = move === "delivered" || move === "absent";
    const early = now.getTime() < event.startsAt.getTime() - entersBefore.event * minute;
    if (event.cancelledAt) throw new Refusal("event_cancelled");
    if (isEnd && early) throw new Refusal("kit_too_early");
    const rows = await tx
      .select({ id: eventRegistrations.id, kind: kitOrders.kind, status: kitOrders.status })
      .from(kitOrders)
      .innerJoin(eventRegistrations, eq(eventRegistrations.id, kitOrders.registrationId))
      .where(
        and(
          eq(eventRegistrations.eventId, eventId),
          inArray(eventRegistrations.id, ids),
          inArray(eventRegistrations.status, [...admittedStatuses]),
        ),
      )
      .orderBy(eventRegistrations.position)
      .for("update", { of: kitOrders });
    const fitting = rows.filter(({ kind, status }) => kitSteps[kind][move].includes(status));
    const chosen = fitting.map(({ id }) => id);
    if (isEnd) {
      await setStatus({ db: tx, clock: services.clock }, chosen, move === "delivered" ? "attended" : "no_show");
      await notifyOfPauses({ ...services, db: tx }, chosen);
    } else if (chosen.length > 0) await notifyOfKits(tx, chosen, move, now);
    if (chosen.length > 0)
      await tx
        .update(kitOrders)
        .set(isEnd ? { endedBy: actor.id } : { status: move, updatedAt: now, ...stepBy(move, actor.id, now) })
        .where(inArray(kitOrders.registrationId, chosen));
    await recordChanges(
      tx,
      actor,
      fitting.map(({ id, status }) => ({
        action: `kit_order.${move}`,
        entityType: "kit_order" as const,
        entityId: id,
        before: { status },
        after: { status: move },
      })),
    );
    return { changed: chosen.length, unchanged: ids.length - chosen.length };
  });
}

const stepBy = (move: KitMove, id: string, now: Date) =>
  move === "collected" ? { collectedAt: now, collectedBy: id } : { preparedAt: now, preparedBy: id };
