import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { amongOf } from "#backend/db/found-ids";
import { pageOfRows } from "#backend/db/lists";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { fullName, fullNameIfAny, heldOrNamed } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { sectorsWith } from "#contract/accounts/permissions";
import type { HoursQuery, StaffHoursRow } from "#contract/charity/volunteer-hours-admin";
import { shapeOfHours } from "./rows.ts";
import { hoursDecidedBy, hoursSeenBy } from "./scope.ts";
import { hourPeriods, volunteerHours } from "./tables.ts";
import { isOfPeriod } from "./year.ts";

const deciders = alias(users, "deciders");

const staffRows = (db: Db) =>
  db
    .select({
      row: volunteerHours,
      name: fullName(users),
      sector: sectors.name,
      event: events.title,
      validator: fullNameIfAny(deciders),
      periodId: hourPeriods.id,
    })
    .from(volunteerHours)
    .innerJoin(users, eq(users.id, volunteerHours.userId))
    .leftJoin(sectors, eq(sectors.id, volunteerHours.sectorId))
    .leftJoin(events, eq(events.id, volunteerHours.eventId))
    .leftJoin(deciders, eq(deciders.id, volunteerHours.validatorId))
    .leftJoin(hourPeriods, isOfPeriod);

type Named = Awaited<ReturnType<typeof staffRows>>[number];

const shape = ({ name, ...named }: Named, actor: Pick<Actor, "id">): StaffHoursRow => ({
  ...named.row,
  ...shapeOfHours(named),
  name,
  submittedAt: named.row.submittedAt.toISOString(),
  isOwn: named.row.userId === actor.id,
});

/** The rows of a list: within what the reader sees, and its filters. */
function filtered(db: Db, actor: Actor, query: HoursQuery): SQL | undefined {
  const { status, source, outliers, decidable, sectorId, userId, eventId, dateFrom, dateTo } = query;
  return and(
    decidable ? hoursDecidedBy(db, actor) : hoursSeenBy(db, actor),
    status && eq(volunteerHours.status, status),
    source && eq(volunteerHours.source, source),
    outliers && (outliers === "yes" ? isNotNull(volunteerHours.remark) : isNull(volunteerHours.remark)),
    sectorId ? eq(volunteerHours.sectorId, sectorId) : undefined,
    userId ? eq(volunteerHours.userId, userId) : undefined,
    eventId ? eq(volunteerHours.eventId, eventId) : undefined,
    dateFrom ? gte(volunteerHours.date, dateFrom) : undefined,
    dateTo ? lte(volunteerHours.date, dateTo) : undefined,
  );
}

/** Those who lead a sector do not read the addresses and telephone numbers of people of others. */
const searched = (db: Db, actor: Actor, q: string) =>
  heldOrNamed(db, volunteerHours, volunteerHours.userId, q, { namesOnly: actor.role !== "ADMIN" });

/** All rows of a list, for an act on them. */
export async function hoursMatching(db: Db, actor: Actor, query: HoursQuery): Promise<SQL | undefined> {
  return and(filtered(db, actor, query), or(...(await searched(db, actor, query.q)).map(amongOf)));
}

const isWaiting = sql`(${volunteerHours.status} = 'submitted')`;

/** The list: what waits for a decision first, in its own order. */
export async function listHours(db: Db, actor: Actor, query: HoursQuery) {
  const { submittedAt, date, minutes } = volunteerHours;
  const listed = {
    where: filtered(db, actor, query),
    anyOf: await searched(db, actor, query.q),
    sorts: { since: submittedAt, date, minutes },
    // In a list of one state, all or none of the rows wait.
    first: query.sort === "since" && !query.status ? isWaiting : undefined,
  };
  const [page, choices] = await Promise.all([
    pageOfRows(db, volunteerHours, query, listed, async (found, order) => {
      const rows = await staffRows(db)
        .innerJoin(found, eq(found.id, volunteerHours.id))
        .orderBy(...order);
      return rows.map((row) => shape(row, actor));
    }),
    sectorsSeenBy(db, actor),
  ]);
  return { ...page, sectors: choices };
}

export async function getHours(db: Db, actor: Actor, id: string) {
  const [row] = await staffRows(db).where(and(eq(volunteerHours.id, id), hoursSeenBy(db, actor)));
  if (!row) throw new Refusal("not_found");
  return shape(row, actor);
}

/** The sectors whose hours somebody sees. */
export function sectorsSeenBy(db: Db, actor: Actor) {
  const led = db.select({ id: sectorManagers.sectorId }).from(sectorManagers).where(eq(sectorManagers.userId, actor.id));
  const granted = sectorsWith(actor, ["HOURS_VALIDATE"]);
  const theirs = or(inArray(sectors.id, led), granted.length > 0 ? inArray(sectors.id, granted) : undefined);
  return db
    .select({ id: sectors.id, name: sectors.name })
    .from(sectors)
    .where(actor.role === "ADMIN" ? undefined : theirs)
    .orderBy(asc(sectors.name), asc(sectors.id))
    .limit(500);
}
