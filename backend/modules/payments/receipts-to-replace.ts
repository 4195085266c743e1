import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { users } from "#backend/modules/users/tables";
import type { payments } from "./tables.ts";

/** Notifies administrators, once of each receipt, that something was taken back of what it certifies: it is to be replaced or cancelled. */
export async function noteReceiptsToReplace(
  { db, clock }: Pick<Services, "db" | "clock">,
  reversals: Pick<typeof payments.$inferSelect, "refundOf">[],
) {
  const ids = reversals.flatMap(({ refundOf }) => refundOf ?? []);
  const certified = and(inArray(fiscalReceiptSources.paymentId, ids), eq(fiscalReceiptSources.live, true));
  const found = await db
    .selectDistinct({ id: fiscalReceipts.id, number: fiscalReceipts.displayNumber })
    .from(fiscalReceiptSources)
    .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalReceiptSources.receiptId))
    .where(certified);
  if (found.length === 0) return;
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  const all = found.flatMap(({ id, number }) => {
    const notice = {
      path: `/dashboard/admin/fiscal-receipts/${id}`,
      values: { number },
      about: { subject: "receipt", subjectId: id } as const,
    };
    return admins.map(({ id: userId }) => ({ ...notice, userId, createdAt: clock(), dedupeKey: `receipt_to_replace:${id}:${userId}` }));
  });
  await writeInInbox(db, "receipt_to_replace", ...all);
}
