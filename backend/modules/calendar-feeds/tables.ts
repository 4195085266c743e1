import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { users } from "#backend/modules/users/tables";

/** The secret address of a person's own events for calendar programs; a new one replaces it. Only a hash of its token is stored. */
export const calendarFeeds = pgTable("calendar_feeds", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  tokenHash: text().notNull().unique("calendar_feeds_token"),
  createdAt: instant().notNull(),
});
