import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Services } from "#backend/http/services";
import { mistakenCents, receivedCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { Refusal } from "#backend/refusal";
import type { OwnGift, OwnGiftRecord, OwnGiftsQuery } from "#contract/giving/donor-access";
import type { ReceiptAddress } from "#contract/giving/pledge-donor";
import { debitOf, pendingCents } from "./debits.ts";
import { postalOf } from "./donors.ts";
import { pledges } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "paymentProvider">;
type Row = typeof pledges.$inferSelect;
type Found = { pledge: Row; receivedCents: number; pendingCents: number };
type Which = { email: string; reference: string };

export function listGifts(db: Db, email: string, query: z.output<typeof OwnGiftsQuery>) {
  const parts = { where: eq(pledges.email, email), sorts: { pledgedAt: pledges.createdAt } };
  return pageOfRows(db, pledges, query, parts, async (found, order) => {
    const rows = await db
      .select({ pledge: pledges, receivedCents, pendingCents })
      .from(pledges)
      .innerJoin(found, eq(found.id, pledges.id))
      .orderBy(...order);
    return rows.map(shown);
  });
}

export async function getGift({ db, settings, paymentProvider }: Deps, which: Which): Promise<OwnGiftRecord> {
  const [found] = await db.select({ pledge: pledges, receivedCents, pendingCents }).from(pledges).where(theirs(which));
  if (!found) throw new Refusal("not_found");
  const row = found.pledge;
  const came = await paymentsOf(db, row.id);
  const debit = paymentProvider && (await debitOf(db, row.id));
  const { stopReason } = row;
  const address = postalOf(row);
  const payee = { ...settings.bank, postalAddress: settings.postalAddress };
  return {
    ...shown(found),
    payments: came,
    payee,
    stopReason,
    address,
    debit: debit && { ...debit, portalOrigin: paymentProvider.subscriptions.portalOrigin },
    mayStop: mayStop(row),
    mayMove: mayMove(found),
  };
}

/** Stops a gift that is not over: a pledge, or a monthly gift. A second stop changes nothing. Answers with its id. */
export async function stopGift({ db, clock }: Pick<Deps, "db" | "clock">, which: Which, reason: string | undefined): Promise<string> {
  const now = clock();
  return db.transaction(async (tx) => {
    const { pledge: before } = await locked(tx, which);
    const { id, status } = before;
    if (status === "cancelled") return id;
    if (!mayStop(before)) throw new Refusal("wrong_state");
    await tx
      .update(pledges)
      .set({ status: "cancelled", stoppedAt: now, stopReason: reason || null, dedupeKey: id, updatedAt: now })
      .where(eq(pledges.id, id));
    const change = { before: { status }, after: { status: "cancelled" } };
    await recordChange(tx, null, { action: "pledge.stop", entityType: "pledge", entityId: id, ...change, reason: reason || undefined });
    return id;
  });
}

/**
 * Changes the address of the receipts to come: those that were issued stay as they are, until one is replaced. The gift itself stays as it was, and so does the time of its
 * last change, which retention counts from.
 */
export async function moveReceipt({ db }: Pick<Deps, "db">, which: Which, after: ReceiptAddress) {
  await db.transaction(async (tx) => {
    const found = await locked(tx, which);
    if (!mayMove(found)) throw new Refusal("wrong_state");
    const { pledge: before } = found;
    await tx.update(pledges).set(after).where(eq(pledges.id, before.id));
    const { street, postcode, city, country } = before;
    const change = { before: { street, postcode, city, country }, after };
    await recordChange(tx, null, { action: "pledge.address", entityType: "pledge", entityId: before.id, ...change });
  });
}

/** A gift of these people that goes on. */
export async function ongoingGift(db: Db, which: Which): Promise<Row> {
  const [row] = await db.select().from(pledges).where(theirs(which));
  if (!row) throw new Refusal("not_found");
  if (!goesOn(row)) throw new Refusal("wrong_state");
  return row;
}

const theirs = ({ email, reference }: Which) => and(eq(pledges.reference, reference), eq(pledges.email, email));

async function locked(tx: Db, which: Which): Promise<Found> {
  const [row] = await tx.select({ pledge: pledges, receivedCents, pendingCents }).from(pledges).where(theirs(which)).for("update");
  if (!row) throw new Refusal("not_found");
  return row;
}

const goesOn = ({ status, rhythm }: Row) => status === "promised" || (status === "received" && rhythm === "monthly");
const mayStop = (row: Row) => goesOn(row);
const mayMove = ({ pledge: row, receivedCents: received }: Found) =>
  row.receipt && row.addressGoneAt === null && (row.status !== "cancelled" || received > 0);

/** What came and what was given back. Of what was recorded by mistake, nothing came: neither its payment nor its correction is shown. */
async function paymentsOf(db: Db, pledgeId: string): Promise<OwnGiftRecord["payments"]> {
  const rows = await db
    .select({
      id: payments.id,
      receivedOn: payments.receivedOn,
      signedCents:
        sql`case when ${payments.refundOf} is null then ${payments.amountCents} - ${mistakenCents} else -${payments.amountCents} end`.mapWith(
          Number,
        ),
      method: payments.method,
    })
    .from(payments)
    .where(and(eq(payments.pledgeId, pledgeId), sql`${payments.reversal} is distinct from 'mistake'`))
    .orderBy(desc(payments.receivedOn), desc(payments.createdAt), desc(payments.id))
    .limit(100);
  return rows.filter(({ signedCents }) => signedCents !== 0);
}

function shown({ pledge: row, receivedCents: received, pendingCents: due }: Found): OwnGift {
  return {
    ...row,
    receivedCents: received,
    pendingCents: due,
    pledgedAt: row.createdAt.toISOString(),
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
  };
}
