import { and, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { isDead } from "#backend/modules/mails/dead-mailboxes";
import { users } from "#backend/modules/users/tables";
import type { LeftOutReason } from "#contract/accounts/campaigns";
import type { Meant } from "./audience.ts";
import { guestHadThis } from "./earlier.ts";

/** Who may write to those who are registered for an event: whoever sees their list. */
export const writesToParticipants = ({ role }: Pick<Actor, "role">) => role === "ADMIN";

const own = alias(eventRegistrations, "own");

/** The registrations for its event that a campaign is for. */
export const addressedIn = (
  { eventId, eventStatuses, quotaIds }: Meant,
  { eventId: ofEvent, status, quotaId }: Record<"eventId" | "status" | "quotaId", AnyPgColumn> = eventRegistrations,
) =>
  and(
    eventId ? eq(ofEvent, eventId) : sql`false`,
    eventStatuses.length > 0 ? inArray(status, eventStatuses) : sql`false`,
    quotaIds.length > 0 ? inArray(quotaId, quotaIds) : undefined,
  );

/** The guests among them. Whoever is one of them with an open account of the same address as well is that account alone. */
export function guestsAddressed(db: Db, actor: Actor, meant: Meant): SQL | undefined {
  if (!meant.eventId || !writesToParticipants(actor)) return sql`false`;
  const isOpen = and(eq(users.accountState, "validated"), isNotNull(users.emailVerifiedAt));
  const account = db
    .select({ one: sql`1` })
    .from(users)
    .innerJoin(own, eq(own.userId, users.id))
    .where(and(eq(users.email, eventRegistrations.guestEmail), isOpen, addressedIn(meant, own)));
  return and(isNull(eventRegistrations.userId), addressedIn(meant), notExists(account));
}

/** Those of them to whom mails are sent. */
export const guestsMeant = (db: Db, actor: Actor, meant: Meant) => and(guestsAddressed(db, actor, meant), isNull(reasonOfGuest(db, meant)));

/** Why a guest of {@link eventRegistrations} gets no message; null for those who do. They have neither an inbox nor devices. */
export const reasonOfGuest = (db: Db, meant: Meant) =>
  sql<LeftOutReason | null>`case when ${eventRegistrations.guestEmail} is null then 'guest'
    ${meant.channels.includes("email") ? sql`` : sql`when true then 'mailOnly'`}
    when ${guestHadThis(db, meant)} then 'had'
    when ${isDead(db, eventRegistrations.guestEmail)} then 'deadAddress' end`;

/** How many guests it is for, how many of them read English, and how many are left out, by reason. */
export async function countGuests(db: Db, actor: Actor, meant: Meant) {
  if (!meant.eventId || !writesToParticipants(actor)) return [];
  const chosen = db
    .select({
      english: sql<boolean>`coalesce(${eventRegistrations.guestLocale} = 'en', false)`.as("english"),
      reason: reasonOfGuest(db, meant).as("reason"),
    })
    .from(eventRegistrations)
    .where(guestsAddressed(db, actor, meant))
    .as("chosen");
  return db
    .select({ english: chosen.english, reason: chosen.reason, people: sql<number>`count(*)::int` })
    .from(chosen)
    .groupBy(chosen.english, chosen.reason);
}

/** The names of those of them who are guests, with the list that they are in. */
export async function guestsNamed(db: Db, actor: Actor, ids: string[]) {
  if (ids.length === 0 || !writesToParticipants(actor)) return [];
  const { id, name, eventId } = eventRegistrations;
  const rows = await db
    .select({ id, name, eventId })
    .from(eventRegistrations)
    .where(and(inArray(id, ids), isNull(eventRegistrations.userId)));
  return rows.map((row) => ({ id: row.id, name: row.name, path: `/dashboard/admin/events/${row.eventId}/participants` }));
}
