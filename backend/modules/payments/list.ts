import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { type Alternative, amongOf, eitherWay, foundIds } from "#backend/db/found-ids";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { projects } from "#backend/modules/projects/tables";
import { foundPeople, fullName, fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  maxDonorsFound,
  type PaymentRecord,
  type PaymentRow,
  type PaymentRowsQuery,
  pledgeReference,
  type reversals,
} from "#contract/giving/payments";
import { ownPayments } from "./received-by-account.ts";
import { isGift, mistakenCents, receivedCents, summedOver } from "./sums.ts";
import { chequeDeposits, helloassoPayments, openDisputes, payments, statementLines } from "./tables.ts";
import { waitingOf } from "./waiting-refunds.ts";

const recorders = alias(users, "recorders");
const donors = alias(users, "donors");

/** Who gave: by the pledge, as it was written down, or by the account. */
export const donorName = sql<string>`coalesce(nullif(${pledges.company}, ''), ${pledges.name}, ${payments.donorName}, ${fullName(donors)}, '–')`;

/** Payments with the names that belong to them; `sum` is read once, beside them. */
export const namedPayments = (db: Db, sum: SQLWrapper = sql`null`) =>
  db
    .select({
      sumCents: sql<number | null>`${sum}`.mapWith(Number),
      row: payments,
      mistakenCents,
      name: donorName,
      pledgeEmail: pledges.email,
      reference: pledges.reference,
      project: { id: projects.id, name: projects.name },
      deposit: chequeDeposits.number,
      recordedBy: fullNameIfAny(recorders),
    })
    .from(payments)
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(projects, eq(projects.id, payments.projectId))
    .leftJoin(donors, eq(donors.id, payments.donorId))
    .leftJoin(chequeDeposits, eq(chequeDeposits.id, payments.depositId))
    .leftJoin(recorders, eq(recorders.id, payments.createdBy));

type Named = Awaited<ReturnType<typeof namedPayments>>[number];

const shape = ({ row, mistakenCents: mistaken, name, reference, project, deposit }: Named): PaymentRow => ({
  ...row,
  mistakenCents: mistaken,
  name,
  reference,
  project,
  deposit,
  counted: row.countId !== null,
});

/** Cheques that no slip has, of which something is left. */
export const waitsForSlip = and(
  eq(payments.method, "cheque"),
  isNull(payments.depositId),
  isNull(payments.refundOf),
  lt(payments.refundedCents, payments.amountCents),
);
export const waitsForCount = and(eq(payments.method, "cash"), isNull(payments.countId));

/** Payments of which something was taken back for a reason. */
const takenBack = (reversal: (typeof reversals)[number]) =>
  sql`${payments.refundedCents} > 0 and exists (select 1 from payments back where back.refund_of = payments.id and back.reversal = ${reversal})`;

const states: Record<NonNullable<PaymentRowsQuery["state"]>, SQL | undefined> = {
  received: and(isNull(payments.refundOf), lt(payments.refundedCents, payments.amountCents)),
  refunded: takenBack("refund"),
  corrected: takenBack("mistake"),
  refund: eq(payments.reversal, "refund"),
  mistake: eq(payments.reversal, "mistake"),
  to_deposit: waitsForSlip,
  to_count: waitsForCount,
};

function filtered({
  method,
  state,
  kind,
  allocation,
  projectId,
  pledgeId,
  receivedOnFrom,
  receivedOnTo,
}: PaymentRowsQuery): SQL | undefined {
  return and(
    method && eq(payments.method, method),
    state && states[state],
    kind && (kind === "gifts" ? isGift : isNotNull(payments.membershipId)),
    allocation && eq(payments.allocation, allocation),
    projectId ? eq(payments.projectId, projectId) : undefined,
    pledgeId ? eq(payments.pledgeId, pledgeId) : undefined,
    receivedOnFrom ? gte(payments.receivedOn, receivedOnFrom) : undefined,
    receivedOnTo ? lte(payments.receivedOn, receivedOnTo) : undefined,
  );
}

/** By what was written down, by the pledge (its reference in any spelling), or by the account of who gave. */
async function searched(db: Db, q: string): Promise<Alternative[]> {
  const [held, pledged, named] = [contains(payments, q), pledgesBy(q), contains(users, q)];
  if (!held || !pledged || !named) return [];
  const [ofPledges, ofPeople] = await foundIds(db, [
    { table: pledges, where: pledged },
    { table: users, where: named },
  ]);
  const ofEach = [ofPledges && eitherWay(ofPledges, payments.pledgeId), ofPeople && eitherWay(ofPeople, payments.donorId)];
  return [held, ...ofEach.filter((one) => one !== undefined)];
}

function pledgesBy(q: string): SQL | undefined {
  const reference = pledgeReference(q);
  return reference ? eq(pledges.reference, reference) : contains(pledges, q);
}

/** The payments of one account are found on indexes of their own; searched in, they are a condition like others. */
async function conditionsOf(db: Db, query: PaymentRowsQuery): Promise<{ where: SQL | undefined; anyOf: Alternative[] }> {
  const { q, donorId } = query;
  const where = filtered(query);
  const ofDonor = donorId ? ownPayments(db, donorId).filter((one) => one !== undefined) : [];
  if (q === "" && donorId) return { where, anyOf: ofDonor };
  return { where: and(where, or(...ofDonor)), anyOf: await searched(db, q) };
}

