import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";

/** A mail waiting to leave, or gone. It is written in the transaction of the change that caused it. */
export const outgoingMails = pgTable(
  "outgoing_mails",
  {
    ...record,
    topic: text().notNull(),
    userId: uuid().references(() => users.id),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Two mails of the same key are one mail. */
    dedupeKey: text().notNull().unique(),
    status: text({ enum: ["waiting", "sent", "failed"] })
      .notNull()
      .default("waiting"),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: instant(),
  },
  (t) => [
    check("outgoing_mails_status", sql`${t.status} in ('waiting', 'sent', 'failed')`),
    index("outgoing_mails_created").on(t.createdAt, t.id),
    index("outgoing_mails_by_status").on(t.status, t.createdAt, t.id),
    wordIndex("outgoing_mails", [t.recipient, t.subject]),
    index("outgoing_mails_waiting").on(t.createdAt).where(sql`${t.status} = 'waiting'`),
  ],
);
