import { sql } from "drizzle-orm";
import { never, type WorkQueueSource, within } from "#backend/dashboard/work-queue";
import { eventsManagedBy, managesEvents } from "#backend/identity/event-scope";
import { events } from "#backend/modules/events/tables";

/** How long before an event its requests for a place are overdue, in milliseconds: who made one has to make plans. */
const soon = 48 * 3_600_000;

const requests = sql`from event_registrations pending where pending.event_id = ${events.id} and pending.status = 'pending'`;

/** Events with requests for a place that wait for a decision, as their list shows them. */
export const placeQueue: WorkQueueSource = {
  name: "places",
  worksOn: managesEvents,
  shownEmpty: never,
  rows: (_, reader, now) => ({
    table: events,
    since: sql`(select min(pending.created_at) ${requests})`,
    waits: within(
      sql`${events.status} = 'published' and ${events.cancelledAt} is null and ${events.endsAt} > ${now.toISOString()}::timestamptz
        and exists (select ${requests})`,
      eventsManagedBy(reader),
    ),
    late: sql`${events.startsAt} < ${new Date(now.getTime() + soon).toISOString()}::timestamptz`,
  }),
};
