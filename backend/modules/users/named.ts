import { and, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { type Alternative, eitherWay, type FoundRows, foundIds } from "#backend/db/found-ids";
import { columnsContain, contains } from "#backend/db/word-search";
import { users } from "./tables.ts";

type Named = Record<"firstName" | "lastName", AnyPgColumn>;

/** First and last name as one text. */
export const fullName = (of: Named): SQL<string> => sql<string>`${of.firstName} || ' ' || ${of.lastName}`;

/** The same of a table that is joined from the left: null where nobody is joined. */
export const fullNameIfAny = (of: Named): SQL<string | null> => fullName(of);

type Searched = {
  /** Whether only names are searched, for readers from whom addresses and telephone numbers are withheld: a match would tell them. */
  namesOnly?: boolean;
};

/** The people whose names, address or telephone hold what was typed, for a condition on another table; undefined when there is nobody. */
export async function foundPeople(db: Db, typed: string, { namesOnly = false }: Searched = {}): Promise<FoundRows | undefined> {
  const found = contains(users, typed);
  if (!found) return undefined;
  const named = and(found, namesOnly ? columnsContain([users.firstName, users.lastName], typed) : undefined);
  const [people] = await foundIds(db, named ? [{ table: users, where: named }] : []);
  return people;
}

/**
 * The conditions of a search for records that hold what was typed, or whose person does (`personId`): one for each index, for `anyOf` of
 * `pageOfRows`. None for an empty search.
 */
export async function heldOrNamed(db: Db, table: PgTable, personId: PgColumn, typed: string, searched?: Searched): Promise<Alternative[]> {
  const held = contains(table, typed);
  if (!held) return [];
  const people = await foundPeople(db, typed, searched);
  return people ? [held, eitherWay(people, personId)] : [held];
}
