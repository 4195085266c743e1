import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ShownKind } from "#contract/publishing/search";

/** A query for one row: an entity type that pages show, and the time of its last change. */
export type LastChange = (now: Date) => SQL;

export const newest = (kind: ShownKind, table: PgTable, column: PgColumn, where?: SQL) =>
  sql`select ${kind}::text as kind, max(${column}) as last from ${table}${where ? sql` where ${where}` : sql``}`;

/** The last change of published content. */
export const newestOnLine =
  (kind: ShownKind, table: PgTable & { updatedAt: PgColumn; status: PgColumn }): LastChange =>
  () =>
    newest(kind, table, table.updatedAt, eq(table.status, "published"));
