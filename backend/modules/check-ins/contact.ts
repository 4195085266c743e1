import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { ofTeam } from "#backend/identity/event-scope";
import type { EventRow } from "#backend/modules/event-registrations/locking";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";

/** Names who is in charge of an event, or nobody: a volunteer or a member of staff with an open account. */
export function setContact(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  eventId: string,
  email: string | null,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("update");
    if (!event) throw new Refusal("not_found");
    const person = email ? await personWith(tx, email, nameableBy(actor, event, clock())) : null;
    if ((person ?? null) === event.contactUserId) return;
    await tx.update(events).set({ contactUserId: person }).where(eq(events.id, eventId));
    const change = { before: { person: event.contactUserId }, after: { person } };
    await recordChange(tx, actor, { action: "event.contact", entityType: "event", entityId: eventId, ...change });
  });
}

/** Whom somebody may name beside administrators, who name anybody: people of the team, and whom the page shows already. */
function nameableBy(actor: Actor, event: EventRow, now: Date): SQL | undefined {
  const team = ofTeam(actor, event, franceDay(now));
  return team && event.contactUserId ? or(team, eq(users.id, event.contactUserId)) : team;
}

async function personWith(tx: Db, email: string, within: SQL | undefined): Promise<string> {
  const staff = and(eq(users.accountState, "validated"), inArray(users.role, ["ADMIN", "VOLUNTEER"]));
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), staff, within))
    .for("key share");
  if (!person) throw fieldRefusal("contactEmail", within ? "events:error.contactInTeam" : "events:error.contact");
  return person.id;
}
