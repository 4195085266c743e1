import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { numberAsTyped } from "#backend/db/reference-numbers";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { accountStates } from "#contract/accounts/current-user";
import { frequencies, notificationChannels, pausable } from "#contract/accounts/notifications";
import { consentPurposes, requestKinds, requestStates } from "#contract/law/privacy";
import { dataKinds, retentionStates } from "#contract/law/retention";

/** Each choice that a person made about a use of their data, with the version of the text they read. Rows are only added. */
export const consents = pgTable(
  "consents",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    purpose: text({ enum: consentPurposes }).notNull(),
    given: boolean().notNull(),
    textVersion: integer().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (t) => [
    index("consents_person").on(t.userId, t.purpose, t.at),
    check("consents_purpose", sql`${t.purpose} in (${oneOf(consentPurposes)})`),
  ],
);

/** How often a person is notified about a topic on a channel. Without a row, the topic's default counts. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    topic: text().notNull(),
    channel: text({ enum: notificationChannels }).notNull(),
    frequency: text({ enum: frequencies }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.topic, t.channel] }),
    index("notification_choices_topic").on(t.topic, t.channel, t.frequency),
    check("notification_choices_frequency", sql`${t.frequency} in (${oneOf(frequencies)})`),
  ],
);

/** Until which day in France a person gets nothing of a topic, or of all, but in the inbox. */
export const notificationPauses = pgTable(
  "notification_pauses",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    topic: text({ enum: pausable }).notNull(),
    until: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] }), check("notification_pauses_topic", sql`${t.topic} in (${oneOf(pausable)})`)],
);

/** Requests about personal data: by account, or by an e-mail address when there is none. */
export const dataRequests = pgTable(
  "data_requests",
  {
    ...record,
    /** The reference of the request, as `D-00042`. */
    number: integer().notNull().generatedAlwaysAsIdentity().unique(),
    userId: uuid().references(() => users.id),
    /** Who of the staff entered it for a person who had asked by letter, or had the copy made for an address without account. */
    requestedBy: uuid("asked_by").references(() => users.id),
    /** The e-mail address of a person without account; blanked by their erasure. */
    email: citext(),
    kind: text({ enum: requestKinds }).notNull(),
    message: text(),
    status: text({ enum: requestStates }).notNull().default("open"),
    receivedAt: instant().notNull(),
    dueAt: instant().notNull(),
    answeredAt: instant(),
    /** Why it was refused, as the person reads it. */
    reason: text(),
    /** The state of the copy of the data, and its storage key until it expires. */
    stepsDone: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    archiveKey: text(),
    archiveBytes: integer(),
    archiveExpiresAt: instant(),
  },
  (t) => [
    check("data_requests_kind", sql`${t.kind} in (${oneOf(requestKinds)})`),
    check("data_requests_status", sql`${t.status} in (${oneOf(requestStates)})`),
    check("data_requests_refused_with_reason", sql`${t.status} <> 'refused' or ${t.reason} is not null`),
    uniqueIndex("data_requests_one_waiting").on(t.email, t.kind).where(sql`${t.email} is not null and ${t.status} in ('open', 'running')`),
    wordIndex("data_requests", [...numberAsTyped("D", t.number), t.email]),
    index("data_requests_person").on(t.userId),
    index("data_requests_received").on(t.receivedAt),
    index("data_requests_due").on(t.dueAt),
    index("data_requests_open").on(t.receivedAt).where(sql`${t.status} = 'open'`),
  ],
);

/** How long a kind of data is retained. The rows come with the migration; staff change the durations. */
export const retentionPolicies = pgTable(
  "retention_policies",
  {
    dataKind: text({ enum: dataKinds }).primaryKey(),
    months: integer().notNull().default(0),
    days: integer().notNull().default(0),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    check("retention_policies_some_time", sql`${t.months} >= 0 and ${t.days} >= 0 and ${t.months} + ${t.days} > 0`),
    // What the form promises to applicants.
    check("retention_policies_promised", sql`${t.dataKind} <> 'applications' or ${t.months} * 30 + ${t.days} <= 720`),
  ],
);

/** What a run found or did, in numbers. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    id: uuid().primaryKey().defaultRandom(),
    at: instant().notNull(),
    dryRun: boolean().notNull(),
    counts: jsonb().$type<Record<string, number>>().notNull(),
  },
  (t) => [index("retention_runs_at").on(t.at)],
);

/** The stage of an unused account towards erasure. Without a row, it is in use. */
export const retentionProgress = pgTable(
  "retention_progress",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    state: text({ enum: retentionStates }).notNull(),
    firstNoticeAt: instant().notNull(),
    lastNoticeAt: instant(),
    archivedAt: instant(),
    /** The state before the account was archived, which is restored if staff reopen it. */
    closedFrom: text({ enum: accountStates }),
  },
  (t) => [
    check("retention_progress_state", sql`${t.state} in (${oneOf(retentionStates)})`),
    check("retention_progress_closed_from", sql`${t.closedFrom} in (${oneOf(accountStates)}) and ${t.closedFrom} <> 'left'`),
    index("retention_progress_by_state").on(t.state),
  ],
);

/**
 * Erased people, by pseudonym. They are erased again in a restored backup. The ledger outside the database
 * is written after the erasure is committed; until then a row marks it as pending.
 */
export const erasures = pgTable("erasures", {
  userId: uuid().primaryKey(),
  at: instant().notNull(),
  inLedger: boolean().notNull().default(false),
});

/** Addresses without account that were erased, as hashes. */
export const erasedEmails = pgTable("erased_addresses", {
  emailHash: text("address_hash").primaryKey(),
  at: instant().notNull(),
  inLedger: boolean().notNull().default(false),
});

/** Files to delete, whose rows are gone. */
export const filesToRemove = pgTable("files_to_remove", { storageKey: text().primaryKey() });
