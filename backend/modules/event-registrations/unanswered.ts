import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";
import { beginsAt, lockEvent, placeBegins } from "./locking.ts";
import { notifyPeople } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { setStatus } from "./registering.ts";
import { eventQuotas, eventRegistrations } from "./tables.ts";

/** The most events that one run of the job looks at, and the most registrations that it ends in one transaction; it runs each minute. */
const eventsAtOnce = 100;
const mostAtOnce = 500;
const day = 86_400_000;

const { id, eventId, quotaId, position } = eventRegistrations;
/** Literals, to match the partial indexes. */
const isUnanswered = sql`(${eventRegistrations.status} = 'pending' or ${eventRegistrations.status} = 'waiting')`;

/** Ends the requests and the waiting for places that have begun: nobody has answered them, and their people read that there was no place. */
export async function endUnanswered(services: Deps): Promise<void> {
  const { db, clock } = services;
  const found = await db
    .selectDistinct({ id: eventId })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventId))
    .innerJoin(eventQuotas, eq(eventQuotas.id, quotaId))
    .where(and(isUnanswered, isNull(events.cancelledAt), sql`${placeBegins} <= ${clock().toISOString()}::timestamptz`))
    .limit(eventsAtOnce);
  const faults: unknown[] = [];
  for (const event of found) {
    const once = db.transaction((tx) => endThoseOf({ ...services, db: tx }, event.id));
    // One event that fails does not keep the others waiting.
    await once.catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw new AggregateError(faults, "unanswered requests");
}

/** Of one event, under the lock of its places. Whose event was over for a day gets no mail about it. */
async function endThoseOf(services: Deps, which: string): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const { event, rules, quotas } = await lockEvent(db, which);
  const begun = quotas.filter((quota) => beginsAt(quota, event) <= now).map((quota) => quota.id);
  if (event.cancelledAt || begun.length === 0) return;
  const rows = await db
    .select({ id })
    .from(eventRegistrations)
    .where(and(eq(eventId, which), inArray(quotaId, begun), isUnanswered))
    .orderBy(position)
    .limit(mostAtOnce);
  const ids = rows.map((row) => row.id);
  await setStatus(services, ids, "refused");
  if (now.getTime() < event.endsAt.getTime() + day) await notifyPeople(services, event, rules, "event_refused", ids);
}
