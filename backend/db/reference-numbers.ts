import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A number that people quote: a letter that says of what, and five digits or more, as `M-00042`. */
export const referenceNumber = (letter: string, number: number) => `${letter}-${String(number).padStart(5, "0")}`;

/** The same for an index on words, as people type it: whole, and without its zeros. */
export const numberAsTyped = (letter: string, number: SQLWrapper): SQL[] => [
  sql`'${sql.raw(letter)}-' || ${number}::text`,
  sql`'${sql.raw(letter)}-' || lpad(${number}::text, greatest(5, length(${number}::text)), '0')`,
];
