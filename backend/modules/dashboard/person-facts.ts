import { and, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { isHelped } from "#backend/identity/restricted";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { ofAccount } from "#backend/modules/fiscal-receipts/own";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { isCounted } from "#backend/modules/hours/counted";
import { volunteerHours } from "#backend/modules/hours/tables";
import { isValidOn, memberships } from "#backend/modules/memberships/tables";
import { lastReceivedBy, receivedBy } from "#backend/modules/payments/received-by-account";
import { driverProfiles } from "#backend/modules/people/tables";
import { users } from "#backend/modules/users/tables";
import { verificationChats } from "#backend/modules/verification-chats/tables";
import { Refusal } from "#backend/refusal";
import type { PersonFacts } from "#contract/accounts/person-facts";
import { mayReadRestricted } from "#contract/accounts/restricted";
import { isDonor } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";

type Helping = NonNullable<PersonFacts["helping"]>;

/** What is read first about a person, in one statement. Where somebody is helped is restricted, and its reading recorded. */
export async function readPersonFacts({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string): Promise<PersonFacts> {
  const now = clock();
  const today = franceDay(now);
  const newYear = `${today.slice(0, 4)}-01-01`;
  const [row] = await db
    .select({
      role: users.role,
      sectorId: users.sectorId,
      helped: isHelped,
      next: nextEvent(id, now),
      document: firstEnding(id),
      minutes: sql<number>`(select coalesce(sum(${volunteerHours.minutes}), 0) from ${volunteerHours}
        where ${and(eq(volunteerHours.userId, id), isCounted, gte(volunteerHours.date, newYear))})`.mapWith(Number),
      claims: db.$count(expenseClaims, and(eq(expenseClaims.userId, id), ne(expenseClaims.status, "withdrawn"))),
      cents: sql<number>`(${receivedBy(db, id, newYear)})`.mapWith(Number),
      lastOn: lastReceivedBy(db, id),
      receipts: receiptsOf(db, id),
      memberUntil: sql<string | null>`(select max(${memberships.validUntil})::text from ${memberships}
        where ${and(eq(memberships.userId, id), isValidOn(today))})`,
      chatId: sql<string | null>`(select ${verificationChats.id} from ${verificationChats} where ${eq(verificationChats.userId, id)})`,
    })
    .from(users)
    .where(and(eq(users.id, id), ne(users.accountState, "left")));
  if (!row) throw new Refusal("not_found");
  const { role, sectorId, helped, next, document, minutes, claims, cents, lastOn, receipts, memberUntil, chatId } = row;
  const withheld = helped && !mayReadRestricted(actor, sectorId);
  if (helped && !withheld && next) await recordChange(db, actor, { action: "user.read_restricted", entityType: "person", entityId: id });
  const shown = withheld || !next ? null : { ...next, startsAt: new Date(next.startsAt).toISOString() };
  return {
    helping: isDonor(role) ? null : { next: shown, document, minutes, claims },
    giving: isDonor(role) || lastOn !== null || receipts > 0 ? { centsThisYear: cents, lastOn, receipts } : null,
    memberUntil,
    chatId,
    withheld,
  };
}

const nextEvent = (userId: string, now: Date) => {
  const held = inArray(eventRegistrations.status, ["confirmed", "attended"]);
  const ahead = sql`${events.startsAt} > ${now.toISOString()}::timestamptz`;
  // In a fragment of its own its columns retain their tables.
  const query = sql`select json_build_object('id', ${events.id}, 'title', ${events.title}, 'startsAt', ${events.startsAt})
    from ${eventRegistrations} join ${events} on ${events.id} = ${eventRegistrations.eventId}
    where ${and(eq(eventRegistrations.userId, userId), held, isNull(events.cancelledAt), ahead)}
    order by ${events.startsAt}, ${events.id} limit 1`;
  return sql<Helping["next"]>`(${query})`;
};

/** Of the documents of the person's motor vehicle. */
const firstEnding = (userId: string) => sql<Helping["document"]>`(select json_build_object('kind', document.kind, 'until', document.ends)
  from ${driverProfiles} cross join lateral (values ('licence', ${driverProfiles.licenceExpiry}),
    ('insurance', ${driverProfiles.insuranceExpiry}), ('inspection', ${driverProfiles.inspectionExpiry})) document (kind, ends)
  where ${driverProfiles.userId} = ${userId} and document.ends is not null and ${driverProfiles.vehicle} <> 'bike'
  order by document.ends, document.kind limit 1)`;

const receiptsOf = (db: Db, userId: string) =>
  db.$count(fiscalReceipts, and(ofAccount(userId), eq(fiscalReceipts.status, "issued"), isNull(fiscalReceipts.erasedAt)));
