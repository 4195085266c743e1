import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "#backend/db/columns";
import { sessions } from "#backend/identity/tables";
import { campaigns } from "#backend/modules/campaigns/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { users } from "#backend/modules/users/tables";
import { loggedChannels, noticeStates, noticeSubjects } from "#contract/accounts/inbox";
import { pushTopicNames, summaryFrequencies } from "#contract/accounts/notifications";

/**
 * What a person was notified of, one row for each channel, written in the transaction of what happened. It outlives the mail: a trigger copies
 * the mail's state until the mail is purged. One in a summary has its mail once the summary is written. Push is one notice, however many devices: `sent` when one of them got it.
 */
export const notices = pgTable(
  "notices",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull(),
    userId: uuid().references(() => users.id),
    /** In place of an account: a subscriber to the newsletter. */
    subscriberId: uuid().references(() => newsletterSubscribers.id, { onDelete: "cascade" }),
    /** The same: the registration of a guest, who gets a campaign about the event. It goes with it. */
    registrationId: uuid().references(() => eventRegistrations.id, { onDelete: "cascade" }),
    topic: text().notNull(),
    channel: text({ enum: loggedChannels }).notNull(),
    state: text({ enum: noticeStates }).notNull(),
    /** When the state last changed. */
    stateAt: instant().notNull(),
    /** Where the notice in the inbox, or on a device, leads; a path of the site. */
    path: text(),
    /** The values of its title; nothing else of the mail. */
    values: jsonb().$type<Record<string, string>>().notNull().default({}),
    readAt: instant(),
    mailId: uuid().references(() => outgoingMails.id, { onDelete: "set null" }),
    /** The campaign that it is a message of. */
    campaignId: uuid().references(() => campaigns.id, { onDelete: "set null" }),
    /** The record that a summary lists, as it is when the summary is written. */
    recordId: uuid(),
    /** The record that it is about, whose page shows it. */
    subject: text({ enum: noticeSubjects }),
    subjectId: uuid(),
    /** The same as the mail's: what happened once is one notice in each channel. */
    dedupeKey: text().notNull(),
  },
  (t) => [
    unique("notices_once").on(t.dedupeKey, t.userId, t.channel),
    uniqueIndex("notices_once_for_subscriber").on(t.subscriberId, t.dedupeKey).where(sql`${t.subscriberId} is not null`),
    uniqueIndex("notices_once_for_registration").on(t.registrationId, t.dedupeKey).where(sql`${t.registrationId} is not null`),
    // A mail about a record to an address without account has neither: nothing of it says whose it is.
    check(
      "notices_one_reader",
      sql`num_nonnulls(${t.userId}, ${t.subscriberId}, ${t.registrationId}) = 1 or (num_nonnulls(${t.userId}, ${t.subscriberId}, ${t.registrationId}) = 0 and ${t.channel} = 'email' and ${t.subjectId} is not null)`,
    ),
    check("notices_subject", sql`(${t.subject} is null) = (${t.subjectId} is null) and ${t.subject} in (${oneOf(noticeSubjects)})`),
    check("notices_mails_to_subscribers", sql`${t.subscriberId} is null or ${t.channel} = 'email'`),
    check("notices_mails_to_guests", sql`${t.registrationId} is null or ${t.channel} = 'email'`),
    check("notices_channel", sql`${t.channel} in (${oneOf(loggedChannels)})`),
    check("notices_digest_record", sql`${t.channel} <> 'digest' or ${t.recordId} is not null`),
    check("notices_state", sql`${t.state} in (${oneOf(noticeStates)})`),
    check("notices_read_in_inbox", sql`${t.readAt} is null or ${t.channel} = 'inbox'`),
    check("notices_path", sql`${t.path} is null or ${t.path} like '/%'`),
    index("notices_of_person").on(t.userId, t.createdAt, t.id),
    index("notices_inbox").on(t.userId, t.createdAt, t.id).where(sql`${t.channel} = 'inbox'`),
    index("notices_unread").on(t.userId).where(sql`${t.channel} = 'inbox' and ${t.readAt} is null`),
    index("notices_mail").on(t.mailId).where(sql`${t.mailId} is not null`),
    index("notices_created").on(t.createdAt),
    index("notices_of_campaign")
      .on(t.campaignId, sql`coalesce(${t.userId}, ${t.subscriberId}, ${t.registrationId})`)
      .where(sql`${t.campaignId} is not null`),
    index("notices_failed_of_campaign").on(t.campaignId).where(sql`${t.state} = 'failed' and ${t.campaignId} is not null`),
    index("notices_of_subject").on(t.subjectId, t.createdAt, t.id).where(sql`${t.subjectId} is not null`),
    index("notices_digest_waiting")
      .on(t.userId, t.createdAt)
      .where(sql`${t.channel} = 'digest' and ${t.state} = 'waiting' and ${t.mailId} is null`),
    index("notices_push_waiting").on(t.id).where(sql`${t.channel} = 'push' and ${t.state} = 'waiting'`),
  ],
);

/** The last summaries of a person: for which day they were due, the Monday of a weekly one, and when they were written. One is written once. */
export const summaries = pgTable(
  "summaries",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    frequency: text({ enum: summaryFrequencies }).notNull(),
    due: date().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.frequency] }),
    check("summaries_frequency", sql`${t.frequency} in (${oneOf(summaryFrequencies)})`),
  ],
);

/** A browser that a person gets notifications on. It goes with its session: a trigger deletes it when that is revoked. */
export const pushDevices = pgTable(
  "push_devices",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** A token is one browser, whoever is logged in. */
    tokenHash: text().notNull().unique("push_devices_token"),
    /** The provider's registration token, sealed under a session secret. */
    sealedToken: text().notNull(),
    /** The browser and its system; null when unknown. */
    label: text(),
    createdAt: instant().notNull(),
    /** When the provider last took a notification for it. */
    usedAt: instant(),
  },
  (t) => [index("push_devices_person").on(t.userId, t.createdAt), index("push_devices_session").on(t.sessionId)],
);

/** A notice that waits to be sent to one device. The row goes when it is sent, or will not be. */
export const pushMessages = pgTable(
  "push_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    noticeId: uuid()
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    deviceId: uuid()
      .notNull()
      .references(() => pushDevices.id, { onDelete: "cascade" }),
    /** Which choice of the person it depends on, again when it is sent. */
    choice: text({ enum: pushTopicNames }).notNull().default("account"),
    /** Whether it is sent at any hour. */
    urgent: boolean().notNull(),
    attempts: integer().notNull().default(0),
    /** When the next attempt may begin. */
    dueAt: instant().notNull(),
    /** The end of the claim of one process. */
    claimedUntil: instant(),
    /** When it has nothing to say any more. */
    sendBefore: instant().notNull(),
  },
  (t) => [
    unique("push_messages_once").on(t.noticeId, t.deviceId),
    check("push_messages_choice", sql`${t.choice} in (${oneOf(pushTopicNames)})`),
    index("push_messages_device").on(t.deviceId),
    index("push_messages_due").on(t.urgent.desc(), t.dueAt),
    index("push_messages_end").on(t.sendBefore),
  ],
);
