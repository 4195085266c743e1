import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** The ids of a table's records, and their names in both languages. */
export const namedRecords = (table: PgTable & { id: PgColumn }, name: PgColumn, where?: SQL) =>
  sql`select ${table.id} as id, ${name} as name from ${table}${where ? sql` where ${where}` : sql``}`;

/** The same where a name is the same in both. */
export const namedAlike = (table: PgTable & { id: PgColumn }, name: PgColumn | SQL, where?: SQL) =>
  sql`select ${table.id} as id, jsonb_build_object('fr', ${name}) as name from ${table}${where ? sql` where ${where}` : sql``}`;
