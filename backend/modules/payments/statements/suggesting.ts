import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pledges } from "#backend/modules/pledges/tables";
import type { Suggestion } from "#contract/giving/statements";
import { receivedCents } from "../sums.ts";
import type { statementLines } from "../tables.ts";
import { referencesIn } from "./reading.ts";

const most = 5;
/** Words of a name that are in a line, without accents: shorter ones are titles and initials. */
const shortestWord = 3;

/** Pledges that a line may be for: those that it names, and open ones of its amount whose donor's name it holds. */
export async function suggestionsFor(db: Db, { name, text, amountCents }: typeof statementLines.$inferSelect): Promise<Suggestion[]> {
  const references = [text, name ?? ""].flatMap(referencesIn);
  const isNamed: SQL = references.length > 0 ? inArray(pledges.reference, references) : sql`false`;
  const isOpen = or(eq(pledges.status, "promised"), and(eq(pledges.rhythm, "monthly"), ne(pledges.status, "cancelled")));
  const words = sql`regexp_split_to_table(searched_text(${pledges.name}, ${pledges.company}), '[^[:alnum:]]+')`;
  const isAlike = sql`exists (select from ${words} word where length(word) >= ${shortestWord}
    and position(' ' || word || ' ' in regexp_replace(searched_text(${`${name ?? ""} ${text}`}::text), '[^[:alnum:]]+', ' ', 'g') || ' ') > 0)`;
  return db
    .select({
      reference: pledges.reference,
      name: sql<string>`coalesce(nullif(${pledges.company}, ''), ${pledges.name})`,
      rhythm: pledges.rhythm,
      amountCents: pledges.amountCents,
      receivedCents,
      isNamed: sql<boolean>`${isNamed}`,
    })
    .from(pledges)
    .where(or(isNamed, and(eq(pledges.amountCents, amountCents), isOpen, isAlike)))
    .orderBy(...(references.length > 0 ? [desc(isNamed)] : []), desc(pledges.createdAt), desc(pledges.id))
    .limit(most);
}
