import { sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";

const rules = sql`from event_registration_rules rules where rules.event_id = ${events.id}`;

/** How full an event is, how many people wait, and how many requests have no answer, in a query of `events` with others. */
export const placesFacts = {
  taken: sql<number | null>`(select rules.taken ${rules})`,
  capacity: sql<number | null>`(select least((select sum(quota.capacity) from event_quotas quota where quota.event_id = rules.event_id),
    rules.total_capacity)::int ${rules})`,
  waiting: sql<number>`(select count(*)::int from event_registrations waiting where waiting.event_id = ${events.id} and waiting.status = 'waiting')`,
  pending: sql<number>`(select count(*)::int from event_registrations pending where pending.event_id = ${events.id} and pending.status = 'pending')`,
  cancelled: sql<boolean>`${events.cancelledAt} is not null`,
};

/** Whether requests for its places wait for a decision, as the queue of staff counts them. */
export const hasRequests = sql`${events.status} = 'published' and ${events.cancelledAt} is null and ${events.endsAt} > now()
  and exists (select from event_registrations pending where pending.event_id = ${events.id} and pending.status = 'pending')`;
