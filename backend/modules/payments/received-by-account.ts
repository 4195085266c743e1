import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { isGift, summedOver } from "./sums.ts";
import { payments } from "./tables.ts";

/**
 * What an account gave since a day, dues not counted, less what was taken back, in cents: of pledges with its address, of payments of the account, and of those
 * with its address alone. A payment of another account is never counted by its address.
 */
export function receivedBy(db: Db, userId: string, since: string) {
  return summedOver(
    db,
    ownPayments(db, userId).map((one) => and(one, isGift, gte(payments.receivedOn, since))),
  );
}

/** The day of the last of these gifts: a column of a query. */
export function lastReceivedBy(db: Db, userId: string) {
  const last = ownPayments(db, userId).map(
    (one) => sql`(select max(${payments.receivedOn}) from ${payments} where ${and(one, isGift, isNull(payments.refundOf))})`,
  );
  return sql<string | null>`greatest(${sql.join(last, sql`, `)})::text`;
}

/** The payments of an account, as conditions of which each has its index. */
function ownPayments(db: Db, userId: string) {
  const address = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const ofPledges = db.select({ id: pledges.id }).from(pledges).where(inArray(pledges.email, address));
  return [
    inArray(payments.pledgeId, ofPledges),
    eq(payments.donorId, userId),
    and(inArray(payments.donorEmail, address), isNull(payments.donorId)),
  ];
}
