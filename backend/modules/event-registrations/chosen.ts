import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { foundPeople } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import type { Selection } from "#contract/api/endpoint";
import { ParticipantsQuery } from "#contract/charity/event-participants";
import { liveStatuses } from "#contract/charity/event-registrations";
import { eventRegistrations } from "./tables.ts";

type Reader = Pick<Actor, "role">;
type Narrowing = Pick<ParticipantsQuery, "q" | "status" | "quotaId" | "mark" | "begun">;

/** The registrations of an event that a query of its list shows; searched by name, or by the address of an account. */
export async function participantsMatching(
  db: Db,
  reader: Reader,
  eventId: string,
  { q, status, quotaId, mark, begun }: Narrowing,
  now: Date,
): Promise<SQL | undefined> {
  return and(
    eq(eventRegistrations.eventId, eventId),
    status && eq(eventRegistrations.status, status),
    quotaId ? eq(eventRegistrations.quotaId, quotaId) : undefined,
    mark && marked(eventId)[mark],
    begun && inPlacesThat(begun, eventId, now),
    q.includes("@") ? or(await byEmail(db, reader, q), eq(eventRegistrations.guestEmail, q)) : contains(eventRegistrations, q),
  );
}

/** Whoever is no administrator types the whole e-mail address: a part that is found would reveal the rest, and the telephone number, sign by sign. */
async function byEmail(db: Db, reader: Reader, q: string): Promise<SQL | undefined> {
  const { userId } = eventRegistrations;
  if (reader.role === "ADMIN") return (await foundPeople(db, q))?.among(userId);
  return inArray(userId, db.select({ id: users.id }).from(users).where(eq(users.email, q)));
}

/** The registrations of an event with each mark. Columns in a query within are written with the name of their table, which drizzle leaves out. */
const marked = (eventId: string): Record<NonNullable<ParticipantsQuery["mark"]>, SQL | undefined> => ({
  away: isNotNull(eventRegistrations.awayAt),
  seeking: isNotNull(eventRegistrations.replacementSince),
  guest: isNotNull(eventRegistrations.guestName),
  unanswered: and(
    inArray(eventRegistrations.status, [...liveStatuses]),
    sql`exists (select from event_questions question
      where question.event_id = ${eventId} and question.required and question.archived_at is null
        and not event_registrations.answers @> jsonb_build_array(jsonb_build_object('question', question.id)))`,
  ),
});

/** Whether the places of a registration have begun: with the hours of their group, where this has some of its own. */
const inPlacesThat = (begun: "yes" | "no", eventId: string, now: Date): SQL =>
  sql`${eventRegistrations.quotaId} in (select quota.id from event_quotas quota
    join events its_event on its_event.id = quota.event_id
    where quota.event_id = ${eventId}
      and (coalesce(quota.starts_at, its_event.starts_at) <= ${now.toISOString()}::timestamptz) = ${begun === "yes"})`;

/** Those that were ticked in the list, or all that match its query now. */
export const chosenOf = async (db: Db, reader: Reader, eventId: string, selection: Selection, now: Date): Promise<SQL | undefined> =>
  "ids" in selection
    ? and(eq(eventRegistrations.eventId, eventId), inArray(eventRegistrations.id, selection.ids))
    : participantsMatching(db, reader, eventId, ParticipantsQuery.parse(selection.query), now);

/** Names and page of the registrations of a task. */
export async function participantNames(db: Db, eventId: string, ids: string[]): Promise<Map<string, { name: string; path: string }>> {
  const { id, name } = eventRegistrations;
  const rows = await db
    .select({ id, name })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, eventId), inArray(id, ids)));
  const path = (of: string) => `/dashboard/admin/events/${eventId}/participants?q=${encodeURIComponent(of)}`;
  return new Map(rows.map((row) => [row.id, { name: row.name, path: path(row.name) }]));
}
