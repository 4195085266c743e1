import { eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { events } from "#backend/modules/events/tables";
import { Refusal } from "#backend/refusal";
import { closingTasks } from "#contract/charity/event-day";
import { eventDay } from "./event-day.ts";

type Deps = Pick<Services, "db" | "clock" | "organisation">;

/**
 * Closes an event that is over, after which what was noted of its registrations and at its door stays as it is. `left` is how many things to do the page
 * named: refused with their number when more are left.
 */
export function closeEvent(services: Deps, actor: Actor, eventId: string, left: number): Promise<void> {
  return services.db.transaction(async (tx) => {
    const now = services.clock();
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
    if (!event) throw new Refusal("not_found");
    if (event.status === "draft" || event.cancelledAt || event.closedAt || event.endsAt > now) throw new Refusal("wrong_state");
    const { tasks } = await eventDay({ ...services, db: tx }, actor, eventId);
    const count = tasks.reduce((sum, task) => (closingTasks.includes(task.name) ? sum + task.count : sum), 0);
    if (count > left) throw new Refusal("stale", { count });
    await tx.update(events).set({ closedAt: now, closedBy: actor.id }).where(eq(events.id, eventId));
    await recordChange(tx, actor, { action: "event.close", entityType: "event", entityId: eventId, after: { closed: true, left: count } });
  });
}

/** Opens a closed event again; the log has the reason. */
export function reopenEvent({ db }: Deps, actor: Actor, eventId: string, reason: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
    if (!event) throw new Refusal("not_found");
    if (!event.closedAt) throw new Refusal("wrong_state");
    await tx.update(events).set({ closedAt: null, closedBy: null }).where(eq(events.id, eventId));
    const change = { before: { closed: true }, after: { closed: false }, reason };
    await recordChange(tx, actor, { action: "event.reopen", entityType: "event", entityId: eventId, ...change });
  });
}
