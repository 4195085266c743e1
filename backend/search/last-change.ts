import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { PageType } from "#contract/api/entity-types";

/** When records of a type that pages show changed last: rows of `path` and `last`. `path` is null, or the only page that shows the record. */
export type LastChange = { type: PageType; rows(now: Date): SQL };

export const newest = (type: PageType, table: PgTable, column: PgColumn): LastChange => ({
  type,
  rows: () => sql`select null::text as path, max(${column}) as last from ${table}`,
});

/** The last change of published content. */
export const newestOnLine = (type: PageType, table: PgTable & { updatedAt: PgColumn; status: PgColumn }): LastChange => ({
  type,
  rows: () => sql`select null::text as path, max(${table.updatedAt}) as last from ${table} where ${eq(table.status, "published")}`,
});

/** Of records each of which has a page of its own, by the name in `page`. */
export const newestByPage = (
  type: PageType,
  { table, page, column, where }: { table: PgTable; page: PgColumn | SQL; column: PgColumn; where?: (now: Date) => SQL | undefined },
): LastChange => ({
  type,
  rows: (now) => sql`select '/' || ${page} as path, max(${column}) as last from ${table} where ${where?.(now) ?? sql`true`} group by 1`,
});
