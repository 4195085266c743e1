import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { memberships } from "#backend/modules/memberships/tables";
import { duesCents, receivedCents } from "#backend/modules/payments/sums";
import type { statementLines } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { requestStatuses } from "#contract/charity/membership-states";
import type { ReferencePrefix } from "#contract/giving/payments";
import type { NamedMembership, Suggestion } from "#contract/giving/statements";
import { isHeld } from "./matching-dues.ts";
import { referencesIn } from "./reading.ts";

const most = 5;
/** Words of a name that are in a line, without accents: shorter ones are titles and initials. */
const shortestWord = 3;

type Line = Pick<typeof statementLines.$inferSelect, "name" | "text" | "amountCents">;

const namedIn = ({ name, text }: Pick<Line, "name" | "text">, prefix: ReferencePrefix) =>
  [text, name ?? ""].flatMap((part) => referencesIn(part, prefix));

/** Pledges that a line may be for: those that it names, and open ones of its amount whose donor's name it holds. */
export async function suggestionsFor(db: Db, line: Line): Promise<Suggestion[]> {
  const { name, text, amountCents } = line;
  const references = namedIn(line, "DON");
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

/** Memberships whose dues a line is by its references, those that wait for them first, and what prevents that any are recorded yet. */
export async function membershipsNamedIn(db: Db, line: Line): Promise<NamedMembership[]> {
  const references = namedIn(line, "ADH");
  if (references.length === 0) return [];
  const isProven = sql`(not ${memberships.needsProof} or ${memberships.proofSeenAt} is not null)`;
  const takesDues = and(inArray(memberships.status, [...requestStatuses, "abandoned"]), isNotNull(memberships.userId));
  const leftCents = sql`case when ${takesDues} then greatest(${memberships.priceCents} - ${duesCents}, 0) else 0 end`.mapWith(Number);
  const obstacle = sql<NamedMembership["obstacle"]>`case when not ${isProven} then 'unproven' when ${isHeld} then 'held' end`;
  const found = await db
    .select({ id: memberships.id, reference: memberships.reference, name: fullNameIfAny(users), leftCents, obstacle })
    .from(memberships)
    .leftJoin(users, eq(users.id, memberships.userId))
    .where(inArray(memberships.reference, references))
    .orderBy(desc(leftCents), asc(memberships.id))
    .limit(most);
  return found.map(({ reference, obstacle: prevents, ...row }) => ({
    ...row,
    reference: reference ?? "",
    obstacle: row.leftCents > 0 ? prevents : null,
  }));
}
