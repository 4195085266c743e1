import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, record } from "#backend/db/columns";
import { sectors } from "#backend/modules/teams/tables";
import { users } from "#backend/modules/users/tables";
import { contactTopics, messageStatuses } from "#contract/contact";
import { locales } from "#contract/locale";

/** What visitors wrote to us. */
export const messages = pgTable(
  "messages",
  {
    ...record,
    number: integer().notNull().generatedAlwaysAsIdentity().unique(),
    topic: text({ enum: contactTopics }).notNull(),
    sectorId: uuid().references(() => sectors.id),
    name: text().notNull(),
    email: citext().notNull(),
    locale: text({ enum: locales }).notNull(),
    body: text().notNull(),
    status: text({ enum: messageStatuses }).notNull().default("new"),
    version: integer().notNull().default(1),
    /** The same message sent twice on one day is one message. */
    dedupeKey: text().notNull().unique(),
  },
  (t) => [
    check("messages_status", sql`${t.status} in ('new', 'answered', 'closed')`),
    index("messages_by_day").on(t.createdAt, t.id),
    index("messages_by_name").on(t.name, t.id),
    index("messages_status").on(t.status, t.createdAt, t.id),
    index("messages_topic").on(t.topic, t.createdAt, t.id),
    index("messages_sector").on(t.sectorId),
  ],
);

export const messageReplies = pgTable(
  "message_replies",
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index("message_replies_message").on(t.messageId, t.at)],
);
