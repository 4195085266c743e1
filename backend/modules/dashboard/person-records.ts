import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { accountsOf } from "#backend/identity/account-scope";
import { isHelped } from "#backend/identity/restricted";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { hoursSeenBy } from "#backend/modules/hours/scope";
import { volunteerHours } from "#backend/modules/hours/tables";
import { countOfGifts } from "#backend/modules/payments/received-by-account";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { type RecordCounts, type RegistrationOfPerson, shownRecords } from "#contract/charity/person-records";

type Deps = Pick<Services, "db">;
type Position = { at: string; id: string };

/** How much of each kind is on the pages of a person, in one statement; each kind for those alone who may read it. */
export async function countRecords({ db }: Deps, actor: Actor, id: string): Promise<RecordCounts> {
  const isAdmin = actor.role === "ADMIN";
  const ifAdmin = (count: SQL<number>) => (isAdmin ? count : sql<number>`null`);
  const [person] = await db
    .select({
      sectorId: users.sectorId,
      helped: isHelped,
      events: ifAdmin(db.$count(eventRegistrations, eq(eventRegistrations.userId, id))),
      hours: db.$count(volunteerHours, and(eq(volunteerHours.userId, id), hoursSeenBy(db, actor))),
      gifts: ifAdmin(countOfGifts(db, id)),
      inKind: ifAdmin(db.$count(giftsInKind, eq(giftsInKind.email, users.email))),
    })
    .from(users)
    .where(and(eq(users.id, id), ne(users.accountState, "left"), accountsOf(actor, users, ["HOURS_VALIDATE"])));
  if (!person) throw new Refusal("not_found");
  const { sectorId, helped, events: registered, ...counts } = person;
  const withheld = helped && !mayReadRestricted(actor, sectorId);
  return { ...counts, events: withheld ? null : registered };
}

/** The registrations of a person for events, in whatever state, by the start of the event. Of somebody who is helped they are restricted, and their reading recorded. */
export async function registrationsOf({ db }: Deps, actor: Actor, { id, before }: { id: string; before?: Position }) {
  const [person] = await db
    .select({ sectorId: users.sectorId, helped: isHelped })
    .from(users)
    .where(and(eq(users.id, id), ne(users.accountState, "left")));
  if (!person) throw new Refusal("not_found");
  if (person.helped && !mayReadRestricted(actor, person.sectorId)) return { items: [], more: false, withheld: true };
  if (person.helped) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  const older = before && sql`(${events.startsAt}, ${eventRegistrations.id}) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  const rows = await db
    .select({
      id: eventRegistrations.id,
      at: events.startsAt,
      eventId: events.id,
      title: events.title,
      cancelledAt: events.cancelledAt,
      status: eventRegistrations.status,
      partySize: eventRegistrations.partySize,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.userId, id), older))
    .orderBy(desc(events.startsAt), desc(eventRegistrations.id))
    .limit(shownRecords + 1);
  const items = rows
    .slice(0, shownRecords)
    .map(({ at, cancelledAt, ...row }): RegistrationOfPerson => ({ ...row, at: at.toISOString(), cancelled: cancelledAt !== null }));
  return { items, more: rows.length > shownRecords, withheld: false };
}
