import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { sectorManagers } from "#backend/modules/sector-managers/tables";
import { isRightInForce, permissionGrants, users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { eventManagers, type Holder, sectorsWith } from "#contract/accounts/permissions";
import { rightsNow } from "./account-scope.ts";

type Reader = Pick<Actor, "role"> & Pick<Holder, "extraData">;
type OfSector = Pick<typeof events.$inferSelect, "sectorId">;

/** The sectors whose events a coordinator looks after. */
export const sectorsOfEvents = (reader: Reader) => sectorsWith(reader, eventManagers.inSector);

/** Whether somebody looks after events at all: those of their sectors, or all of them. */
export const managesEvents = (reader: Reader) => reader.role === "ADMIN" || sectorsOfEvents(reader).length > 0;

/** The condition on events that somebody looks after: undefined for administrators, none where nothing is granted. */
export function eventsManagedBy(reader: Reader, table: { sectorId: AnyPgColumn } = events): SQL | undefined {
  if (reader.role === "ADMIN") return undefined;
  const theirs = sectorsOfEvents(reader);
  return theirs.length > 0 ? inArray(table.sectorId, theirs) : sql`false`;
}

/** The same rule for an event that is already read. One of no sector is for administrators. */
export const managesEvent = (reader: Reader, { sectorId }: OfSector) =>
  reader.role === "ADMIN" || (!!sectorId && sectorsOfEvents(reader).includes(sectorId));

/** Whether somebody looks after the event with this id. */
export const mayManage = async (db: Db, reader: Reader, id: string) =>
  reader.role === "ADMIN" || (await db.$count(events, and(eq(events.id, id), eventsManagedBy(reader)))) > 0;

/**
 * The condition on accounts whom somebody may bring into an event by their address, since its page shows them then: undefined for administrators; for others
 * themselves and the people of its team, who are of its sector, manage it or hold a right there on this day (in France, YYYY-MM-DD).
 */
export function ofTeam(actor: Actor, { sectorId }: OfSector, today: string): SQL | undefined {
  if (actor.role === "ADMIN") return undefined;
  const self = eq(users.id, actor.id);
  if (!sectorId) return self;
  const manages = sql`exists (select from ${sectorManagers} where ${sectorManagers.userId} = ${users.id} and ${sectorManagers.sectorId} = ${sectorId})`;
  const holds = sql`exists (select from ${permissionGrants} where ${permissionGrants.userId} = ${users.id}
    and ${permissionGrants.sectorId} = ${sectorId} and ${isRightInForce(today)})`;
  return or(self, eq(users.sectorId, sectorId), manages, holds);
}

/** Refuses an event that somebody does not look after: for them there is none. */
export async function requireEvent(db: Db, reader: Reader, id: string): Promise<void> {
  if (!(await mayManage(db, reader, id))) throw new Refusal("not_found");
}

/**
 * Locks an event for a change, and returns its actor with the rights that they hold now. The event comes first, as wherever places are given: a change is
 * made before the event moves to another sector, or the right ends, or is refused after it.
 */
export async function lockManaged(tx: Db, actor: Actor, id: string): Promise<Actor> {
  if (actor.role === "ADMIN") return actor;
  await requireEvent(tx, actor, id);
  const [event] = await tx.select({ sectorId: events.sectorId }).from(events).where(eq(events.id, id)).for("update");
  const current = await rightsNow(tx, actor);
  if (!event || !managesEvent(current, event)) throw new Refusal("not_found");
  return current;
}

/** The rights of who makes a change, by its transaction, which holds their lock: many events are changed in one. */
const rights = new WeakMap<Db, Actor>();

async function rightsIn(tx: Db, actor: Actor): Promise<Actor> {
  const known = rights.get(tx);
  if (known?.id === actor.id) return known;
  const current = await rightsNow(tx, actor);
  rights.set(tx, current);
  return current;
}

/** Refuses to change a locked event that somebody does not look after, and to make it one of a sector that is not theirs. */
export async function checkScope(tx: Db, actor: Actor, before: OfSector | undefined, after: OfSector): Promise<void> {
  if (actor.role === "ADMIN") return;
  const current = await rightsIn(tx, actor);
  if (before && !managesEvent(current, before)) throw new Refusal("not_found");
  if (!managesEvent(current, after)) throw fieldRefusal("sectorId", "events:error.otherSector");
}
