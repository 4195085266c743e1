import { and, eq, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { events } from "#backend/modules/events/tables";
import { fullName } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import type { EventContact } from "#contract/charity/event-registrations";
import { hasPlace } from "./status.ts";

/** Accounts as those in charge of events. */
export const contacts = alias(users, "contacts");

/** Joins who is in charge of an event in a query of `events`, as long as that account is open. */
export const isContact = (of: typeof contacts): SQL | undefined => and(eq(of.id, events.contactUserId), eq(of.accountState, "validated"));

/** What those with a place read of who is in charge. The id is never missing: without it, somebody without a telephone would count as nobody. */
export const contactFacts = { id: contacts.id, name: fullName(contacts), phone: contacts.phone };

/** Who is in charge, for who has a place in an event that is not over; null for others. */
export function contactFor(
  contact: EventContact | null,
  { endsAt, cancelledAt }: Pick<typeof events.$inferSelect, "endsAt" | "cancelledAt">,
  registration: Parameters<typeof hasPlace>[0] | undefined,
  now: Date,
): EventContact | null {
  return registration && hasPlace(registration) && !cancelledAt && endsAt > now
    ? contact && { name: contact.name, phone: contact.phone }
    : null;
}
