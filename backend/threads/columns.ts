import { type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, type ExtraConfigColumn, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { citext, instant, record } from "#backend/db/columns";
import { numberAsTyped } from "#backend/db/reference-numbers";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { threadStatuses } from "#contract/charity/threads";
import { locales } from "#contract/formats/locale";

/** The columns of every kind of thread. `answered` implies a reply of staff: a trigger enforces it. */
export const threadColumns = <const Waiting extends string>(waiting: Waiting) => ({
  ...record,
  number: integer().notNull().generatedAlwaysAsIdentity().unique(),
  name: text().notNull(),
  email: citext().notNull(),
  locale: text({ enum: locales }).notNull(),
  status: text({ enum: threadStatuses(waiting) })
    .notNull()
    .default(waiting as never),
  /** Since when it waits for an answer, or waited last: who started it may write again. */
  waitingSince: instant().notNull().defaultNow(),
  version: integer().notNull().default(1),
  /** A form sent twice is stored once. */
  dedupeKey: text().notNull().unique(),
});

type Columns = Record<"id" | "number" | "name" | "email" | "status" | "createdAt" | "waitingSince", ExtraConfigColumn>;

/** Check and indexes of a table of threads, for its filter, orders and search: `letter` begins its numbers, `read` is searched as well as who wrote. */
export function threadIndexes(name: string, waiting: string, t: Columns, { letter, read = [] }: { letter: string; read?: SQLWrapper[] }) {
  return [
    check(`${name}_status`, sql`${t.status} in ('${sql.raw(waiting)}', 'answered', 'closed')`),
    index(`${name}_by_day`).on(t.createdAt, t.id),
    index(`${name}_by_name`).on(t.name, t.id),
    wordIndex(name, [...numberAsTyped(letter, t.number), t.name, t.email, ...read]),
    index(`${name}_status`).on(t.status, t.createdAt, t.id),
    index(`${name}_waiting`)
      .on(t.waitingSince)
      .where(sql`${t.status} = '${sql.raw(waiting)}'`),
  ];
}

/**
 * What was written in the threads of a table, `message` say, after the first message: one row each. A reply without author is of who started the
 * thread; an internal one is a note of staff, which is sent to nobody. The link in the mail with an answer opens the thread by its token.
 */
export function repliesTable<Name extends string>(of: Name, id: () => AnyPgColumn) {
  return pgTable(
    `${of}_replies`,
    {
      id: uuid().primaryKey().defaultRandom(),
      threadId: uuid(`${of}_id`).notNull().references(id, { onDelete: "cascade" }),
      authorId: uuid().references(() => users.id),
      internal: boolean().notNull().default(false),
      tokenHash: text().unique(),
      body: text().notNull(),
      fileId: uuid()
        .unique()
        .references(() => documents.id),
      at: instant().notNull(),
      /** When the mail with it was given up, or came back; a trigger of the mails writes it. */
      undeliveredAt: instant(),
    },
    (t) => [
      index(`${of}_replies_${of}`).on(t.threadId, t.at),
      check(`${of}_replies_of_staff`, sql`${t.authorId} is not null or (not ${t.internal} and ${t.tokenHash} is null)`),
      check(`${of}_replies_note_without_link`, sql`not ${t.internal} or ${t.tokenHash} is null`),
    ],
  );
}
