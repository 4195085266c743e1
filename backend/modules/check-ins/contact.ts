import { and, eq, inArray } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";

/** Names who is in charge of an event, or nobody: a volunteer or a member of staff with an open account. */
export function setContact(db: Db, actor: Actor, eventId: string, email: string | null): Promise<void> {
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
    if (!event) throw new Refusal("not_found");
    const person = email ? await personWith(tx, email) : null;
    if ((person ?? null) === event.contactUserId) return;
    await tx.update(events).set({ contactUserId: person }).where(eq(events.id, eventId));
    const change = { before: { person: event.contactUserId }, after: { person } };
    await recordChange(tx, actor, { action: "event.contact", entityType: "event", entityId: eventId, ...change });
  });
}

async function personWith(tx: Db, email: string): Promise<string> {
  const staff = and(eq(users.accountState, "validated"), inArray(users.role, ["ADMIN", "VOLUNTEER"]));
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), staff))
    .for("key share");
  if (!person) throw fieldRefusal("contactEmail", "events:error.contact");
  return person.id;
}
