import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { signatureAt } from "#backend/modules/organisation/signature";
import { payments } from "#backend/modules/payments/tables";
import { nextPlace, numberOf } from "#backend/modules/sequences/numbering";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import { type Receivable, receivableOf } from "./gifts.ts";
import { issuerToday } from "./issuer.ts";
import { mailCancelled, mailReceipt } from "./mailing.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { fiscalReceiptSources, fiscalReceipts } from "./tables.ts";

export type IssuingDeps = Pick<Services, "db" | "clock" | "settings" | "organisation" | "translate" | "wakeMail" | "files">;

/** Issues the receipt that a payment, a gift in kind or an expense claim belongs to; where a receipt certifies it already, that is the one. */
export function issueReceipt(services: IssuingDeps, actor: Actor | null, sourceId: string): Promise<{ id: string }> {
  return services.db.transaction(async (tx) => ({ id: await issueWithin(tx, services, actor, sourceId) }));
}

/** The same within a transaction. */
export async function issueWithin(tx: Db, services: Omit<IssuingDeps, "db">, actor: Actor | null, sourceId: string): Promise<string> {
  return (await liveReceiptOf(tx, sourceId)) ?? (await issueIn(tx, services, actor, sourceId));
}

/** The column of each kind of source. */
const columnOf = { payment: "paymentId", in_kind: "giftInKindId", expense: "expenseClaimId" } as const;

/** The payments, gifts in kind or expense claims with these ids, on receipts. */
const isOfSources = (ids: string[]) => or(...Object.values(columnOf).map((column) => inArray(fiscalReceiptSources[column], ids)));

async function liveReceiptOf(tx: Db, sourceId: string): Promise<string | undefined> {
  const [source] = await tx
    .select({ receiptId: fiscalReceiptSources.receiptId })
    .from(fiscalReceiptSources)
    .where(and(isOfSources([sourceId]), eq(fiscalReceiptSources.live, true)));
  return source?.receiptId;
}

/** Issues a receipt for what no other certifies any more, in the place of one if it is named. */
async function issueIn(
  tx: Db,
  services: Omit<IssuingDeps, "db">,
  actor: Actor | null,
  sourceId: string,
  instead?: string,
): Promise<string> {
  const { issuer, forms, gaps } = await issuerToday(services);
  const [missing] = gaps;
  if (missing) throw fieldRefusal("sourceId", `receipts:gap.${missing}`);
  const found = await lockedSources(tx, sourceId);
  if (!found) {
    const other = await liveReceiptOf(tx, sourceId);
    if (other) return other;
    throw fieldRefusal("sourceId", await gapOfSource(tx, sourceId));
  }
  if (found.gap) throw fieldRefusal("sourceId", `receipts:gap.${found.gap}`);
  const { series, donor, cents, periodFrom, periodTo, sources, methods } = found;
  const form = forms[donor.kind] ?? "";
  const cancelled = await cancelledBefore(tx, sources, instead);
  const [replaced] = cancelled;
  const replaces = cancelled.map(({ displayNumber }) => displayNumber).join(", ");
  // Its year is the one in which it is issued; the lock on its number is the last one taken, and its time is read under it.
  const year = Number(franceDay(services.clock()).slice(0, 4));
  const place = await nextPlace(tx, series, year);
  const number = numberOf(series, year, place);
  const issuedAt = services.clock();
  const contents = { number, form, issuer, donor, cents, sources, issuedAt, isOfExpenses: series === "EXP" };
  const signature = await signatureAt({ ...services, db: tx }, issuedAt);
  const pdf = await receiptPdf(services, { ...contents, replaces, signature });
  const [row] = await tx
    .insert(fiscalReceipts)
    .values({
      ...{ series, year, number: place, displayNumber: number, issuer, donor, form, methods, periodFrom, periodTo, issuedAt, pdf },
      ...{ donorName: donor.company ?? donor.name, donorEmail: found.email, donorId: found.donorId, amountCents: cents },
      ...{ article: series === "COM" ? ("238bis" as const) : ("200" as const), issuedBy: actor?.id, replacesId: replaced?.id },
      ...{ sha256: createHash("sha256").update(pdf).digest("hex"), createdAt: issuedAt, updatedAt: issuedAt },
    })
    .returning({ id: fiscalReceipts.id });
  if (!row) throw new Refusal("unexpected");
  const certified = sources.map(({ id, kind, cents: part }) => ({ receiptId: row.id, [columnOf[kind]]: id, cents: part }));
  await tx.insert(fiscalReceiptSources).values(certified);
  const before = replaced && { number: replaces, reason: replaced.reason ?? "" };
  if (await mailReceipt(tx, services, { ...found, id: row.id, number, regime: issuer.regime }, before ?? null))
    await tx.update(fiscalReceipts).set({ sentAt: issuedAt }).where(eq(fiscalReceipts.id, row.id));
  await recordChange(tx, actor, {
    ...({ action: "fiscal_receipt.issue", entityType: "fiscal_receipt", entityId: row.id } as const),
    after: { number, amountCents: cents, replaces: replaces || undefined },
  });
  return row.id;
}

