import { eq, sql } from "drizzle-orm";
import { contentRoutes } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { placesFacts } from "#backend/modules/event-registrations/list-facts";
import { countOrders } from "#backend/modules/event-registrations/order-count";
import { countComing } from "#backend/modules/event-registrations/registering";
import { projects } from "#backend/modules/projects/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { eventsApi } from "#contract/charity/events";
import { isKitKind } from "#contract/charity/kit-states";
import { announcedEvent, comingEvents } from "./coming.ts";
import { copyEvent } from "./copying.ts";
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

export const eventRoutes: ServedEndpoint[] = [
  ...contentRoutes(eventsApi.admin, {
    table: events,
    entityType: "event",
    label: events.title,
    references: { sectorId: sectors.name, projectId: projects.name },
    facts: placesFacts,
    // What is to come first, the next one first; then what is over, the last one first.
    sorts: {
      startsAt: [
        sql`case when ${events.endsAt} > now() then ${events.startsAt} end`,
        sql`case when ${events.endsAt} <= now() then -extract(epoch from ${events.startsAt}) end`,
      ],
    },
    async check(tx, { id, type, startsAt, endsAt, cancelledAt }: typeof events.$inferSelect, { step, now }) {
      if (endsAt <= startsAt) throw fieldRefusal("endsAt", "content:error.endsFirst");
      if (id && !step) await refuseOtherType(tx, { id, type }, now);
      const leaves = step ? step !== "published" : endsAt.getTime() <= Date.now();
      if (!leaves || cancelledAt || !id || !(await isComing(tx, id))) return;
      // Who is registered learns of it by a cancellation, with its reason; an event does not go in silence.
      const count = await countComing(tx, id);
      if (count > 0) throw new Refusal("people_registered", { count });
    },
    async changed(tx, { before, after }, services) {
      await notifyOfEventChange({ ...services, db: tx }, before, after);
    },
  }),

  on(eventsApi.copy, ({ actor, params, body, ...services }) => copyEvent(services, actor, params.id, body.day)),
  on(eventsApi.coming, async ({ db, query, clock }) => ({ items: await comingEvents(db, clock(), query) })),
  on(eventsApi.get, ({ db, params }) => announcedEvent(db, params.id)),
];
