import { and, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { takeBack } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import { Refusal } from "#backend/refusal";
import type { Reinstatement } from "#contract/charity/event-participants";
import { notifyDoorOfReinstatement } from "./door-notices.ts";
import { notifyOfReinstatement } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations, registrationRules } from "./tables.ts";

/**
 * Undoes the cancellation of an event that has not begun. Nobody gets their place back by it, since many have made other plans: whose registration ended with the
 * event is notified, and registers again. Mails about the cancellation that wait are not sent.
 */
export function reinstateEvent(services: Deps, actor: Actor, eventId: string, { reason }: Reinstatement): Promise<{ notified: number }> {
  return services.db.transaction(async (tx) => {
    const inside = { ...services, db: tx };
    const now = services.clock();
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
    if (!event) throw new Refusal("not_found");
    if (event.status !== "published" || !event.cancelledAt || event.startsAt <= now) throw new Refusal("wrong_state");
    const [rules] = await tx.select().from(registrationRules).where(eq(registrationRules.eventId, eventId));
    const { status, statusAt } = eventRegistrations;
    const ended = and(eq(eventRegistrations.eventId, eventId), eq(status, "cancelled_by_staff"), eq(statusAt, event.cancelledAt));
    const notified = await tx.$count(eventRegistrations, ended);
    const [reinstated] = await tx
      .update(events)
      .set({
        ...{ cancelledAt: null, cancelReason: null, reinstatedAt: now, reinstatedFrom: event.cancelledAt },
        ...{ updatedAt: now, updatedBy: actor.id, version: sql`${events.version} + 1` },
      })
      .where(eq(events.id, eventId))
      .returning();
    if (!reinstated) throw new Refusal("unexpected");
    await takeBack(inside, and(eq(outgoingMails.aboutId, eventId), eq(outgoingMails.topic, "event_cancelled")));
    if (rules) await notifyOfReinstatement(inside, reinstated, rules);
    await notifyDoorOfReinstatement(inside, reinstated);
    await recordChange(tx, actor, {
      action: "event.reinstate",
      entityType: "event",
      entityId: eventId,
      before: { cancelled: true },
      after: { cancelled: false },
      reason,
    });
    return { notified };
  });
}
