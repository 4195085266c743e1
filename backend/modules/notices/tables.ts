import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { noticeChannels, noticeStates } from "#contract/accounts/inbox";

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/**
 * What a person was notified of, one row for each channel, written in the transaction of what happened. It outlives the mail: a trigger copies
 * the mail's state until the mail is purged.
 */
export const notices = pgTable(
  "notices",
  {
    id: uuid().primaryKey().defaultRandom(),
    createdAt: instant().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    topic: text().notNull(),
    channel: text({ enum: noticeChannels }).notNull(),
    state: text({ enum: noticeStates }).notNull(),
    /** When the state last changed. */
    stateAt: instant().notNull(),
    /** Where the notice in the inbox leads, a path of the site. */
    path: text(),
    /** The values of its title; nothing else of the mail. */
    values: jsonb().$type<Record<string, string>>().notNull().default({}),
    readAt: instant(),
    mailId: uuid().references(() => outgoingMails.id, { onDelete: "set null" }),
    /** The same as the mail's: what happened once is one notice in each channel. */
    dedupeKey: text().notNull(),
  },
  (t) => [
    unique("notices_once").on(t.dedupeKey, t.userId, t.channel),
    check("notices_channel", sql`${t.channel} in (${oneOf(noticeChannels)})`),
    check("notices_state", sql`${t.state} in (${oneOf(noticeStates)})`),
    check("notices_read_in_inbox", sql`${t.readAt} is null or ${t.channel} = 'inbox'`),
    check("notices_path", sql`${t.path} is null or ${t.path} like '/%'`),
    index("notices_of_person").on(t.userId, t.createdAt, t.id),
    index("notices_inbox").on(t.userId, t.createdAt, t.id).where(sql`${t.channel} = 'inbox'`),
    index("notices_unread").on(t.userId).where(sql`${t.channel} = 'inbox' and ${t.readAt} is null`),
    index("notices_mail").on(t.mailId).where(sql`${t.mailId} is not null`),
    index("notices_created").on(t.createdAt),
  ],
);
