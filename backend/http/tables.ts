import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Counters of the rate limiter, shared by every process on the database. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true, precision: 3 }),
});
