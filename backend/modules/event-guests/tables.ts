import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import type { EventAnswer } from "#contract/charity/event-questions";
import { maxParty } from "#contract/charity/event-registrations";
import { locales } from "#contract/formats/locale";

/**
 * What somebody without account asked for on the page of an event, until the link in the mail is pressed: it counts for nothing, and goes when its link
 * ends. A newer one of the same address for the same event replaces it.
 */
export const eventGuestRequests = pgTable(
  "event_guest_requests",
  {
    ...record,
    /** The event and its place group may be gone when the link is opened: a deletion stores in the bin what refers to a record, and this is for hours. */
    eventId: uuid().notNull(),
    quotaId: uuid().notNull(),
    name: text().notNull(),
    email: citext().notNull(),
    locale: text({ enum: locales }).notNull(),
    partySize: smallint().notNull(),
    textVersion: integer().notNull(),
    answers: jsonb().$type<EventAnswer[]>().notNull().default([]),
    tokenHash: text().notNull().unique("event_guest_requests_token"),
    expiresAt: instant().notNull(),
  },
  (t) => [
    check("event_guest_requests_locale", sql`${t.locale} in (${oneOf(locales)})`),
    check("event_guest_requests_party", sql`${t.partySize} between 1 and ${sql.raw(String(maxParty))}`),
    unique("event_guest_requests_once").on(t.eventId, t.email),
    index("event_guest_requests_expiry").on(t.expiresAt),
    index("event_guest_requests_by_address").on(sql`lower(${t.email}::text)`),
  ],
);

/**
 * Links of mails that open a registration without login: a guest's for as long as it is stored, and the offer to an account until it ends. Each mail has its
 * own; only hashes are stored.
 */
export const eventGuestLinks = pgTable(
  "event_guest_links",
  {
    tokenHash: text().primaryKey(),
    registrationId: uuid()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: "cascade" }),
    createdAt: instant().notNull(),
    /** None for a guest. */
    expiresAt: instant(),
  },
  (t) => [
    index("event_guest_links_registration").on(t.registrationId),
    index("event_guest_links_expiry").on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
  ],
);
