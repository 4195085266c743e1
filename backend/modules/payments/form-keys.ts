import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { payments } from "./tables.ts";

/** Makes the forms with one key wait for each other until the end of the transaction, so that the second finds what the first has stored. */
export async function lockForm(tx: Db, submission: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${submission}, 0))`);
}

/** The payments of a form that was sent before, in the order of its parts. */
export const sentWith = (tx: Db, submission: string) =>
  tx
    .select({ id: payments.id, refundOf: payments.refundOf })
    .from(payments)
    .where(eq(payments.submission, submission))
    .orderBy(asc(payments.part));
