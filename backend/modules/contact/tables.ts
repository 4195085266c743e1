import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sectors } from "#backend/modules/sectors/tables";
import { repliesTable, threadColumns, threadIndexes } from "#backend/threads/columns";
import { contactTopics } from "#contract/charity/contact";

/** The letter of a message's reference number. */
export const messageLetter = "M";

/** What visitors wrote to us. The same message sent twice on one day is one message. */
export const messages = pgTable(
  "messages",
  {
    ...threadColumns("new"),
    topic: text({ enum: contactTopics }).notNull(),
    sectorId: uuid().references(() => sectors.id),
    body: text().notNull(),
  },
  (t) => [
    ...threadIndexes("messages", "new", t, { letter: messageLetter, read: [t.body] }),
    index("messages_topic").on(t.topic, t.createdAt, t.id),
    index("messages_sector").on(t.sectorId),
  ],
);

export const messageReplies = repliesTable("message", () => messages.id);
