import { and, eq, isNull, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { notifyOfPauses } from "#backend/modules/event-registrations/absence-pauses";
import { proposeFor } from "#backend/modules/event-registrations/attendance";
import { setStatus } from "#backend/modules/event-registrations/registering";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { Refusal } from "#backend/refusal";
import type { RegistrationStatus } from "#contract/charity/event-registrations";
import { lockDoor, requireDoor } from "./access.ts";
import { checkIns } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "organisation">;
type Row = typeof checkIns.$inferSelect;

/**
 * Takes back an entry or an exit: whoever made it, or who may check in by hand. Only the last step of a person, so that what is left is in order. With the entry
 * that said it goes that they attended, and their registration is as it was before; what staff had marked by hand stays. The hours that are proposed follow.
 */
export async function undo(services: Deps, actor: Actor, eventId: string, checkInId: string): Promise<void> {
  await requireDoor(services.db, actor, eventId);
  await services.db.transaction(async (tx) => {
    const { event, manual } = await lockDoor(tx, actor, eventId);
    if (event.closedAt) throw new Refusal("event_closed");
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
    if (checkIn.statusBefore && status === "attended") await restore({ ...services, db: tx }, checkIn, checkIn.statusBefore);
    await proposeFor(tx, { event, ids: [checkIn.registrationId], now });
    const action = checkIn.kind === "entry" ? "event_registration.undo_entry" : "event_registration.undo_exit";
    await recordChange(tx, actor, { action, entityType: "event_registration", entityId: checkIn.registrationId });
  });
}

/** Brings the state back that an entry changed, with what went with it: an excused absence, a person who looks for a replacement or cannot come. */
async function restore(services: Deps, checkIn: Row, status: RegistrationStatus): Promise<void> {
  const { registrationId, excusedBefore: excusedAt, awayBefore: awayAt, replacementBefore: replacementSince } = checkIn;
  await setStatus(services, [registrationId], status);
  await services.db
    .update(eventRegistrations)
    .set({ excusedAt, awayAt, replacementSince })
    .where(eq(eventRegistrations.id, registrationId));
  if (status === "no_show") await notifyOfPauses(services, [registrationId]);
}

const counting = (registrationId: string) => and(eq(checkIns.registrationId, registrationId), isNull(checkIns.undoneAt));

/** Whether the person has come or gone again since then. */
async function hasLaterStep(tx: Db, { id, registrationId }: Row): Promise<boolean> {
  const later = sql`${checkIns.createdAt} > (select step.created_at from check_ins step where step.id = ${id})`;
  return (await tx.$count(checkIns, and(counting(registrationId), later))) > 0;
}
