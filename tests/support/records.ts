import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { trackingEntries } from "#backend/modules/tracking/tables";
import { participantRoles } from "#contract/charity/event-registrations";

type Records = {
  id: string;
  /** Who is registered, and whose hours they are. */
  participantId: string;
  /** Whom the entry is about. */
  personId: string;
  /** Who wrote it. */
  authorId?: string;
};

/** An event with places and a registration, hours, an entry about a person and a subscriber, all under one id, as they are at first. */
export async function restoreRecords(db: Db, { id, participantId, personId, authorId = participantId }: Records) {
  const [text, at] = [{ fr: "Un texte" }, new Date("2026-01-01")];
  const place = { placeName: "Le local", placeAddress: "12 rue des Lilas, 69003 Lyon" };
  const times = { startsAt: new Date("2035-05-01T10:00Z"), endsAt: new Date("2035-05-01T12:00Z") };
  const event = { title: text, type: "other", ...place, ...times, version: 1 } as const;
  await db.delete(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  await db
    .insert(events)
    .values({ id, ...event, status: "published", publishedAt: at, updatedBy: authorId })
    .onConflictDoUpdate({ target: events.id, set: { ...event, cancelledAt: null, cancelReason: null } });
  const rules = { roles: [...participantRoles], version: 1, minAge: null, totalCapacity: null };
  await db
    .insert(registrationRules)
    .values({ eventId: id, ...rules })
    .onConflictDoUpdate({ target: registrationRules.eventId, set: rules });
  await db.insert(eventQuotas).values({ id, eventId: id, position: 0, label: text, capacity: 99 }).onConflictDoNothing();
  await db.insert(eventRegistrations).values({ id, eventId: id, quotaId: id, userId: participantId, status: "confirmed" });
  const entry = { date: "2026-01-02", minutes: 60, activity: "delivery", level: "field", source: "self", version: 1 } as const;
  const open = {
    status: "submitted",
    validatorId: null,
    validatedAt: null,
    rejectReason: null,
    rejectedAt: null,
    rateLevelId: null,
    rateCents: null,
  } as const;
  await db
    .insert(volunteerHours)
    .values({ id, ...entry, ...open, userId: participantId })
    .onConflictDoUpdate({ target: volunteerHours.id, set: { ...entry, ...open } });
  const noted = { kind: "note", title: "Un appel", occurredAt: at, visibility: "staff" } as const;
  await db
    .insert(trackingEntries)
    .values({ id, ...noted, subjectUserId: personId, authorId })
    .onConflictDoNothing();
  const confirmed = {
    email: `zoe-${id.slice(0, 8)}@elsewhere.example`,
    locale: "fr",
    textVersion: 1,
    requestedAt: at,
    confirmedAt: at,
  } as const;
  await db
    .insert(newsletterSubscribers)
    .values({ id, ...confirmed })
    .onConflictDoNothing();
}
