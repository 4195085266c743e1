import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { lockAids } from "#backend/modules/aids/interval";
import { isInTime } from "#backend/modules/event-registrations/cancelling";
import { beginsAt, type LockedEvent, lockEvent, type QuotaRow } from "#backend/modules/event-registrations/locking";
import { notifyPeople } from "#backend/modules/event-registrations/notifying";
import { type Deps, promote } from "#backend/modules/event-registrations/promoting";
import { ownComing, quotaIn, somebodyWaits } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { withdrawMails } from "#backend/modules/event-registrations/withdrawing";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { isKitKind } from "#contract/charity/kit-states";
import { earlierKit } from "./earlier-kits.ts";
import { kitOrders } from "./tables.ts";

/**
 * Moves a student's own order to a free slot of its event, with what they said for it: they lose no place, which giving it back and ordering once more might.
 * As long as they could give it back. The slot that they leave goes to who waits for it.
 */
export async function changeSlot(
  services: Deps & Pick<Services, "organisation">,
  actor: Actor,
  eventId: string,
  quotaId: string,
): Promise<void> {
  const facts = (await services.organisation.stored()).aids;
  await services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const locked = await lockEvent(tx, eventId);
    const { event, rules } = locked;
    const own = await ownComing(tx, actor, eventId);
    const status = await lockOrder(tx, own.id);
    if (!isKitKind(event.type) || own.status !== "confirmed" || !isInTime(locked, own, now)) throw new Refusal("wrong_state");
    if (quotaId === own.quotaId) return;
    const slot = quotaIn(locked, quotaId);
    await refuseTaken(tx, locked, slot, now);
    await lockAids(tx, actor.id);
    const earlier = await earlierKit(tx, facts, { userId: actor.id, kind: event.type, event, slot, now });
    if (earlier?.refused) throw fieldRefusal("quotaId", "kits:error.interval");
    await tx
      .update(eventRegistrations)
      .set({ quotaId, awayAt: null, updatedAt: now, version: sql`${eventRegistrations.version} + 1` })
      .where(eq(eventRegistrations.id, own.id));
    if (status === "in_preparation")
      await tx.update(kitOrders).set({ changedAt: now, updatedAt: now }).where(eq(kitOrders.registrationId, own.id));
    // What waits to be sent has the hours of the former slot.
    await withdrawMails(inside, { registrationIds: [own.id] });
    await promote(inside, await lockEvent(tx, eventId));
    await notifyPeople(inside, event, rules, "event_confirmed", [own.id]);
  });
}

/** Locks an order that is not under way, and returns how far it is. */
async function lockOrder(tx: Db, registrationId: string) {
  const [kit] = await tx
    .select({ status: kitOrders.status })
    .from(kitOrders)
    .where(and(eq(kitOrders.registrationId, registrationId), isNull(kitOrders.cancelledAt)))
    .for("update");
  if (!kit) throw new Refusal("not_found");
  if (kit.status !== "ordered" && kit.status !== "in_preparation") throw new Refusal("kit_under_way");
  return kit.status;
}

/** Refuses a slot that students may not have, or without a place for which nobody waits. The places of the whole event are no matter: the order stays in it. */
async function refuseTaken(tx: Db, { event, rules }: LockedEvent, slot: QuotaRow, now: Date): Promise<void> {
  const isForStudents = rules.roles.includes("BENEFICIARY") && (slot.roles.length === 0 || slot.roles.includes("BENEFICIARY"));
  if (!isForStudents || slot.needsDriver || slot.leadOnly || beginsAt(slot, event) <= now)
    throw fieldRefusal("quotaId", "events:error.chooseQuota");
  const free = slot.capacity - slot.taken;
  if (free < 1 || (await somebodyWaits(tx, slot, free))) throw fieldRefusal("quotaId", "kits:error.slotTaken");
}
