import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { kitOrders } from "#backend/modules/kit-orders/tables";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { notices } from "#backend/modules/notices/tables";
import type { KitMove } from "#contract/charity/kit-states";
import { eventRegistrations } from "./tables.ts";

const ends = ["delivered", "absent"] as const satisfies KitMove[];

const keyOf = (registrationId: string, status: KitMove) => `kit_moved:${registrationId}:${status}`;

/**
 * Notifies the students of some registrations, in their inbox, of what became of their orders: once of each state. An end that is corrected or taken back
 * takes its unread notice with it. A notice says the kind and the state, and nothing of what was ordered; registrations without an order have none.
 */
export async function notifyOfKits(tx: Db, registrationIds: string[], status: KitMove | null, now: Date): Promise<void> {
  const { id, userId, eventId } = eventRegistrations;
  const rows = await tx
    .select({ id, userId, eventId, kind: kitOrders.kind })
    .from(kitOrders)
    .innerJoin(eventRegistrations, eq(id, kitOrders.registrationId))
    .where(inArray(kitOrders.registrationId, registrationIds));
  if (rows.length === 0) return;
  const outdated = rows.flatMap((row) => ends.filter((end) => end !== status).map((end) => keyOf(row.id, end)));
  const people = rows.flatMap((row) => row.userId ?? []);
  await tx.delete(notices).where(and(inArray(notices.userId, people), inArray(notices.dedupeKey, outdated), isNull(notices.readAt)));
  if (!status) return;
  await writeInInbox(
    tx,
    "kit_moved",
    ...rows.map((row) => ({
      ...{ userId: row.userId ?? "", path: `/dashboard/events/${row.eventId}`, values: { kind: row.kind, status } },
      ...{ dedupeKey: keyOf(row.id, status), createdAt: now },
    })),
  );
}
