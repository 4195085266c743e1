import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";

/** Counters of the rate limiter, shared by every process on the database. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true, precision: 3 }),
});

/** Answers of changes that carried an Idempotency-Key, so that a repeated request is carried out once. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid().notNull(),
    /** The caller's key and what it was used for. */
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);

/** Events received from programs, by the path they called, so that a repeated one is handled once. */
export const machineEvents = pgTable(
  "machine_events",
  { path: text().notNull(), event: text().notNull(), receivedAt: instant().notNull() },
  (t) => [primaryKey({ columns: [t.path, t.event] }), index("machine_events_age").on(t.receivedAt)],
);
