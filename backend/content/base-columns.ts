import { sql } from "drizzle-orm";
import { check, type ExtraConfigColumn, index, integer, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#backend/db/columns";
import { type EnglishState, englishStates } from "#contract/formats/localized";
import { type ContentStatus, contentStatuses } from "#contract/publishing/content";

/** The columns of every content table, without the foreign key to the last editor: users refer to one of these tables, so the migration adds that key. */
export const contentFrame = {
  ...record,
  status: text({ enum: contentStatuses }).notNull().default("draft"),
  english: text({ enum: englishStates }).notNull().default("none"),
  /** Place in the order that editors give. */
  position: integer().notNull().default(0),
  version: integer().notNull().default(1),
  publishedAt: instant(),
  updatedBy: uuid(),
};

/** A row of a table of content, whatever its subject. */
export type StoredContent = Record<string, unknown> & { id: string; status: ContentStatus; english: EnglishState };

type Columns = Record<"id" | "status" | "english" | "position" | "updatedAt", ExtraConfigColumn>;

/** Checks and indexes of a table of content, for its filters and orders. */
export function contentIndexes(name: string, t: Columns) {
  return [
    check(`${name}_status`, sql`${t.status} in ('draft', 'published', 'archived')`),
    index(`${name}_by_position`).on(t.position, t.id),
    index(`${name}_by_update`).on(t.updatedAt, t.id),
    index(`${name}_status_by_position`).on(t.status, t.position, t.id),
    index(`${name}_english`).on(t.english),
  ];
}
