import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A reference number: a letter for the kind, and five digits or more, as `M-00042`. */
export const referenceNumber = (letter: string, number: number) => `${letter}-${String(number).padStart(5, "0")}`;

/** The same for a word index, as people type it: complete, and without zeros. */
export const numberAsTyped = (letter: string, number: SQLWrapper): SQL[] => [
  sql`'${sql.raw(letter)}-' || ${number}::text`,
  sql`'${sql.raw(letter)}-' || lpad(${number}::text, greatest(5, length(${number}::text)), '0')`,
];
