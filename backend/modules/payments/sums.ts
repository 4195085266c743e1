import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { payments } from "./tables.ts";

/** What came of a pledge, less what was taken back, in cents: a column of a query on `pledges`. */
export const receivedCents = sql`(select coalesce(sum(came.signed_cents), 0) from payments came where came.pledge_id = pledges.id)`.mapWith(
  Number,
);

/** Gifts, which sums of gifts count: dues of members are payments too. */
export const isGift = isNull(payments.membershipId);

/** What was recorded by mistake, of which nothing came, in cents: a column of a query on `payments`. */
export const mistakenCents =
  sql`(select coalesce(sum(wrong.amount_cents), 0) from payments wrong where wrong.refund_of = payments.id and wrong.reversal = 'mistake')`.mapWith(
    Number,
  );

/** The payments that meet one of several conditions, each on an index of its own; a payment that meets two is there once. */
export function everyOf(branches: (SQL | undefined)[]): SQL {
  const each = branches.map(
    (where = sql`true`) => sql`select ${payments.id} as id, ${payments.signedCents} as cents from ${payments} where ${where}`,
  );
  return sql`(${sql.join(each, sql` union `)}) every`;
}

/** The sum of all these payments. */
export function summedOver(db: Db, branches: (SQL | undefined)[]) {
  return db.select({ cents: sql`coalesce(sum(every.cents), 0)`.mapWith(Number) }).from(everyOf(branches));
}

/** What came of a membership, less what was taken back, in cents: a column of a query on `memberships`. */
export const duesCents =
  sql`(select coalesce(sum(came.signed_cents), 0) from payments came where came.membership_id = memberships.id)`.mapWith(Number);

/** The same of one membership. */
export async function receivedOfMembership(tx: Db, id: string): Promise<number> {
  const [row] = await summedOver(tx, [eq(payments.membershipId, id)]);
  return row?.cents ?? 0;
}
