import { sql } from "drizzle-orm";
import { events } from "#backend/modules/events/tables";

const rules = sql`from event_registration_rules rules where rules.event_id = ${events.id}`;

/** How full an event is, and how many people wait, in a query of `events` with others. */
export const placesFacts = {
  taken: sql<number | null>`(select rules.taken ${rules})`,
  capacity: sql<number | null>`(select least((select sum(quota.capacity) from event_quotas quota where quota.event_id = rules.event_id),
    rules.total_capacity)::int ${rules})`,
  waiting: sql<number>`(select count(*)::int from event_registrations waiting where waiting.event_id = ${events.id} and waiting.status = 'waiting')`,
  cancelled: sql<boolean>`${events.cancelledAt} is not null`,
};
