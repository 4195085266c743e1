import { asc, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pendingDebits } from "#backend/modules/card-payments/tables";
import type { DebitOnItsWay } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { memberships } from "./tables.ts";

/** Whether a debit of the dues is pending: a condition of a query on `memberships`. Meanwhile no reminder is sent, and the request does not end. */
export const isDebited = sql`exists (select from pending_debits due where due.membership_id = ${memberships.id})`;

/** The debits of dues on their way, by membership: how much, and since which day. */
export async function debitsOf(db: Db, ids: string[]): Promise<Map<string | null, DebitOnItsWay>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(pendingDebits).where(inArray(pendingDebits.membershipId, ids)).orderBy(asc(pendingDebits.createdAt));
  return new Map(rows.map(({ membershipId, amountCents, createdAt }) => [membershipId, { amountCents, since: franceDay(createdAt) }]));
}
