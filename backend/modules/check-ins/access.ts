import { and, asc, eq, gt, inArray, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { rightsNow } from "#backend/identity/account-scope";
import { managesEvent, sectorsOfEvents } from "#backend/identity/event-scope";
import { type EventRow, lockEvent } from "#backend/modules/event-registrations/locking";
import { events } from "#backend/modules/events/tables";
import { Refusal } from "#backend/refusal";
import { type Holder, sectorsWith } from "#contract/accounts/permissions";
import { eventDoorPeople } from "./tables.ts";

type Reader = Pick<Actor, "id" | "role"> & Pick<Holder, "extraData">;

/** Who stands at a door: at all, and with the right to find people by name. */
export type AtDoor = { event: EventRow; manual: boolean; managed: boolean };

/**
 * The event at whose door somebody may stand: administrators at every one, volunteers where they hold EVENTS_SCAN or EVENTS_MANAGE in its sector or are named for it. For
 * others there is none.
 */
export async function requireDoor(db: Db, actor: Reader, eventId: string): Promise<AtDoor> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, eventId), scannedBy(db, actor)));
  if (!event) throw new Refusal("not_found");
  // Who looks after an event reads its list of names, and notes by hand who attended: at its door they may do the same.
  const managed = managesEvent(actor, event);
  return { event, manual: managed || findsByName(actor, event), managed };
}

/**
 * Locks the places of an event for a change at its door, and answers who stands there with the rights of now: the change is made before a right ends, or the
 * event moves to another sector, or is refused after it.
 */
export async function lockDoor(tx: Db, actor: Actor, eventId: string): Promise<AtDoor> {
  await lockEvent(tx, eventId);
  return requireDoor(tx, await rightsNow(tx, actor), eventId);
}

export async function requireManual(db: Db, actor: Reader, eventId: string): Promise<AtDoor> {
  const door = await requireDoor(db, actor, eventId);
  if (!door.manual) throw new Refusal("forbidden");
  return door;
}

const findsByName = (actor: Reader, { sectorId }: Pick<EventRow, "sectorId">) =>
  !!sectorId && sectorsWith(actor, ["EVENTS_CHECKIN_MANUAL"]).includes(sectorId);

/** The condition on events; undefined for administrators. A draft has no door. */
function scannedBy(db: Db, actor: Reader): SQL | undefined {
  const open = or(eq(events.status, "published"), eq(events.status, "archived"));
  if (actor.role === "ADMIN") return open;
  const sectors = [...sectorsWith(actor, ["EVENTS_SCAN"]), ...sectorsOfEvents(actor)];
  return and(open, or(namedFor(db, actor), sectors.length > 0 ? inArray(events.sectorId, sectors) : undefined));
}

const namedFor = (db: Db, { id }: Reader): SQL =>
  inArray(events.id, db.select({ id: eventDoorPeople.eventId }).from(eventDoorPeople).where(eq(eventDoorPeople.userId, id)));

const halfDay = 12 * 3_600_000;

/** The events around now at whose door somebody may stand, and those to come for which they are named, the next one first. */
export async function doorsFor(db: Db, actor: Reader, now: Date): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.status, "published"),
        isNull(events.cancelledAt),
        or(lt(events.startsAt, new Date(now.getTime() + halfDay)), namedFor(db, actor)),
        gt(events.endsAt, new Date(now.getTime() - halfDay)),
        scannedBy(db, actor),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(30);
}
