import { and, eq, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { proposeFor } from "#backend/modules/event-registrations/attendance";
import { lockEvent } from "#backend/modules/event-registrations/locking";
import { setStatus } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { Refusal } from "#backend/refusal";
import { requireDoor } from "./access.ts";
import { checkIns } from "./tables.ts";

type Row = typeof checkIns.$inferSelect;

/**
 * Takes back an entry or an exit: whoever made it, or who may check in by hand. Only the last step of a person, so that what is left is in order. With the entry
 * that said it goes that they attended; what staff had marked by hand before stays. The hours that are proposed follow.
 */
export async function undo(services: Pick<Services, "db" | "clock">, actor: Actor, eventId: string, checkInId: string): Promise<void> {
  const { manual } = await requireDoor(services.db, actor, eventId);
  await services.db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId);
    const [found] = await tx
      .select({ checkIn: checkIns, status: eventRegistrations.status })
      .from(checkIns)
      .innerJoin(eventRegistrations, eq(eventRegistrations.id, checkIns.registrationId))
      .where(and(eq(checkIns.id, checkInId), eq(eventRegistrations.eventId, eventId)));
    if (!found) throw new Refusal("not_found");
    const { checkIn, status } = found;
    if (checkIn.byUserId !== actor.id && !manual) throw new Refusal("forbidden");
    if (checkIn.undoneAt || checkIn.closedBy || (await hasLaterStep(tx, checkIn))) throw new Refusal("wrong_state");
    const now = services.clock();
    await tx.update(checkIns).set({ undoneAt: now, undoneBy: actor.id }).where(eq(checkIns.id, checkIn.id));
    await tx.update(checkIns).set({ closedBy: null }).where(eq(checkIns.closedBy, checkIn.id));
    if (checkIn.statusBefore && status === "attended")
      await setStatus({ db: tx, clock: services.clock }, [checkIn.registrationId], checkIn.statusBefore);
    await proposeFor(tx, { event, ids: [checkIn.registrationId], now });
    const action = checkIn.kind === "entry" ? "event_registration.undo_entry" : "event_registration.undo_exit";
    await recordChange(tx, actor, { action, entityType: "event_registration", entityId: checkIn.registrationId });
  });
}

const counting = (registrationId: string) => and(eq(checkIns.registrationId, registrationId), isNull(checkIns.undoneAt));

/** Whether the person has come or gone again since then. */
async function hasLaterStep(tx: Db, { id, registrationId }: Row): Promise<boolean> {
  const later = sql`${checkIns.createdAt} > (select step.created_at from check_ins step where step.id = ${id})`;
  return (await tx.$count(checkIns, and(counting(registrationId), later))) > 0;
}
