import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import type { EventMail } from "./notifying.ts";
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
 * Takes back the changes and reminders of an event, or of some registrations, that wait to be sent, with their unread notices and what waits for devices. A
 * mail that is just being sent is left to whoever sends it. Its key is free again: the same reminder may be sent later. Of those who `stay`, only their search
 * for a replacement is taken back.
 */
export async function withdrawMails(
  { db, clock }: Pick<Deps, "db" | "clock">,
  of: { eventId: string } | { registrationIds: string[]; stay?: boolean },
): Promise<void> {
  const now = clock();
  const { id, status, aboutId, topic, claimedUntil, dedupeKey } = outgoingMails;
  const topics = "eventId" in of ? outlivedByEvent : of.stay ? outlivedByStaying : outlivedByOwn;
  const whose = "eventId" in of ? eq(aboutId, of.eventId) : ofRegistrations(db, of.registrationIds);
  const waiting = await db
    .select({ id, dedupeKey })
    .from(outgoingMails)
    .where(and(whose, eq(status, "waiting"), inArray(topic, topics), or(isNull(claimedUntil), lte(claimedUntil, now))))
    .for("update", { skipLocked: true });
  if (waiting.length === 0) return;
  const keys = waiting.map((mail) => mail.dedupeKey);
  await db.delete(notices).where(and(inArray(notices.dedupeKey, keys), isNull(notices.readAt)));
  await db
    .update(outgoingMails)
    .set({ status: "expired", lastError: outdated, claimedUntil: null, updatedAt: now, dedupeKey: sql`${dedupeKey} || ':' || ${id}` })
    .where(
      inArray(
        id,
        waiting.map((mail) => mail.id),
      ),
    );
}

/** Ends all searches for a replacement in an event, and takes their mails back: its rules do not allow them any more. */
export async function endReplacements({ db, clock }: Pick<Deps, "db" | "clock">, eventId: string): Promise<void> {
  const ended = await db
    .update(eventRegistrations)
    .set({ replacementSince: null, updatedAt: clock() })
    .where(and(eq(eventRegistrations.eventId, eventId), isNotNull(eventRegistrations.replacementSince)))
    .returning({ id: eventRegistrations.id });
  if (ended.length > 0) await withdrawMails({ db, clock }, { registrationIds: ended.map(({ id }) => id), stay: true });
}

/** The mails about registrations, whose keys name them. */
function ofRegistrations(db: Deps["db"], ids: string[]): SQL | undefined {
  const theirs = db.select({ id: eventRegistrations.eventId }).from(eventRegistrations).where(inArray(eventRegistrations.id, ids));
  const { aboutId, dedupeKey } = outgoingMails;
  return and(inArray(aboutId, theirs), sql`split_part(${dedupeKey}, ':', 2) = any(${`{${ids.join(",")}}`}::text[])`);
}
