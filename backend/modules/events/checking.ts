import { and, eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { countOrders } from "#backend/modules/event-registrations/order-count";
import { countComing } from "#backend/modules/event-registrations/registering";
import { eventQuotas } from "#backend/modules/event-registrations/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { isKitKind } from "#contract/charity/kit-states";
import type { ContentStatus } from "#contract/publishing/content";
import { events } from "./tables.ts";

/** Whether an event, as it is stored, is not over. */
async function isComing(db: Db, id: string): Promise<boolean> {
  const [event] = await db.select({ endsAt: events.endsAt }).from(events).where(eq(events.id, id));
  return !!event && event.endsAt.getTime() > Date.now();
}

/**
 * Refuses another type for a locked event at which students order something, or would: their orders and aids are of its type. Once it is over, or only
 * their attendance depends on it, no cancellation helps, and the refusal says so at the field.
 */
async function refuseOtherType(tx: Db, { id, type }: Pick<typeof events.$inferSelect, "id" | "type">, now: Date): Promise<void> {
  const [before] = await tx.select({ type: events.type, endsAt: events.endsAt }).from(events).where(eq(events.id, id));
  if (!before || before.type === type || !(isKitKind(before.type) || isKitKind(type))) return;
  const { all, coming } = await countOrders(tx, id);
  if (all === 0) return;
  if (coming === 0 || before.endsAt <= now) throw fieldRefusal("type", `content:error.typeStays?count=${all}`);
  throw new Refusal("people_registered", { count: all });
}

type Where = Pick<typeof events.$inferSelect, "type" | "placeName" | "placeAddress" | "onlineUrl">;

/** Refuses an event that is nowhere, or at half a place: one that is only online has none, and hands no kits over. */
function checkPlace({ type, placeName, placeAddress, onlineUrl }: Where): void {
  if (!placeName && !placeAddress && isKitKind(type)) throw fieldRefusal("placeName", "content:error.place");
  if (!placeName && !placeAddress && !onlineUrl) throw fieldRefusal("placeName", "content:error.placeOrOnline");
  if (!placeName && placeAddress) throw fieldRefusal("placeName", "content:error.place");
  if (placeName && !placeAddress) throw fieldRefusal("placeAddress", "content:error.placeAddress");
}

/** Refuses an event without a team that has places for its managers: nobody could have one. */
async function refuseWithoutTeam(tx: Db, { id, sectorId }: Pick<typeof events.$inferSelect, "id" | "sectorId">): Promise<void> {
  if (sectorId) return;
  const forManagers = await tx.$count(eventQuotas, and(eq(eventQuotas.eventId, id), eventQuotas.leadOnly));
  if (forManagers > 0) throw fieldRefusal("sectorId", "events:error.leadPlaces");
}

/** Refuses another time, team, project or type for an event that staff closed: the hours of its people follow from them. */
async function refuseOfClosed(tx: Db, event: typeof events.$inferSelect): Promise<void> {
  const [before] = await tx.select().from(events).where(eq(events.id, event.id));
  if (!before?.closedAt) return;
  const facts = ({ startsAt, endsAt, sectorId, projectId, type }: typeof event) =>
    JSON.stringify([startsAt, endsAt, sectorId ?? null, projectId ?? null, type]);
  if (facts(before) !== facts(event)) throw new Refusal("event_closed");
}

/** Refuses an event in its new state that is over before it begins, or whose people would not learn what becomes of it. `step` is the state that it moves to. */
export async function checkEvent(
  tx: Db,
  event: typeof events.$inferSelect,
  { step, now }: { step?: ContentStatus; now: Date },
): Promise<void> {
  const { id, type, startsAt, endsAt, cancelledAt } = event;
  checkPlace(event);
  if (endsAt <= startsAt) throw fieldRefusal("endsAt", "content:error.endsFirst");
  if (id && !step) await refuseOfClosed(tx, event);
  if (id && !step) await refuseOtherType(tx, { id, type }, now);
  if (id && !step) await refuseWithoutTeam(tx, event);
  const leaves = step ? step !== "published" : endsAt.getTime() <= Date.now();
  if (!leaves || cancelledAt || !id || !(await isComing(tx, id))) return;
  // Who is registered learns of it by a cancellation, with its reason; an event does not go in silence.
  const count = await countComing(tx, id);
  if (count > 0) throw new Refusal("people_registered", { count });
}
