import { type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, check, type ExtraConfigColumn, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, record } from "#backend/db/columns";
import { numberAsTyped } from "#backend/db/reference-numbers";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { threadStatuses } from "#contract/charity/threads";
import { locales } from "#contract/formats/locale";

/** The columns of every kind of thread. `answered` implies a reply: a trigger of the migration `application-threads` enforces it. */
export const threadColumns = <const Waiting extends string>(waiting: Waiting) => ({
  ...record,
  number: integer().notNull().generatedAlwaysAsIdentity().unique(),
  name: text().notNull(),
  email: citext().notNull(),
  locale: text({ enum: locales }).notNull(),
  status: text({ enum: threadStatuses(waiting) })
    .notNull()
    .default(waiting as never),
  version: integer().notNull().default(1),
  /** A form sent twice is stored once. */
  dedupeKey: text().notNull().unique(),
});

type Columns = Record<"id" | "number" | "name" | "email" | "status" | "createdAt", ExtraConfigColumn>;

/** Check and indexes of a table of threads, for its filter, orders and search: `letter` begins its numbers, `read` is searched besides who wrote. */
export function threadIndexes(name: string, waiting: string, t: Columns, { letter, read = [] }: { letter: string; read?: SQLWrapper[] }) {
  return [
    check(`${name}_status`, sql`${t.status} in ('${sql.raw(waiting)}', 'answered', 'closed')`),
    index(`${name}_by_day`).on(t.createdAt, t.id),
    index(`${name}_by_name`).on(t.name, t.id),
    wordIndex(name, [...numberAsTyped(letter, t.number), t.name, t.email, ...read]),
    index(`${name}_status`).on(t.status, t.createdAt, t.id),
  ];
}

/** The answers to the threads of a table, `message` say: one row each. */
export function repliesTable<Name extends string>(of: Name, id: () => AnyPgColumn) {
  return pgTable(
    `${of}_replies`,
    {
      id: uuid().primaryKey().defaultRandom(),
      threadId: uuid(`${of}_id`).notNull().references(id, { onDelete: "cascade" }),
      authorId: uuid()
        .notNull()
        .references(() => users.id),
      body: text().notNull(),
      at: instant().notNull(),
    },
    (t) => [index(`${of}_replies_${of}`).on(t.threadId, t.at)],
  );
}
