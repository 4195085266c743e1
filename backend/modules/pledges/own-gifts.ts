import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { pageOfRows } from "#backend/db/lists";
import type { Services } from "#backend/http/services";
import { writeOfStop } from "#backend/modules/card-payments/change-mails";
import { mistakenCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { Refusal } from "#backend/refusal";
import type { OwnGift, OwnGiftRecord, OwnGiftsQuery } from "#contract/giving/donor-access";
import type { ReceiptAddress } from "#contract/giving/pledge-donor";
import { debitOf } from "./debits.ts";
import { postalOf } from "./donors.ts";
import { type Found, type Listed, likeIt, listedColumns, lockedGifts, mayMove, moveAddresses, withWish } from "./receipt-addresses.ts";
import { pledges } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "paymentProvider">;
type StopDeps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
type Row = typeof pledges.$inferSelect;
type Which = { email: string; reference: string };

export function listGifts(db: Db, email: string, query: z.output<typeof OwnGiftsQuery>) {
  const parts = { where: eq(pledges.email, email), sorts: { pledgedAt: pledges.createdAt } };
  return pageOfRows(db, pledges, query, parts, async (found, order) => {
    const rows = await db
      .select(listedColumns)
      .from(pledges)
      .innerJoin(found, eq(found.id, pledges.id))
      .orderBy(...order);
    return rows.map(shown);
  });
}

export async function getGift({ db, clock, settings, paymentProvider }: Deps, which: Which): Promise<OwnGiftRecord> {
  const [found] = await db.select(withWish(clock())).from(pledges).where(theirs(which));
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
    mayStop: mayStop(found),
    mayMove: mayMove(found),
    mayAskReceipt: found.mayAsk,
    lacksLegalForm: row.donor === "company" && !row.legalForm,
  };
}

/** Stops a gift that is not over: a pledge, or a monthly gift, of which the donor is written to. A second stop changes nothing. Answers with its id. */
export async function stopGift(services: StopDeps, which: Which, reason: string | undefined): Promise<string> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const [found] = await lockedGifts(tx, now, theirs(which));
    if (!found) throw new Refusal("not_found");
    const { pledge: before } = found;
    const { id, status } = before;
    if (status === "cancelled") return id;
    if (!mayStop(found)) throw new Refusal("wrong_state");
    await tx
      .update(pledges)
      .set({ status: "cancelled", stoppedAt: now, stopReason: reason || null, dedupeKey: id, updatedAt: now })
      .where(eq(pledges.id, id));
    const change = { before: { status }, after: { status: "cancelled" } };
    await recordChange(tx, null, { action: "pledge.stop", entityType: "pledge", entityId: id, ...change, reason: reason || undefined });
    await writeOfStop({ ...services, db: tx }, before);
    return id;
  });
}

/**
 * Changes the address of the receipts to come: those that were issued stay as they are, until one is replaced. A receipt is for all that a person, or a company, gave from
 * an e-mail address: the address changes with each of these gifts that may have one. The gifts themselves stay as they were, and so does the time of their last change,
 * which retention counts from.
 */
export async function moveReceipt({ db, clock }: Pick<Deps, "db" | "clock">, which: Which, after: ReceiptAddress) {
  await db.transaction(async (tx) => {
    const all = await lockedGifts(tx, clock(), eq(pledges.email, which.email));
    const found = giftAmong(all, which);
    if (!mayMove(found)) throw new Refusal("wrong_state");
    await moveAddresses(tx, null, likeIt(all, found.pledge), after);
  });
}

/** Asks for the receipt of a gift that was made without one. The address is that of the donor's other receipts to come, too, as {@link moveReceipt} has it. */
export async function askReceipt({ db, clock }: Pick<Deps, "db" | "clock">, which: Which, after: ReceiptAddress) {
  await db.transaction(async (tx) => {
    const all = await lockedGifts(tx, clock(), eq(pledges.email, which.email));
    const found = giftAmong(all, which);
    if (!found.mayAsk && !mayMove(found)) throw new Refusal("wrong_state");
    if (found.mayAsk) {
      const { id, street, postcode, city, country } = found.pledge;
      const wish = { ...after, receipt: true };
      await tx.update(pledges).set(wish).where(eq(pledges.id, id));
      const change = { before: { receipt: false, street, postcode, city, country }, after: wish };
      await recordChange(tx, null, { action: "pledge.receipt", entityType: "pledge", entityId: id, ...change });
    }
    await moveAddresses(tx, null, likeIt(all, found.pledge), after);
  });
}

function giftAmong(all: Found[], { reference }: Which): Found {
  const found = all.find(({ pledge }) => pledge.reference === reference);
  if (!found) throw new Refusal("not_found");
  return found;
}

/** A gift of these people that goes on. */
export async function ongoingGift(db: Db, which: Which): Promise<Row> {
  const [row] = await db.select().from(pledges).where(theirs(which));
  if (!row) throw new Refusal("not_found");
  if (!goesOn(row)) throw new Refusal("wrong_state");
  return row;
}

const theirs = ({ email, reference }: Which) => and(eq(pledges.reference, reference), eq(pledges.email, email));

const goesOn = ({ status, rhythm }: Row) => status === "promised" || (status === "received" && rhythm === "monthly");
/** A debit that is on its way is taken whatever happens here: what comes once is not stopped then. */
const mayStop = ({ pledge: row, pendingCents: due }: Listed) => goesOn(row) && (row.rhythm === "monthly" || due === 0);

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

function shown({ pledge: row, receivedCents: received, pendingCents: due }: Listed): OwnGift {
  return {
    ...row,
    receivedCents: received,
    pendingCents: due,
    pledgedAt: row.createdAt.toISOString(),
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
  };
}
