import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";

/** The last number of a series in a year. It is raised in the transaction that issues the paper, so that none is missing. */
export const sequences = pgTable("sequences", { series: text().notNull(), year: smallint().notNull(), last: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.series, t.year] }),
  check("sequences_last", sql`${t.last} > 0`),
]);
