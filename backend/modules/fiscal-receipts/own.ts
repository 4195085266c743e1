import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/refusal";
import type { OwnReceipt } from "#contract/giving/fiscal-receipts";
import { isToReplace } from "./list.ts";
import { fiscalReceipts } from "./tables.ts";

/** The receipts of an account: its own, and those of its confirmed address that are no other account's. */
export const ofAccount = (userId: string): SQL | undefined =>
  or(
    eq(fiscalReceipts.donorId, userId),
    and(
      isNull(fiscalReceipts.donorId),
      sql`${fiscalReceipts.donorEmail} in (select email from users where id = ${userId} and email_verified_at is not null)`,
    ),
  );

export const ofEmail = (email: string): SQL => eq(fiscalReceipts.donorEmail, email);

const { id, displayNumber: number, amountCents, periodFrom, periodTo, issuedAt, status } = fiscalReceipts;

/** The newest receipts of whoever asks. */
export async function ownReceipts(db: Db, whose: SQL | undefined): Promise<OwnReceipt[]> {
  const rows = await db
    .select({ id, number, amountCents, periodFrom, periodTo, issuedAt, status, isToReplace })
    .from(fiscalReceipts)
    .where(and(whose, isNull(fiscalReceipts.erasedAt)))
    .orderBy(desc(periodTo), desc(issuedAt), desc(id))
    .limit(200);
  return rows.map((row) => ({ ...row, issuedAt: row.issuedAt.toISOString(), isCancelled: row.status === "cancelled" }));
}

/** The address and name of the last receipt of an e-mail address. */
export async function lastOfEmail(db: Db, typed: string): Promise<{ email: string; name: string } | undefined> {
  const { donorEmail, donorName } = fiscalReceipts;
  const [receipt] = await db
    .select({ email: donorEmail, name: donorName })
    .from(fiscalReceipts)
    .where(and(ofEmail(typed), isNull(fiscalReceipts.erasedAt)))
    .orderBy(desc(issuedAt))
    .limit(1);
  return receipt && { email: receipt.email ?? typed, name: receipt.name ?? typed };
}

export async function ownReceipt(db: Db, which: string, whose: SQL | undefined): Promise<OwnReceipt> {
  const [receipt] = await ownReceipts(db, and(eq(id, which), whose));
  if (!receipt) throw new Refusal("not_found");
  return receipt;
}
