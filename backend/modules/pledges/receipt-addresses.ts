import { inArray, type SQL, sql } from "drizzle-orm";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { receivedCents } from "#backend/modules/payments/sums";
import type { ReceiptAddress } from "#contract/giving/pledge-donor";
import { pendingCents } from "./debits.ts";
import { mayAskReceipt } from "./receipt-wish.ts";
import { pledges } from "./tables.ts";

type Row = typeof pledges.$inferSelect;
export type Listed = { pledge: Row; receivedCents: number; pendingCents: number };
export type Found = Listed & { mayAsk: boolean };

export const listedColumns = { pledge: pledges, receivedCents, pendingCents };
export const withWish = (now: Date) => ({ ...listedColumns, mayAsk: mayAskReceipt(now) });

/** Gifts, locked in the order of their ids, with their sums as they are under the lock: a debit that began before it is among them. */
export async function lockedGifts(tx: Db, now: Date, which: SQL | undefined): Promise<Found[]> {
  await tx.select({ id: pledges.id }).from(pledges).where(which).orderBy(pledges.id).for("update");
  return tx.select(withWish(now)).from(pledges).where(which);
}

/** All gifts from the e-mail address of one. */
export const sameAddress = (id: string) => sql`${pledges.email} = (select one.email from pledges one where one.id = ${id})`;

/** Whether a gift may have a receipt to come, whose address can change. */
export const mayMove = ({ pledge: row, receivedCents: received }: Listed) =>
  row.receipt && row.addressGoneAt === null && (row.status !== "cancelled" || received > 0);

/** The gifts of the same person or company whose receipt to come has an address. */
export const likeIt = (all: Found[], { donor, siren }: Pick<Row, "donor" | "siren">): Row[] =>
  all.filter((one) => mayMove(one) && one.pledge.donor === donor && one.pledge.siren === siren).map(({ pledge }) => pledge);

/** Gives receipts to come another address, by their donor, or by staff for them. */
export async function moveAddresses(tx: Db, actor: Actor | null, moved: Row[], after: ReceiptAddress) {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await tx.update(pledges).set(after).where(inArray(pledges.id, ids));
  const changes = moved.map(({ id, street, postcode, city, country }) => {
    const change = { before: { street, postcode, city, country }, after };
    return { action: "pledge.address", entityType: "pledge", entityId: id, ...change } as const;
  });
  await recordChanges(tx, actor, changes);
}
