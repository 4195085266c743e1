import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** A number that people quote: a letter that says of what, and five digits or more, as `M-00042`. */
export const referenceNumber = (letter: string, number: number) => `${letter}-${String(number).padStart(5, "0")}`;

/** The same in a query, to search for. */
export const referenceNumberIn = (letter: string, number: PgColumn): SQL =>
  sql`${`${letter}-`}::text || lpad(${number}::text, greatest(5, length(${number}::text)), '0')`;
