import { desc, sql } from "drizzle-orm";
import { type AnyPgColumn, check, date, foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf, record } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { users } from "#backend/modules/users/tables";
import { trackingKinds, trackingVisibilities } from "#contract/accounts/tracking";

/**
 * What staff note about a person, and what is to do next. Its author edits it for a day, then it is only corrected by another entry (trigger in
 * the migration).
 */
export const trackingEntries = pgTable(
  "tracking_entries",
  {
    ...record,
    subjectUserId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: trackingKinds }).notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    occurredAt: instant().notNull(),
    visibility: text({ enum: trackingVisibilities }).notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    /** When the author last changed it. */
    editedAt: instant(),
    /** The entry that this one corrects: of the same person, and read by the same people. */
    correctsId: uuid(),
    /** The day by which something is to be done about it, by whom, and when it was. */
    nextActionAt: date(),
    nextActionUserId: uuid().references((): AnyPgColumn => users.id),
    doneAt: instant(),
  },
  (t) => [
    check("tracking_entries_kind", sql`${t.kind} in (${oneOf(trackingKinds)})`),
    check("tracking_entries_visibility", sql`${t.visibility} in (${oneOf(trackingVisibilities)})`),
    check("tracking_entries_title", sql`${t.title} <> ''`),
    check("tracking_entries_not_about_oneself", sql`${t.authorId} <> ${t.subjectUserId}`),
    check("tracking_entries_not_by_whom_it_is_about", sql`${t.nextActionUserId} <> ${t.subjectUserId}`),
    check("tracking_entries_action_has_day", sql`${t.nextActionAt} is not null or (${t.nextActionUserId} is null and ${t.doneAt} is null)`),
    check("tracking_entries_corrects_another", sql`${t.correctsId} <> ${t.id}`),
    unique("tracking_entries_of_person").on(t.id, t.subjectUserId, t.visibility),
    foreignKey({
      name: "tracking_entries_corrects",
      columns: [t.correctsId, t.subjectUserId, t.visibility],
      foreignColumns: [t.id, t.subjectUserId, t.visibility],
    }).onDelete("cascade"),
    index("tracking_entries_subject").on(t.subjectUserId, desc(t.occurredAt), desc(t.id)),
    index("tracking_entries_occurred").on(t.occurredAt, t.id),
    index("tracking_entries_author").on(t.authorId, t.occurredAt, t.id),
    index("tracking_entries_kind_occurred").on(t.kind, t.occurredAt, t.id),
    index("tracking_entries_corrections").on(t.correctsId, t.occurredAt),
    index("tracking_entries_due").on(t.nextActionAt, t.id),
    index("tracking_entries_open").on(t.nextActionAt, t.id).where(sql`${t.nextActionAt} is not null and ${t.doneAt} is null`),
    index("tracking_entries_assigned")
      .on(t.nextActionUserId, t.nextActionAt, t.id)
      .where(sql`${t.nextActionAt} is not null and ${t.doneAt} is null`),
    index("tracking_entries_done").on(t.doneAt, t.id).where(sql`${t.doneAt} is not null`),
    wordIndex("tracking_entries", [t.title, t.body]),
  ],
);
