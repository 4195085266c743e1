import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { payments } from "#backend/modules/payments/tables";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { ReceiptRecord, ReceiptRow, ReceiptRowsQuery, ReceiptState } from "#contract/giving/fiscal-receipts";
import { claimsOfReceipt } from "./expenses.ts";
import { giftsOfReceipt } from "./in-kind.ts";
import { fiscalReceiptSources, fiscalReceipts } from "./tables.ts";

/** The receipts of which something was taken back since: each reversal leads to its payment, and that to its receipt. */
export const toReplace = sql<boolean>`(${fiscalReceipts.status} = 'issued' and ${fiscalReceipts.id} in (select certified.receipt_id
  from payments back join payments paid on paid.id = back.refund_of
  join fiscal_receipt_sources certified on certified.payment_id = paid.id and certified.live
  where back.refund_of is not null and certified.cents <> paid.amount_cents - paid.refunded_cents))`;

/** The same of one receipt. Its columns are named with their table, which Drizzle leaves out where no other one is joined. */
export const isToReplace = sql<boolean>`(fiscal_receipts.status = 'issued' and exists (select from fiscal_receipt_sources certified
  join payments paid on paid.id = certified.payment_id
  where certified.receipt_id = fiscal_receipts.id and certified.cents <> paid.amount_cents - paid.refunded_cents))`;

const states: Record<ReceiptState, SQL> = {
  issued: sql`(${fiscalReceipts.status} = 'issued' and not ${toReplace})`,
  to_replace: toReplace,
  cancelled: eq(fiscalReceipts.status, "cancelled"),
};

// Lists do not read the files.
const { pdf: _, ...columns } = getTableColumns(fiscalReceipts);
type Row = Omit<typeof fiscalReceipts.$inferSelect, "pdf">;

export const shape = (row: Row, mustBeReplaced: boolean): ReceiptRow => ({
  ...row,
  number: row.displayNumber,
  name: row.donorName,
  state: row.status === "cancelled" ? "cancelled" : mustBeReplaced ? "to_replace" : "issued",
  issuedAt: row.issuedAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
});

export const rowsOf = (db: Db) => db.select({ row: columns, isToReplace }).from(fiscalReceipts).$dynamic();

export function listReceipts(db: Db, query: ReceiptRowsQuery) {
  const { year, series, state, q } = query;
  const where = and(
    year === undefined ? undefined : eq(fiscalReceipts.year, year),
    series && eq(fiscalReceipts.series, series),
    state && states[state],
    contains(fiscalReceipts, q),
  );
  const sorts = { issuedAt: fiscalReceipts.issuedAt, amount: fiscalReceipts.amountCents };
  return pageOfRows(db, fiscalReceipts, query, { where, sorts }, async (found, order) => {
    const rows = await rowsOf(db)
      .innerJoin(found, eq(found.id, fiscalReceipts.id))
      .orderBy(...order);
    return rows.map((one) => shape(one.row, one.isToReplace));
  });
}

const issuers = alias(users, "issuers");
const cancellers = alias(users, "cancellers");
const earlier = alias(fiscalReceipts, "earlier");
const later = alias(fiscalReceipts, "later");

export async function getReceipt(db: Db, id: string): Promise<ReceiptRecord> {
  const [found] = await db
    .select({
      row: columns,
      isToReplace,
      issuedBy: fullNameIfAny(issuers),
      cancelledBy: fullNameIfAny(cancellers),
      replaces: { id: earlier.id, number: earlier.displayNumber },
      replacedBy: { id: later.id, number: later.displayNumber },
    })
    .from(fiscalReceipts)
    .leftJoin(issuers, eq(issuers.id, fiscalReceipts.issuedBy))
    .leftJoin(cancellers, eq(cancellers.id, fiscalReceipts.cancelledBy))
    .leftJoin(earlier, eq(earlier.id, fiscalReceipts.replacesId))
    .leftJoin(later, eq(later.replacesId, fiscalReceipts.id))
    .where(eq(fiscalReceipts.id, id));
  if (!found) throw new Refusal("not_found");
  const sources = await db
    .select({
      paymentId: payments.id,
      receivedOn: payments.receivedOn,
      method: payments.method,
      cents: fiscalReceiptSources.cents,
      leftCents: sql`${payments.amountCents} - ${payments.refundedCents}`.mapWith(Number),
    })
    .from(fiscalReceiptSources)
    .innerJoin(payments, eq(payments.id, fiscalReceiptSources.paymentId))
    .where(eq(fiscalReceiptSources.receiptId, id))
    .orderBy(asc(payments.receivedOn), asc(payments.id));
  const { row, replaces, replacedBy } = found;
  return {
    ...row,
    ...shape(row, found.isToReplace),
    email: row.donorEmail,
    issuedBy: found.issuedBy,
    cancelledBy: found.cancelledBy,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    replaces: replaces ?? null,
    replacedBy: replacedBy ?? null,
    sources,
    inKind: row.series === "IND" ? await giftsOfReceipt(db, id) : [],
    expenses: row.series === "EXP" ? await claimsOfReceipt(db, id) : [],
  };
}
