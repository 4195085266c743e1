import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { EventForPerson } from "#contract/charity/event-registrations";
import type { EventRow } from "./locking.ts";
import { eventRegistrations } from "./tables.ts";

/** The most people whose numbers are shown for an event. */
const mostColleagues = 50;

const placed = ["confirmed", "attended"] as const;

/**
 * The telephone numbers of other volunteers with a place at an event, of those who share it, for a volunteer who has a place there, too: until the event is
 * over or cancelled.
 */
export async function colleaguesOf(
  db: Db,
  actor: Pick<Actor, "id" | "role">,
  event: EventRow,
  own: Pick<typeof eventRegistrations.$inferSelect, "status">,
  now: Date,
): Promise<EventForPerson["colleagues"]> {
  const takesPart = actor.role === "VOLUNTEER" && placed.some((status) => status === own.status);
  if (!takesPart || event.cancelledAt || event.endsAt <= now) return [];
  const rows = await db
    .select({ id: eventRegistrations.id, firstName: users.firstName, phone: users.phone })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(volunteerProfiles, eq(volunteerProfiles.userId, users.id))
    .where(
      and(
        eq(eventRegistrations.eventId, event.id),
        inArray(eventRegistrations.status, [...placed]),
        ne(users.id, actor.id),
        eq(users.role, "VOLUNTEER"),
        eq(users.accountState, "validated"),
        eq(volunteerProfiles.sharesPhone, true),
        isNotNull(users.phone),
      ),
    )
    .orderBy(asc(users.firstName), asc(eventRegistrations.id))
    .limit(mostColleagues);
  return rows.flatMap(({ phone, ...person }) => (phone ? [{ ...person, phone }] : []));
}
