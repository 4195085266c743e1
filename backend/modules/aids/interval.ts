import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { users } from "#backend/modules/users/tables";
import { type AidKind, aidInterval, aidOfKit } from "#contract/charity/aids";
import type { EarlierAid } from "#contract/charity/kit-orders";
import { kitKinds } from "#contract/charity/kit-states";
import type { OrganisationFacts } from "#contract/charity/organisation";
import { addDays } from "#contract/formats/weeks";

/**
 * Locks a person's aids until the end of the transaction: whoever orders or adds one does this before looking for an earlier one, so that two at the same
 * moment do not miss each other. Whoever also locks the places of an event does that before, as every registration and an erasure do. Not `for update`: a
 * registration that is being written holds the person's key, and two would wait for each other.
 */
export async function lockAids(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

type Wanted = { userId: string; kind: AidKind; day: string; now: Date; exceptEventId?: string };

type Others = { kind: AidKind; exceptEventId: SQL; now: Date };

/**
 * What somebody received of a kind, or has a place for at an event that is not over, apart from one event: rows of `day`, on clocks in France, and
 * `received`. A confirmed place counts for a day after the end, while its attendance is noted. Who waits has nothing yet.
 */
export function otherAids(userId: SQL, { kind, exceptEventId, now }: Others): SQL {
  const kitKind = kitKinds.find((one) => aidOfKit[one] === kind) ?? null;
  return sql`select aid.day, true as received from aids aid
      where aid.user_id = ${userId} and aid.kind = ${kind} and aid.event_id is distinct from ${exceptEventId}
    union all
    select (coalesce(slot.starts_at, event.starts_at) at time zone 'Europe/Paris')::date, false
      from event_registrations registration
      join kit_orders ordered on ordered.registration_id = registration.id and ordered.kind = ${kitKind}
      join event_quotas slot on slot.id = registration.quota_id
      join events event on event.id = registration.event_id
      where registration.user_id = ${userId} and registration.status in ('confirmed', 'offered') and event.cancelled_at is null
        and event.ends_at > ${now.toISOString()}::timestamptz - case registration.status when 'confirmed' then interval '1 day' else interval '0' end
        and event.id is distinct from ${exceptEventId}`;
}

/** An aid of the kind inside the interval that the charity set, before or after the day: received, or ordered. The last one counts. */
export async function earlierAid(db: Db, facts: OrganisationFacts["aids"] | null, wanted: Wanted): Promise<EarlierAid | null> {
  const { userId, kind, day, now, exceptEventId = null } = wanted;
  const interval = aidInterval(kind, facts);
  if (!interval) return null;
  const others = otherAids(sql`${userId}::uuid`, { kind, now, exceptEventId: sql`${exceptEventId}::uuid` });
  const { rows } = await db.execute<{ day: string; received: boolean }>(sql`
    select to_char(found.day, 'YYYY-MM-DD') as day, found.received from (${others}) found
    where abs(found.day - ${day}::date) < ${interval.days} order by found.day desc limit 1`);
  const [row] = rows;
  return row ? { kind, ...row, until: addDays(row.day, interval.days), refused: interval.refused } : null;
}
