import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { everyOf, isGift, summedOver } from "./sums.ts";
import { payments } from "./tables.ts";

/** The id of an account, or the column of a query on `users` that has it. */
type Account = string | typeof users.id;

const account = alias(users, "account");

/**
 * What an account gave since a day, dues not counted, less what was taken back, in cents: of pledges with its address, of payments of the account, and of those
 * with its address alone. A payment of another account is never counted by its address.
 */
export function receivedBy(db: Db, userId: Account, since: string) {
  return summedOver(
    db,
    ownPayments(db, userId).map((one) => and(one, isGift, gte(payments.receivedOn, since))),
  );
}

/** The day of the last of these gifts: a column of a query. */
export function lastReceivedBy(db: Db, userId: Account) {
  const last = ownPayments(db, userId).map(
    (one) => sql`(select max(${payments.receivedOn}) from ${payments} where ${and(one, isGift, isNull(payments.refundOf))})`,
  );
  return sql<string | null>`greatest(${sql.join(last, sql`, `)})::text`;
}

/** How many gifts of an account there are in the list of payments, with what was taken back: a column of a query. */
export const countOfGifts = (db: Db, userId: string) =>
  sql<number>`(select count(*) from ${everyOf(ownPayments(db, userId).map((one) => and(one, isGift)))})`.mapWith(Number);

/** The payments of an account, as conditions of which each has its index. */
export function ownPayments(db: Db, userId: Account) {
  const email = db.select({ email: account.email }).from(account).where(eq(account.id, userId));
  const ofPledges = db.select({ id: pledges.id }).from(pledges).where(inArray(pledges.email, email));
  return [
    inArray(payments.pledgeId, ofPledges),
    eq(payments.donorId, userId),
    and(inArray(payments.donorEmail, email), isNull(payments.donorId)),
  ];
}