/** Why a source has nothing to certify. */
async function gapOfSource(tx: Db, sourceId: string) {
  if ((await tx.$count(expenseClaims, eq(expenseClaims.id, sourceId))) > 0) return "receipts:gap.not_accepted";
  return (await tx.$count(giftsInKind, eq(giftsInKind.id, sourceId))) > 0 ? "receipts:gap.not_approved" : "receipts:gap.nothing_received";
}

/** What a receipt certifies, its payments, gifts in kind or claims locked: what is refunded or declined at the same moment waits, or is known. */
async function lockedSources(tx: Db, sourceId: string): Promise<Receivable | null> {
  const before = await receivableOf(tx, sourceId);
  if (!before) return null;
  // Two receipts of one donor wait for each other, so that the second finds what the first certifies.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`receipt ${before.giver}`}, 0))`);
  const ids = before.sources.map(({ id }) => id);
  for (const table of before.series === "EXP" ? [expenseClaims] : [payments, giftsInKind])
    await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for("update");
  const after = await receivableOf(tx, sourceId);
  if (!after) return null;
  // What came in the meantime is not locked: another receipt certifies it.
  const sources = after.sources.filter(({ id }) => ids.includes(id));
  return {
    ...after,
    sources,
    cents: sources.reduce((sum, source) => sum + source.cents, 0),
    methods: [...new Set(sources.flatMap(({ method }) => method ?? []))].toSorted(),
  };
}

const later = alias(fiscalReceipts, "later");

/** The cancelled receipts of these sources that none replaces: the one in whose place another is issued, then the last ones. */
async function cancelledBefore(tx: Db, sources: Receivable["sources"], instead = "") {
  const certified = isOfSources(sources.map(({ id }) => id));
  return tx
    .select({ id: fiscalReceipts.id, displayNumber: fiscalReceipts.displayNumber, reason: fiscalReceipts.cancelReason })
    .from(fiscalReceiptSources)
    .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalReceiptSources.receiptId))
    .leftJoin(later, eq(later.replacesId, fiscalReceipts.id))
    .where(and(certified, eq(fiscalReceiptSources.live, false), isNull(later.id)))
    .groupBy(fiscalReceipts.id)
    .orderBy(sql`${fiscalReceipts.id}::text <> ${instead}`, desc(fiscalReceipts.issuedAt), desc(fiscalReceipts.number));
}

/** Cancels a receipt, for a reason that stays with it and that its donor reads. What it certified waits for another one. */
export function cancelReceipt(services: IssuingDeps, actor: Actor, id: string, reason: string): Promise<{ id: string }> {
  return services.db.transaction(async (tx) => {
    await mailCancelled(tx, services, await cancelIn(tx, services, actor, id, reason), reason);
    return { id };
  });
}

/** What is mailed of a cancelled receipt; not its file. */
const { id: receiptId, displayNumber, donor, donorEmail, donorId, series } = fiscalReceipts;
const cancelled = { id: receiptId, displayNumber, donor, donorEmail, donorId, series };

async function cancelIn(tx: Db, { clock }: Pick<Services, "clock">, actor: Actor, id: string, reason: string) {
  const now = clock();
  const [row] = await tx
    .update(fiscalReceipts)
    .set({ status: "cancelled", cancelReason: reason, cancelledAt: now, cancelledBy: actor.id, updatedAt: now })
    .where(and(eq(fiscalReceipts.id, id), eq(fiscalReceipts.status, "issued"), isNull(fiscalReceipts.erasedAt)))
    .returning(cancelled);
  if (!row) throw new Refusal((await tx.$count(fiscalReceipts, eq(fiscalReceipts.id, id))) > 0 ? "wrong_state" : "not_found");
  const change = { action: "fiscal_receipt.cancel", entityType: "fiscal_receipt", entityId: id } as const;
  await recordChange(tx, actor, { ...change, after: { number: row.displayNumber } });
  return row;
}

/** Cancels a receipt and issues another in its place: both, or neither. */
export function replaceReceipt(services: IssuingDeps, actor: Actor, id: string, reason: string): Promise<{ id: string }> {
  return services.db.transaction(async (tx) => {
    await cancelIn(tx, services, actor, id, reason);
    const isLeft = sql`(${payments.id} is null or ${payments.refundedCents} < ${payments.amountCents})`;
    const [left] = await tx
      .select({
        sourceId: sql<string>`coalesce(${fiscalReceiptSources.paymentId}, ${fiscalReceiptSources.expenseClaimId}, ${fiscalReceiptSources.giftInKindId})`,
      })
      .from(fiscalReceiptSources)
      .leftJoin(payments, eq(payments.id, fiscalReceiptSources.paymentId))
      .where(and(eq(fiscalReceiptSources.receiptId, id), isLeft))
      .orderBy(payments.receivedOn, payments.id, fiscalReceiptSources.id)
      .limit(1);
    if (!left) throw fieldRefusal("reason", "receipts:error.nothingLeft");
    return { id: await issueIn(tx, services, actor, left.sourceId, id) };
  });
}
