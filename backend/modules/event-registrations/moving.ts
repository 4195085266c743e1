import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { type MoveDraft, type MoveRefusal, movableStatuses } from "#contract/charity/event-participants";
import { franceDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { heldUntil } from "./changes.ts";
import { drivesOn } from "./eligibility.ts";
import { type LockedEvent, lockEvent, type QuotaRow } from "./locking.ts";
import { notifyPeople } from "./notifying.ts";
import { type Deps, promote } from "./promoting.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";
import { withdrawMails } from "./withdrawing.ts";

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
type Left = { id: string; name: string; reason: MoveRefusal };

/**
 * Moves registrations to other places of their event, in the order of arrival. Who has a place has one there at once, or stays; who waits, waits there
 * with the same rank. What they leave is given to the waiting list in the same transaction. Nobody looks for a replacement for places that
 * they did not choose. Each is notified once, those who are offered a place of that alone.
 */
export function moveTo(services: Deps, actor: Actor, eventId: string, { quotaId, selection }: MoveDraft) {
  if (!("ids" in selection)) throw new Refusal("bad_request");
  const { ids } = selection;
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const locked = await lockEvent(tx, eventId);
    const { event, rules, quotas } = locked;
    const now = services.clock();
    if (event.cancelledAt || event.endsAt <= now) throw new Refusal("wrong_state");
    const target = quotas.find(({ id }) => id === quotaId);
    if (!target) throw fieldRefusal("quotaId", "events:error.chooseQuota");
    const { moved, left } = sortOut(await rowsOf(tx, locked, ids), target);
    const movedIds = moved.map(({ id }) => id);
    if (movedIds.length === 0) return { changed: 0, promoted: 0, left };
    await tx
      .update(eventRegistrations)
      .set({ quotaId: target.id, replacementSince: null, updatedAt: now, version: sql`${eventRegistrations.version} + 1` })
      .where(inArray(eventRegistrations.id, movedIds));
    // What waits to be sent to them has the hours of the places that they leave.
    await withdrawMails(inside, { registrationIds: movedIds });
    const promoted = await promote(inside, await lockEvent(tx, eventId));
    const others = movedIds.filter((id) => !promoted.includes(id));
    await notifyPeople(inside, event, rules, "event_moved", others, {
      valuesFor: ({ locale }) => ({ quota: readIn(locale, target.label).text }),
      notBefore: heldUntil(event, now),
      until: event.endsAt,
    });
    await recordChanges(
      tx,
      actor,
      moved.map(({ id, quota }) => ({
        action: "event_registration.move_places",
        entityType: "event_registration" as const,
        entityId: id,
        before: { quota: quota.fr },
        after: { quota: target.label.fr },
      })),
    );
    return { changed: moved.length, promoted: promoted.length, left };
  });
}

/** The chosen registrations of a locked event, with what decides whether their people may have other places. */
function rowsOf(tx: Db, { event }: LockedEvent, ids: string[]) {
  return tx
    .select({
      id: eventRegistrations.id,
      name: eventRegistrations.name,
      quotaId: eventRegistrations.quotaId,
      quota: eventQuotas.label,
      status: eventRegistrations.status,
      partySize: eventRegistrations.partySize,
      role: users.role,
      drives: sql<boolean>`${drivesOn(tx, franceDay(event.startsAt))}`,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.eventId, event.id), inArray(eventRegistrations.id, ids)))
    .orderBy(asc(eventRegistrations.position));
}

const isSeated = ({ status }: Row) => status === "confirmed" || status === "offered";

/** Those who can be moved, one after the other, and the reason of each of the others. Places of the whole event are no matter: all of them stay in it. */
function sortOut(rows: Row[], target: QuotaRow): { moved: Row[]; left: Left[] } {
  let free = target.capacity - target.taken;
  const moved: Row[] = [];
  const left: Left[] = [];
  for (const row of rows) {
    const reason = refusalOf(row, target) ?? (isSeated(row) && row.partySize > free ? "place" : null);
    if (reason) left.push({ id: row.id, name: row.name, reason });
    else {
      moved.push(row);
      if (isSeated(row)) free -= row.partySize;
    }
  }
  return { moved, left };
}

/** Age and membership are those of the event, which admitted them. Guests have no role: staff decide about them, as when they add one. */
function refusalOf({ quotaId, status, role, drives }: Row, target: QuotaRow): MoveRefusal | null {
  if (quotaId === target.id) return "same";
  if (!movableStatuses.some((one) => one === status)) return "state";
  if (role === null) return null;
  const fits = target.roles.length === 0 || target.roles.some((one) => one === role);
  return fits && (!target.needsDriver || drives) ? null : "eligible";
}
