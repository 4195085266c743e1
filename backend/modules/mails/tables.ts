import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { optionalTopics } from "#contract/accounts/notifications";
import { deadReasons, mailStates } from "#contract/api/mails";

/** The number of days with soft bounces, within {@link softWithinDays}, that make an address dead. */
export const softDaysUntilDead = 5;
export const softWithinDays = 30;

const states = oneOf(mailStates);
const topics = oneOf(optionalTopics);

/**
 * A mail that waits to be sent, or was sent. It is written in the transaction of the change that caused it. A trigger deletes its text when it is sent
 * or its link has ended, and its token with any state but `waiting`; only the process that sends reads either.
 */
export const outgoingMails = pgTable(
  "outgoing_mails",
  {
    ...record,
    topic: text().notNull(),
    /** What its recipient stops to get no more mails like it; null where they cannot. It then has a link whose token is added on sending, in place of the mail's id. */
    optionalTopic: text({ enum: optionalTopics }),
    userId: uuid().references(() => users.id),
    /** The account, message or application that a mail to somebody else is about; an erasure finds it by this. */
    aboutId: uuid(),
    recipient: text().notNull(),
    /** In place of the token, these three hold the mail's id. */
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Documents that are attached when it is sent, by their ids. */
    attachmentIds: uuid().array(),
    /** The token of the link, sealed under a session secret. */
    sealedToken: text(),
    /** Two mails of the same key are one mail. */
    dedupeKey: text().notNull().unique(),
    status: text({ enum: mailStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Codes of the last failed attempt, without the server's message, which repeats e-mail addresses. */
    lastError: text(),
    /** Whether it is one of hundreds that are sent at once (`bulkTopics`). */
    isBulk: boolean().notNull().default(false),
    /** When the next attempt may begin. */
    dueAt: instant().notNull().defaultNow(),
    /** The end of the claim of one process. */
    claimedUntil: instant(),
    /** When its link, or what it says, ends: it is not sent after that, however often it is tried again. */
    endsAt: instant(),
    /** When it is given up: its link has ended, or it has waited for too long. */
    sendBefore: instant().notNull().default(sql`now() + interval '5 days'`),
    /** Whether it is given up because of `endsAt`: it is then `expired`, not `failed`. */
    endsWithLink: boolean().notNull().default(false),
    sentAt: instant(),
  },
  (t) => [
    check("outgoing_mails_status", sql`${t.status} in (${states})`),
    check("outgoing_mails_optional_topic", sql`${t.optionalTopic} in (${topics})`),
    check("outgoing_mails_no_live_token", sql`${t.sealedToken} is null or ${t.status} = 'waiting'`),
    check(
      "outgoing_mails_words_gone",
      sql`${t.status} not in ('sent', 'expired') or (${t.subject} = '' and ${t.text} = '' and ${t.html} = '')`,
    ),
    index("outgoing_mails_due").on(t.isBulk, t.dueAt).where(sql`${t.status} = 'waiting'`),
    index("outgoing_mails_links_due").on(t.isBulk, t.dueAt).where(sql`${t.status} = 'waiting' and ${t.sealedToken} is not null`),
    index("outgoing_mails_created").on(t.createdAt, t.id),
    index("outgoing_mails_user").on(t.userId),
    index("outgoing_mails_about").on(t.aboutId).where(sql`${t.aboutId} is not null`),
    index("outgoing_mails_by_status").on(t.status, t.createdAt, t.id),
    index("outgoing_mails_recipient").on(sql`lower(${t.recipient})`),
    wordIndex("outgoing_mails", [t.recipient]),
  ],
);

/**
 * An address that mails came back from, among those that we write to. It is dead from `deadSince` on: nothing is sent to it until its owner or
 * staff confirm that it works. Of a report, only its day and its code are stored.
 */
export const bouncedMailboxes = pgTable(
  "bounced_addresses",
  {
    email: citext("address").primaryKey(),
    createdAt: instant().notNull(),
    deadSince: instant(),
    reason: text({ enum: deadReasons }),
    /** An enhanced status code (RFC 3463). */
    code: text(),
    /** The days in France with soft bounces, within {@link softWithinDays}. */
    softDays: date().array().notNull().default(sql`'{}'`),
    /** When its owner last marked a mail as spam. */
    complainedAt: instant(),
    /** When it was last tried although it is dead, because its owner requested a mail. */
    triedAt: instant(),
    /** When it was confirmed to work again: earlier bounces do not count. */
    worksSince: instant(),
    lastReportAt: instant().notNull(),
  },
  (t) => [
    check("bounced_addresses_dead", sql`(${t.deadSince} is null) = (${t.reason} is null)`),
    check("bounced_addresses_reason", sql`${t.reason} in (${oneOf(deadReasons)})`),
    check("bounced_addresses_code", sql`${t.code} ~ '^[245][.][0-9]{1,3}[.][0-9]{1,3}$'`),
    check("bounced_addresses_soft_days", sql`cardinality(${t.softDays}) <= ${sql.raw(String(softDaysUntilDead))}`),
    index("bounced_addresses_of_dead").on(t.deadSince).where(sql`${t.deadSince} is not null`),
    index("bounced_addresses_last_report").on(t.lastReportAt),
  ],
);
