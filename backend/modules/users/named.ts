import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { contains } from "#backend/db/word-search";
import { users } from "./tables.ts";

/** The most people that are selected by id: the planner then knows how often each occurs. */
const fewPeople = 1_000;

/**
 * The ids of the people whose names, address or telephone hold what was typed, as an array for a condition on another table;
 * undefined when there is nobody.
 */
export async function idsOfPeople(db: Db, typed: string): Promise<SQL | undefined> {
  const named = contains(users, typed);
  if (!named) return undefined;
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(named)
    .limit(fewPeople + 1);
  if (found.length === 0) return undefined;
  if (found.length > fewPeople) return sql`array(select ${users.id} from ${users} where ${named})`;
  return sql`${`{${found.map(({ id }) => id).join(",")}}`}::uuid[]`;
}
