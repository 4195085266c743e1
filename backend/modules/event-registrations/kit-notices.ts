import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { isUnseen, writeInInbox } from "#backend/modules/mails/notice-writing";
import { notices } from "#backend/modules/notices/tables";
import { type KitMove, kitMoves } from "#contract/charity/kit-states";
import { eventRegistrations } from "./tables.ts";

const ends = ["delivered", "absent"] as const satisfies KitMove[];

const onItsWay = ["in_preparation", "collected"] as const satisfies KitMove[];

const keyOf = (registrationId: string, status: KitMove) => `kit_moved:${registrationId}:${status}`;

/**
 * Notifies the students of some registrations, in their inbox, of what became of their orders: once of each state. An end that is corrected or taken back
 * takes its unread notice with it, and is said again when it comes again; so is a kit that was not on its way after all (`isBack`). An order that is gone
 * takes all of its unread notices. A notice says the kind and the state, and nothing of what was ordered.
 */
export async function notifyOfKits(
  tx: Db,
  registrationIds: string[],
  status: KitMove | null,
  now: Date,
  { isBack = false } = {},
): Promise<void> {
  const { id, userId, eventId } = eventRegistrations;
  const rows = await tx
    .select({ id, userId, eventId, kind: kitOrders.kind })
    .from(kitOrders)
    .innerJoin(eventRegistrations, eq(id, kitOrders.registrationId))
    .where(and(inArray(kitOrders.registrationId, registrationIds), isNull(kitOrders.cancelledAt)));
  const ordered = new Set(rows.map((row) => row.id));
  const movesOf = (registrationId: string): readonly KitMove[] => (ordered.has(registrationId) ? (isBack ? onItsWay : ends) : kitMoves);
  const keys = registrationIds.flatMap((one) => movesOf(one).flatMap((move) => (move === status && !isBack ? [] : keyOf(one, move))));
  const isOutdated = inArray(notices.dedupeKey, keys);
  await tx.delete(notices).where(and(isOutdated, isUnseen));
  // What was read or is on a device stays, and frees its key.
  await tx
    .update(notices)
    .set({ dedupeKey: sql`${notices.dedupeKey} || ':' || ${notices.id}` })
    .where(isOutdated);
  if (!status || rows.length === 0) return;
  await writeInInbox(
    tx,
    "kit_moved",
    ...rows.map((row) => ({
      ...{ userId: row.userId ?? "", path: `/dashboard/events/${row.eventId}`, values: { kind: row.kind, status } },
      ...{ dedupeKey: keyOf(row.id, status), createdAt: now, about: { subject: "event" as const, subjectId: row.eventId } },
    })),
  );
}
