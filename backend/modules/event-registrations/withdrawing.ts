import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { takeBack } from "#backend/modules/mails/outbox";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { EventRow, RulesRow } from "./locking.ts";
import { type EventMail, notifyPeople } from "./notifying.ts";
import type { Deps } from "./promoting.ts";
import { eventRegistrations } from "./tables.ts";

/** Why a mail that waited is not sent: what it says does not hold any more. */
const outdated = "REPLACED";

/** What has nothing to say once a time or a place has changed, or once somebody does not take part any more. */
const outlived: EventMail[] = ["event_changed", "event_reminder", "event_replacement"];
/** What the time and the place of an event are in, for people who are not registered. */
const outlivedByEvent: EventMail[] = [...outlived, "event_help"];
/** What only another decision about the same registration takes back. */
const outlivedByOwn: EventMail[] = [...outlived, "event_moved"];
/** What has nothing to say once nobody looks for a replacement any more. */
const outlivedByStaying: EventMail[] = ["event_replacement"];

/**
 * Takes back the changes and reminders of an event, or of some registrations, that wait to be sent, as {@link takeBack} does: the same
 * reminder may be sent later. Of those who `stay`, only their search for a replacement is taken back.
 */
export async function withdrawMails(
  services: Pick<Deps, "db" | "clock">,
  of: { eventId: string } | { registrationIds: string[]; stay?: boolean },
): Promise<void> {
  const { aboutId, topic } = outgoingMails;
  const topics = "eventId" in of ? outlivedByEvent : of.stay ? outlivedByStaying : outlivedByOwn;
  const whose = "eventId" in of ? eq(aboutId, of.eventId) : ofRegistrations(services.db, of.registrationIds);
  await takeBack(services, and(whose, inArray(topic, topics)), outdated);
}

/**
 * Ends all searches for a replacement in an event, and takes their mails back: its rules do not allow them any more. Those who searched are notified that
 * the place is still theirs.
 */
export async function endReplacements(services: Deps, event: EventRow, rules: RulesRow): Promise<void> {
  const { db, clock } = services;
  const ended = await db
    .update(eventRegistrations)
    .set({ replacementSince: null, updatedAt: clock() })
    .where(and(eq(eventRegistrations.eventId, event.id), isNotNull(eventRegistrations.replacementSince)))
    .returning({ id: eventRegistrations.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return;
  await withdrawMails({ db, clock }, { registrationIds: ids, stay: true });
  await notifyOfEndedSearch(services, event, rules, ids);
}

/** Notifies people with a place that nobody is looked for any more who takes it over, each time that this happens. */
export async function notifyOfEndedSearch(services: Deps, event: EventRow, rules: RulesRow, ids: string[]): Promise<void> {
  const at = services.clock().toISOString();
  await notifyPeople(services, event, rules, "event_search_ended", ids, { keyOf: (id) => `${id}:${at}`, until: event.endsAt });
}

/** The mails about registrations, whose keys name them. */
function ofRegistrations(db: Deps["db"], ids: string[]): SQL | undefined {
  const theirs = db.select({ id: eventRegistrations.eventId }).from(eventRegistrations).where(inArray(eventRegistrations.id, ids));
  const { aboutId, dedupeKey } = outgoingMails;
  return and(inArray(aboutId, theirs), sql`split_part(${dedupeKey}, ':', 2) = any(${`{${ids.join(",")}}`}::text[])`);
}