/** Payments, and the sum of all that match where they are few enough to be counted; an export does not show it. */
export async function listPayments(db: Db, query: PaymentRowsQuery) {
  const { where, anyOf } = await conditionsOf(db, query);
  const sorts = { receivedOn: payments.receivedOn, amount: payments.signedCents };
  const summed = summedOver(db, anyOf.length > 0 ? anyOf.map((one) => and(where, amongOf(one))) : [where]);
  let sum: number | null | undefined;
  const page = await pageOfRows(db, payments, query, { where, anyOf, sorts }, async (found, order, total) => {
    const rows = await namedPayments(db, total === null ? undefined : summed)
      .innerJoin(found, eq(found.id, payments.id))
      .orderBy(...order);
    sum = rows[0]?.sumCents;
    return rows.map(shape);
  });
  const donor = query.donorId ? await nameOfAccount(db, query.donorId) : null;
  return { ...page, totalCents: page.total === 0 ? 0 : (sum ?? null), donor };
}

async function nameOfAccount(db: Db, id: string): Promise<string | null> {
  const [account] = await db
    .select({ name: fullName(users) })
    .from(users)
    .where(eq(users.id, id));
  return account?.name ?? null;
}

export async function getPayment(db: Db, id: string): Promise<PaymentRecord> {
  const [found] = await namedPayments(db).where(eq(payments.id, id));
  if (!found) throw new Refusal("not_found");
  const { row } = found;
  const reversed = await db
    .select()
    .from(payments)
    .where(eq(payments.refundOf, id))
    .orderBy(desc(payments.receivedOn), desc(payments.createdAt), desc(payments.id))
    .limit(50);
  const others = await namedPayments(db)
    .where(and(eq(payments.submission, row.submission), ne(payments.id, id)))
    .orderBy(asc(payments.part));
  const [line] = row.statementLineId
    ? await db.select({ statementId: statementLines.statementId }).from(statementLines).where(eq(statementLines.id, row.statementLineId))
    : [];
  // A payment came by one provider at most: no statement asks for what only those of the other have.
  const isOfStripe = row.providerReference !== null;
  const [helloasso = null] = isOfStripe
    ? []
    : await db
        .select()
        .from(helloassoPayments)
        .where(eq(helloassoPayments.paymentId, row.refundOf ?? id));
  const [receipt = null] = await db
    .select({ id: fiscalReceipts.id, number: fiscalReceipts.displayNumber })
    .from(fiscalReceiptSources)
    .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalReceiptSources.receiptId))
    .where(and(eq(fiscalReceiptSources.paymentId, row.refundOf ?? id), eq(fiscalReceiptSources.live, true)));
  const isCorrected = row.depositId !== null && found.mistakenCents === row.amountCents;
  const cheque = [row.id, ...others.map((other) => other.row.id)];
  const replaced = isCorrected ? await db.$count(payments, inArray(payments.replaces, cheque)) : 1;
  return {
    ...row,
    ...shape(found),
    email: found.pledgeEmail ?? row.donorEmail,
    helloasso,
    receipt,
    byProvider: isOfStripe && row.refundOf === null,
    statementId: line?.statementId ?? null,
    mayReplace: replaced === 0,
    recordedBy: found.recordedBy,
    recordedAt: row.createdAt.toISOString(),
    reversals: reversed.flatMap(({ reversal, reason, ...one }) => (reversal && reason !== null ? [{ ...one, reversal, reason }] : [])),
    waitingRefunds: isOfStripe ? await waitingOf(db, id) : [],
    disputes: isOfStripe ? await disputesOf(db, id) : [],
    parts: others.map((other) => ({ id: other.row.id, name: other.name, signedCents: other.row.signedCents })),
  };
}

const disputesOf = (db: Db, id: string) =>
  db.select().from(openDisputes).where(eq(openDisputes.paymentId, id)).orderBy(asc(openDisputes.createdAt));

/** Pledges that may be paid, and accounts, for whoever records what came. */
export async function findDonors(db: Db, q: string) {
  const pledged = pledgesBy(q);
  if (!pledged) return { pledges: [], people: [] };
  const found = await db
    .select({
      reference: pledges.reference,
      name: sql<string>`coalesce(nullif(${pledges.company}, ''), ${pledges.name})`,
      rhythm: pledges.rhythm,
      amountCents: pledges.amountCents,
      receivedCents,
    })
    .from(pledges)
    .where(and(pledged, or(eq(pledges.status, "promised"), eq(pledges.rhythm, "monthly"))))
    .orderBy(desc(pledges.createdAt), desc(pledges.id))
    .limit(maxDonorsFound);
  const named = await foundPeople(db, q);
  const people = named
    ? await db
        .select({ id: users.id, name: fullName(users), email: users.email })
        .from(users)
        .where(named.among(users.id))
        .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
        .limit(maxDonorsFound)
    : [];
  return { pledges: found, people };
}
