import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { countOrders } from "#backend/modules/event-registrations/order-count";
import { countComing } from "#backend/modules/event-registrations/registering";
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

/** Refuses an event in its new state that is over before it begins, or whose people would not learn what becomes of it. `step` is the state that it moves to. */
export async function checkEvent(
  tx: Db,
  { id, type, startsAt, endsAt, cancelledAt }: typeof events.$inferSelect,
  { step, now }: { step?: ContentStatus; now: Date },
): Promise<void> {
  if (endsAt <= startsAt) throw fieldRefusal("endsAt", "content:error.endsFirst");
  if (id && !step) await refuseOtherType(tx, { id, type }, now);
  const leaves = step ? step !== "published" : endsAt.getTime() <= Date.now();
  if (!leaves || cancelledAt || !id || !(await isComing(tx, id))) return;
  // Who is registered learns of it by a cancellation, with its reason; an event does not go in silence.
  const count = await countComing(tx, id);
  if (count > 0) throw new Refusal("people_registered", { count });
}
