import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { refusedAnswers } from "#contract/charity/check-ins";
import { scanAttempts } from "./tables.ts";

/** A scan with its registration, if it has one, after which its person was not let in, and has not been since. */
export const isRefused = and(
  inArray(scanAttempts.answer, refusedAnswers),
  or(isNull(scanAttempts.registrationId), ne(eventRegistrations.eventId, scanAttempts.eventId), ne(eventRegistrations.status, "attended")),
);

/** How many were refused at the doors of an event: a person once, and each code that nobody stands behind. */
export function refusedAt(db: Db) {
  const refused = db
    .select({ count: sql`count(distinct coalesce(${scanAttempts.registrationId}, ${scanAttempts.id}))` })
    .from(scanAttempts)
    .leftJoin(eventRegistrations, eq(eventRegistrations.id, scanAttempts.registrationId))
    .where(and(eq(scanAttempts.eventId, events.id), isRefused));
  return sql<number>`(${refused})::int`;
}
