import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { isMember } from "#backend/modules/users/conditions";
import { users } from "#backend/modules/users/tables";
import { acceptedAt } from "#backend/modules/verification/last-accepted";
import { fileValidUntil } from "#contract/charity/aids";
import type { Facts } from "#contract/charity/door-judging";
import { liveStatuses } from "#contract/charity/event-registrations";
import { franceDay } from "#contract/formats/france-time";
import { type CodeSubject, lookupsOf, readCode } from "./code-format.ts";
import { currentVersions } from "./issuing.ts";
import { checkIns, doorCodes } from "./tables.ts";

/** What a code stands for, signed or typed; null for everything that was not made here, which is looked up whatever it says. */
export async function subjectOf(db: Db, secrets: readonly string[], text: string, eventId: string): Promise<CodeSubject | null> {
  const signed = readCode(secrets, text);
  if (signed) return signed;
  const { kind, version, registrationId, userId } = doorCodes;
  const rows = await db
    .select({ kind, version, registrationId, userId, eventId: doorCodes.eventId, at: eventRegistrations.eventId })
    .from(doorCodes)
    .leftJoin(eventRegistrations, eq(eventRegistrations.id, doorCodes.registrationId))
    .where(inArray(doorCodes.lookup, lookupsOf(secrets, text)))
    .orderBy(desc(doorCodes.version))
    .limit(10);
  // Two codes may have the same letters; not at one event, as good as never.
  const row = rows.find(({ at }) => at === eventId) ?? rows[0];
  const id = row && (row.registrationId ?? row.userId ?? row.eventId);
  return row && id ? { kind: row.kind, version: row.version, id } : null;
}

/** Of whom or what the facts are; the id of the registration stays null where there is none, or where it is of another event. */
export type Known = { facts: Facts; registrationId: string | null; openEntryId: string | null };

const eventFacts = ({ id, startsAt, endsAt, status, cancelledAt }: EventRow) => ({
  ...{ id, startsAt, endsAt },
  isOn: cancelledAt === null && status !== "draft",
});

/** The facts on which an answer rests; null where what the code stood for has been erased. */
export async function knownOf(db: Db, event: EventRow, subject: CodeSubject): Promise<Known | null> {
  const { kind, id, version } = subject;
  const versionOf = await currentVersions(db, kind, [id]);
  const base = { event: eventFacts(event), replaced: version !== versionOf(id), expired: false, isEntrance: false, accountOpen: true };
  if (kind === "entrance") return { facts: { ...base, isEntrance: true, registration: null }, registrationId: null, openEntryId: null };
  if (kind === "ticket") return withRegistration(db, base, eq(eventRegistrations.id, id));
  const card = await cardOf(db, subject, franceDay(event.startsAt));
  if (!card) return null;
  const own = and(eq(eventRegistrations.userId, id), eq(eventRegistrations.eventId, event.id));
  const known = await withRegistration(db, { ...base, ...card }, own);
  return known ?? { facts: { ...base, ...card, registration: null }, registrationId: null, openEntryId: null };
}

/** The same for somebody whom staff found by name. */
export function knownByName(db: Db, event: EventRow, registrationId: string): Promise<Known | null> {
  const base = { event: eventFacts(event), replaced: false, expired: false, isEntrance: false, accountOpen: true };
  return withRegistration(db, base, and(eq(eventRegistrations.id, registrationId), eq(eventRegistrations.eventId, event.id)));
}

async function withRegistration(db: Db, base: Omit<Facts, "registration">, which: ReturnType<typeof and>): Promise<Known | null> {
  const isLive = sql<boolean>`${inArray(eventRegistrations.status, [...liveStatuses])}`;
  const [row] = await db
    .select({
      registration: eventRegistrations,
      slotStartsAt: eventQuotas.startsAt,
      accountState: users.accountState,
      openEntryId: checkIns.id,
    })
    .from(eventRegistrations)
    .innerJoin(eventQuotas, eq(eventQuotas.id, eventRegistrations.quotaId))
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(
      checkIns,
      and(
        eq(checkIns.registrationId, eventRegistrations.id),
        eq(checkIns.kind, "entry"),
        isNull(checkIns.undoneAt),
        isNull(checkIns.closedBy),
      ),
    )
    .where(which)
    .orderBy(desc(isLive), desc(eventRegistrations.position))
    .limit(1);
  if (!row) return null;
  const { registration, slotStartsAt, accountState, openEntryId } = row;
  const { id, eventId, status } = registration;
  const accountOpen = base.accountOpen && (accountState === null || accountState === "validated");
  return {
    facts: { ...base, accountOpen, registration: { eventId, status, slotStartsAt, inside: openEntryId !== null } },
    registrationId: id,
    openEntryId,
  };
}

/** A member's card holds on the days of a membership, a student's as long as their file does; null for an account that has left. */
async function cardOf(db: Db, { kind, id }: CodeSubject, day: string) {
  const [person] = await db
    .select({
      role: users.role,
      state: users.accountState,
      toCheck: users.annualVerificationNeeded,
      acceptedAt,
      isMember: sql<boolean>`${isMember(db, day)}`,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!person || person.state === "left") return null;
  const isValid = person.role === "BENEFICIARY" && !person.toCheck && day <= fileValidUntil(franceDay(person.acceptedAt));
  const holds = kind === "membership" ? person.isMember : isValid;
  return { expired: !holds, accountOpen: person.state === "validated" };
}
