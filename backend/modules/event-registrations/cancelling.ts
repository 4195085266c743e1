import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { Refusal } from "#backend/refusal";
import { notifyOfAbsence, notifyOfEndedAbsence, notifyOfPlacesLeft } from "./drop-outs.ts";
import { beginningOf, type LockedEvent, lockEvent } from "./locking.ts";
import { cancelUntil, notifyPeople } from "./notifying.ts";
import { type Deps, promote } from "./promoting.ts";
import { ownComing, setStatus, type Whose } from "./registering.ts";
import { eventRegistrations } from "./tables.ts";

type Registration = typeof eventRegistrations.$inferSelect;

/** A person gives their place back, or leaves the list; until the limit of the rules, which does not hold for who only waits. */
export function cancelOwn(services: Deps & Pick<Services, "organisation">, whose: Whose, eventId: string): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    const own = await ownComing(tx, whose, eventId);
    if (await isUnderWay(tx, own)) throw new Refusal("kit_under_way");
    if (!isInTime(locked, own, services.clock())) throw new Refusal("wrong_state");
    await setStatus(inside, [own.id], "cancelled_by_user");
    await notifyPeople(inside, locked.event, locked.rules, "event_left", [own.id]);
    await promote(inside, await lockEvent(tx, eventId));
    if (own.status === "confirmed") await notifyOfPlacesLeft(inside, eventId, [own]);
  });
}

/** Whether a registration is still given back by its person: until the limit of the rules where it has a place, and else until its place begins. */
export function isInTime(locked: LockedEvent, own: Registration, now: Date): boolean {
  const begins = beginningOf(locked, own);
  return begins > now && (own.status !== "confirmed" || cancelUntil(begins, locked.rules) > now);
}

/** Whether a kit is on its way, which is not taken back: whoever brings it would ring in vain. */
async function isUnderWay(tx: Db, own: Registration): Promise<boolean> {
  const [kit] = await tx
    .select({ status: kitOrders.status })
    .from(kitOrders)
    .where(and(eq(kitOrders.registrationId, own.id), eq(kitOrders.status, "collected")));
  return kit !== undefined;
}

/**
 * A person notes that they cannot come although it is too late to give the place back, or that they come after all. The place stays theirs: their team
 * decides what becomes of it. Nobody reminds them any more.
 */
export function noteAway(services: Deps, actor: { id: string }, eventId: string, away: boolean): Promise<void> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const locked = await lockEvent(tx, eventId);
    const { event, quotas } = locked;
    const own = await ownComing(tx, actor, eventId);
    const ends = quotas.find(({ id }) => id === own.quotaId)?.endsAt ?? event.endsAt;
    if (own.status !== "confirmed" || event.cancelledAt || ends <= now) throw new Refusal("wrong_state");
    if (away && isInTime(locked, own, now) && !(await isUnderWay(tx, own))) throw new Refusal("wrong_state");
    if (away === (own.awayAt !== null)) return;
    await tx
      .update(eventRegistrations)
      .set({ awayAt: away ? now : null, updatedAt: now })
      .where(eq(eventRegistrations.id, own.id));
    if (own.awayAt) await notifyOfEndedAbsence(inside, locked, { ...own, awayAt: own.awayAt }, "back");
    else await notifyOfAbsence(inside, locked, own, now);
  });
}
