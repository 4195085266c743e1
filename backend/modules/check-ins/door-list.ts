import { hkdfSync } from "node:crypto";
import { and, asc, desc, eq, exists, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { users } from "#backend/modules/users/tables";
import { type DoorList, type DoorListEntry, doorListHours, longestDoorList } from "#contract/charity/door-list";
import { lookupOf } from "#contract/charity/door-lookup";
import { admittedStatuses, liveStatuses } from "#contract/charity/event-registrations";
import { requireDoor } from "./access.ts";
import { codeOf, lettersOf } from "./code-format.ts";
import { currentVersions } from "./issuing.ts";
import { checkIns, doorCodes } from "./tables.ts";

const hour = 3_600_000;
/** Changes are read from a little before the last time: those of transactions that ended late. */
const overlap = 60_000;
/** Of a code that was replaced more often, the oldest are unknown to the list. */
const oldVersions = 8;

type Deps = Pick<Services, "db" | "clock" | "settings">;

/**
 * What a browser at the door of an event needs to answer without connection, with the key under which it keeps that; null too long before or after the
 * event. `since`: only what has changed. Who may not stand at this door gets none, so that a right that is withdrawn withdraws the list.
 */
export async function doorList({ db, clock, settings }: Deps, actor: Actor, eventId: string, since?: string): Promise<DoorList | null> {
  const { event } = await requireDoor(db, actor, eventId);
  const now = clock();
  const until = new Date(event.endsAt.getTime() + doorListHours.after * hour);
  if (now < new Date(event.startsAt.getTime() - doorListHours.before * hour) || now >= until) return null;
  const { key, salt } = secretsOf(settings.sessionSecrets, actor.sessionId, eventId);
  const { id, label, startsAt } = eventQuotas;
  const quotas = await db.select({ id, label, startsAt }).from(eventQuotas).where(eq(eventQuotas.eventId, eventId));
  const rows = await rowsOf(db, eventId, since ? new Date(Date.parse(since) - overlap) : null);
  return {
    ...{ key, salt, until: until.toISOString(), at: now.toISOString(), whole: !since, event: eventOf(event) },
    quotas: quotas.map((quota) => ({ ...quota, startsAt: quota.startsAt?.toISOString() ?? null })),
    entries: await entriesOf(db, settings.sessionSecrets, salt, rows),
  };
}

/** A key of one session for one event: derived, so that nothing is stored, and another one after each login. */
function secretsOf([newest = ""]: readonly string[], sessionId: string, eventId: string) {
  const bytes = Buffer.from(hkdfSync("sha256", newest, "", `maillon door list ${sessionId} ${eventId}`, 48));
  return { key: bytes.subarray(0, 32).toString("base64url"), salt: bytes.subarray(32).toString("base64url") };
}

const eventOf = ({ id, title, startsAt, endsAt, cancelledAt }: EventRow) => ({
  ...{ id, title, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  isOn: cancelledAt === null,
});

/** Of each registration of the event by itself: one list of all that was scanned lately would read the check-ins of all events. */
const changedSince = (db: Db, since: Date): SQL | undefined =>
  or(
    gte(eventRegistrations.updatedAt, since),
    exists(
      db
        .select({ one: sql`1` })
        .from(checkIns)
        .where(and(eq(checkIns.registrationId, eventRegistrations.id), or(gte(checkIns.createdAt, since), gte(checkIns.undoneAt, since)))),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(doorCodes)
        .where(and(eq(doorCodes.registrationId, eventRegistrations.id), gte(doorCodes.createdAt, since))),
    ),
  );

/** Those who are let in first, in case the event has more than a list. */
function rowsOf(db: Db, eventId: string, since: Date | null) {
  const { id, status, partySize, quotaId, guestName } = eventRegistrations;
  return db
    .select({
      ...{ id, status, partySize, quotaId, guestName, firstName: users.firstName, lastName: users.lastName },
      ...{ accountState: users.accountState, insideSince: checkIns.at },
    })
    .from(eventRegistrations)
    .leftJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(
      checkIns,
      and(eq(checkIns.registrationId, id), eq(checkIns.kind, "entry"), isNull(checkIns.undoneAt), isNull(checkIns.closedBy)),
    )
    .where(and(eq(eventRegistrations.eventId, eventId), since ? changedSince(db, since) : undefined))
    .orderBy(desc(sql`${inArray(status, [...admittedStatuses])}`), asc(id))
    .limit(longestDoorList);
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

async function entriesOf(db: Db, secrets: readonly string[], salt: string, rows: Row[]): Promise<DoorListEntry[]> {
  const versionOf = await currentVersions(
    db,
    "ticket",
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async ({ id, status, partySize, quotaId, insideSince, accountState, ...person }) => {
      const lookups = (version: number) => lookupsOfVersion(secrets, salt, id, version);
      const version = versionOf(id);
      const before = Array.from({ length: Math.min(version - 1, oldVersions) }, (_, at) => version - 1 - at);
      return {
        ...{ id, status, partySize, quotaId, codes: await lookups(version) },
        replaced: (await Promise.all(before.map(lookups))).flat(),
        name: liveStatuses.some((one) => one === status) ? shortName(person) : null,
        insideSince: insideSince?.toISOString() ?? null,
        accountOpen: accountState === null || accountState === "validated",
      };
    }),
  );
}

/** Of a code and its letters, under each secret that still verifies. */
const lookupsOfVersion = (secrets: readonly string[], salt: string, id: string, version: number) =>
  Promise.all(
    secrets
      .flatMap((secret) => [codeOf([secret], { kind: "ticket", id, version }), lettersOf([secret], { kind: "ticket", id, version })])
      .map((code) => lookupOf(salt, code)),
  );

/** The first name and an initial, of guests the first word and that of the last one. */
function shortName({ guestName, firstName, lastName }: Pick<Row, "guestName" | "firstName" | "lastName">): string {
  const words = (guestName ?? "").trim().split(/\s+/);
  const first = guestName === null ? (firstName ?? "") : (words[0] ?? "");
  const last = guestName === null ? (lastName ?? "") : words.length > 1 ? (words.at(-1) ?? "") : "";
  const [initial] = last.trim();
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
