import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { citext, instant, localized, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { events } from "#backend/modules/events/tables";
import { users } from "#backend/modules/users/tables";
import { eventDocumentKinds } from "#contract/charity/event-documents";
import { type EventAnswer, eventQuestionKinds } from "#contract/charity/event-questions";
import {
  comingStatuses,
  liveStatuses,
  maxCapacity,
  maxCredit,
  maxParty,
  participantRoles,
  registrationStatuses,
  reminders,
} from "#contract/charity/event-registrations";
import { locales } from "#contract/formats/locale";
import type { Localized } from "#contract/formats/localized";

const rolesOf = sql.raw(`array[${participantRoles.map((role) => `'${role}'`).join(", ")}]::text[]`);

/**
 * Who may register for an event, until when, and for how many places. Whoever changes registrations of an event locks its row here first: it is the
 * one lock of all that counts places. A trigger keeps `taken`.
 */
export const registrationRules = pgTable(
  "event_registration_rules",
  {
    eventId: uuid()
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    version: integer().notNull().default(1),
    roles: text({ enum: participantRoles }).array().notNull(),
    opensAt: instant(),
    closesAt: instant(),
    minAge: smallint(),
    needsMembership: boolean().notNull().default(false),
    /** Whether people must have been at an event of the type training before. */
    needsTraining: boolean().notNull().default(false),
    /** Kinds of documents of which each person must have an accepted one that counts on the day of the event. */
    needsDocuments: text({ enum: eventDocumentKinds }).array().notNull().default([]),
    /** Whether people without account register on the site. */
    guests: boolean().notNull().default(false),
    manual: boolean().notNull().default(false),
    maxParty: smallint().notNull().default(1),
    totalCapacity: integer(),
    taken: integer().notNull().default(0),
    waitingList: boolean().notNull().default(true),
    offerHours: smallint().notNull().default(12),
    cancelUntilHours: smallint().notNull().default(24),
    reminders: text({ enum: reminders }).array().notNull().default(["day"]),
    /** Whether volunteers who could come are notified of a place that becomes free shortly before it begins. */
    alertsVolunteers: boolean().notNull().default(true),
    /** The minutes that are proposed as hours of who was there and whose time was not measured; null for those of their place. */
    hoursCredit: smallint(),
  },
  (t) => [
    check("event_registration_rules_roles", sql`cardinality(${t.roles}) > 0 and ${t.roles} <@ ${rolesOf}`),
    // Nobody without account is a member, was at a training, sent a document, or has an age that is known.
    check(
      "event_registration_rules_guests",
      sql`not (${t.guests} and (${t.needsMembership} or ${t.needsTraining} or ${t.minAge} is not null or cardinality(${t.needsDocuments}) > 0))`,
    ),
    check("event_registration_rules_documents", sql`${t.needsDocuments} <@ array[${oneOf(eventDocumentKinds)}]::text[]`),
    check("event_registration_rules_credit", sql`${t.hoursCredit} between 5 and ${sql.raw(String(maxCredit))}`),
    check("event_registration_rules_order", sql`${t.closesAt} > ${t.opensAt}`),
    check("event_registration_rules_reminders", sql`${t.reminders} <@ array[${oneOf(reminders)}]::text[]`),
    check("event_registration_rules_party", sql`${t.maxParty} between 1 and ${sql.raw(String(maxParty))}`),
    check("event_registration_rules_taken", sql`${t.taken} >= 0 and ${t.taken} <= coalesce(${t.totalCapacity}, ${t.taken})`),
  ],
);

/** What people who are registered must know of an event. Times are ISO and UTC; the hours of a quota are there where it has its own. */
export type EventAnnouncement = {
  startsAt: string;
  endsAt: string;
  placeName: string;
  placeAddress: string;
  /** Missing in what was stored before events were online. */
  onlineUrl?: string | null;
  accessNotes: Localized;
  slots: Record<string, { startsAt: string; endsAt: string }>;
};

/**
 * The last change of an event that its people were notified of. Their mails wait for some minutes: a second change in that time replaces them, and is
 * compared with what people knew `before` the first one.
 */
export const eventChanges = pgTable(
  "event_changes",
  {
    eventId: uuid()
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Counts the changes; the mails of each have keys of their own. */
    number: integer().notNull(),
    changedAt: instant().notNull(),
    /** Until when its mails wait. */
    sendAt: instant().notNull(),
    before: jsonb().$type<EventAnnouncement>().notNull(),
    /** Whether everybody has been notified; of many, a job notifies the rest. */
    done: boolean().notNull(),
  },
  (t) => [index("event_changes_under_way").on(t.eventId).where(sql`not ${t.done}`)],
);

/** A group of places of an event: for some roles, for drivers, for a time of its own. A trigger keeps `taken`; more than the capacity is refused at every commit. */
export const eventQuotas = pgTable(
  "event_quotas",
  {
    ...record,
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    label: localized().notNull(),
    capacity: integer().notNull(),
    taken: integer().notNull().default(0),
    roles: text({ enum: participantRoles }).array().notNull().default([]),
    needsDriver: boolean().notNull().default(false),
    /** Only for managers of the sector of the event. */
    leadOnly: boolean().notNull().default(false),
    startsAt: instant(),
    endsAt: instant(),
  },
  (t) => [
    check("event_quotas_capacity", sql`${t.capacity} between 0 and ${sql.raw(String(maxCapacity))}`),
    check("event_quotas_taken", sql`${t.taken} between 0 and ${t.capacity}`),
    check("event_quotas_roles", sql`${t.roles} <@ ${rolesOf}`),
    check("event_quotas_slot", sql`num_nonnulls(${t.startsAt}, ${t.endsAt}) <> 1 and ${t.endsAt} > ${t.startsAt}`),
    unique("event_quotas_of_event").on(t.eventId, t.id),
    index("event_quotas_in_order").on(t.eventId, t.position),
  ],
);

/** What an event asks who registers. One with answers is archived instead of removed. */
export const eventQuestions = pgTable(
  "event_questions",
  {
    ...record,
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    kind: text({ enum: eventQuestionKinds }).notNull(),
    label: localized().notNull(),
    choices: jsonb().$type<Localized[]>().notNull().default([]),
    required: boolean().notNull().default(false),
    archivedAt: instant(),
  },
  (t) => [
    check("event_questions_kind", sql`${t.kind} in (${oneOf(eventQuestionKinds)})`),
    check("event_questions_choices", sql`(${t.kind} = 'choice') = (jsonb_array_length(${t.choices}) >= 2)`),
    index("event_questions_in_order").on(t.eventId, t.position),
  ],
);

/** A person, or a guest without account, who takes part in an event, waits, or did. */
export const eventRegistrations = pgTable(
  "event_registrations",
  {
    ...record,
    version: integer().notNull().default(1),
    eventId: uuid()
      .notNull()
      .references(() => events.id),
    quotaId: uuid().notNull(),
    userId: uuid().references(() => users.id),
    guestName: text(),
    /** The name of the guest or of the person, by which lists are sorted and searched. Triggers set it. */
    name: text().notNull().default(""),
    /** Of a guest who registered on the site and confirmed the address; guests added by staff have none. */
    guestEmail: citext(),
    guestLocale: text({ enum: locales }),
    /** The version of the text about their data that they read. */
    guestTextVersion: integer(),
    partySize: smallint().notNull().default(1),
    status: text({ enum: registrationStatuses }).notNull(),
    statusAt: instant().notNull().defaultNow(),
    /** The order of arrival, over all events. */
    position: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    offeredAt: instant(),
    offerExpiresAt: instant(),
    source: text({ enum: ["self", "staff"] })
      .notNull()
      .default("self"),
    noteStaff: text().notNull().default(""),
    /** To the questions of the event, each with its question as it was then. */
    answers: jsonb().$type<EventAnswer[]>().notNull().default([]),
    /** When staff excused an absence, which then counts no longer. */
    excusedAt: instant(),
    /** Since when its person looks for somebody to take the place; until then they stay responsible for it. */
    replacementSince: instant(),
    /** When its person noted, too late to give the place back, that they cannot come. The place stays theirs. */
    awayAt: instant(),
    /** When somebody took the place over, which ended the registration. */
    replacedAt: instant(),
  },
  (t) => [
    check("event_registrations_answers", sql`jsonb_typeof(${t.answers}) = 'array'`),
    check("event_registrations_status", sql`${t.status} in (${oneOf(registrationStatuses)})`),
    check("event_registrations_excused", sql`${t.excusedAt} is null or ${t.status} = 'no_show'`),
    check("event_registrations_replacement", sql`${t.replacementSince} is null or ${t.status} = 'confirmed'`),
    check("event_registrations_away", sql`${t.awayAt} is null or ${t.status} = 'confirmed'`),
    check("event_registrations_replaced", sql`${t.replacedAt} is null or ${t.status} = 'cancelled_by_user'`),
    check("event_registrations_source", sql`${t.source} in ('self', 'staff')`),
    check("event_registrations_party", sql`${t.partySize} between 1 and ${sql.raw(String(maxParty))}`),
    check("event_registrations_one_person", sql`num_nonnulls(${t.userId}, ${t.guestName}) = 1`),
    check(
      "event_registrations_guest",
      sql`num_nonnulls(${t.guestEmail}, ${t.guestLocale}, ${t.guestTextVersion}) in (0, 3) and (${t.guestEmail} is null or ${t.guestName} is not null)`,
    ),
    check("event_registrations_guest_locale", sql`${t.guestLocale} in ('fr', 'en')`),
    check("event_registrations_offer", sql`(${t.status} = 'offered') <= (${t.offeredAt} is not null and ${t.offerExpiresAt} is not null)`),
    foreignKey({
      name: "event_registrations_quota",
      columns: [t.eventId, t.quotaId],
      foreignColumns: [eventQuotas.eventId, eventQuotas.id],
    }),
    uniqueIndex("event_registrations_once")
      .on(t.eventId, t.userId)
      .where(sql`${t.status} in (${oneOf(liveStatuses)})`),
    uniqueIndex("event_registrations_once_by_address")
      .on(t.eventId, t.guestEmail)
      .where(sql`${t.guestEmail} is not null and ${t.status} in (${oneOf(liveStatuses)})`),
    index("event_registrations_by_address").on(sql`lower(${t.guestEmail}::text)`).where(sql`${t.guestEmail} is not null`),
    wordIndex("event_registrations", [t.name]),
    index("event_registrations_by_quota_status").on(t.eventId, t.quotaId, t.status),
    index("event_registrations_of_event").on(t.eventId, t.position),
    index("event_registrations_by_name").on(t.eventId, t.name, t.id),
    index("event_registrations_by_status").on(t.eventId, t.status, t.position),
    index("event_registrations_of_quota").on(t.quotaId, t.status, t.position),
    index("event_registrations_of_person").on(t.userId, t.eventId),
    index("event_registrations_waiting").on(t.eventId, t.position).where(sql`${t.status} = 'waiting'`),
    index("event_registrations_pending").on(t.eventId, t.createdAt).where(sql`${t.status} = 'pending'`),
    index("event_registrations_replacements").on(t.eventId, t.replacementSince).where(sql`${t.replacementSince} is not null`),
    index("event_registrations_offers").on(t.offerExpiresAt).where(sql`${t.status} = 'offered'`),
    index("event_registrations_coming")
      .on(t.eventId)
      .where(sql`${t.status} in (${oneOf(comingStatuses)})`),
  ],
);
