import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { fiscalReceiptSources, fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import { memberships } from "#backend/modules/memberships/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { writtenDay } from "#contract/formats/france-time";
import { defaultLocale, type Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import { helloassoPayments, payments } from "./tables.ts";

type Refunded = Pick<typeof payments.$inferSelect, "id" | "refundOf" | "membershipId" | "amountCents" | "receivedOn" | "reversal">;
export type RefundMailDeps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log">;

type How = {
  /** The bank refused or took back the money: nothing was returned. */
  byBank?: boolean;
  /** Whoever returned a gift has written to its donor. */
  isDonorNotified?: boolean;
};

/** Writes to donors and members whose money was returned, or taken back by a bank, all or a part of it; not of what was recorded by mistake. */
export async function mailRefunds(services: RefundMailDeps, rows: Refunded[], how: How = {}): Promise<void> {
  for (const row of rows) {
    if (row.reversal !== "refund" || !row.refundOf) continue;
    if (row.membershipId) await mailRefundedDues(services, row, how);
    else if (!how.isDonorNotified) await mailRefundedGift(services, row, how);
  }
}

/** Writes to the member of these dues, also whether that ended their membership. */
async function mailRefundedDues(services: RefundMailDeps, row: Refunded, { byBank = false }: How = {}): Promise<void> {
  const { id, membershipId, amountCents, receivedOn } = row;
  const { db, translate } = services;
  const topic = byBank ? "membership_unpaid" : "membership_refunded";
  const ended = byBank ? "memberships:cancelled.unpaid" : "memberships:cancelled.refunded";
  const [found] = await db
    .select({ status: memberships.status, userId: users.id, locale: users.locale, state: users.accountState })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.id, membershipId ?? ""));
  if (!found || found.state === "left") return;
  const { status, userId, locale } = found;
  const number = await receiptOf(db, row);
  const values = {
    price: formatEuros(locale, amountCents),
    date: writtenDay(locale, receivedOn),
    cancelled: status === "refunded" ? translate(locale, ended) : "",
    receipt: number ? translate(locale, "payments:mail.onReceipt", { number }) : "",
  };
  await queueMail(services, userId, topic, values, `membership:${membershipId}:${topic}:${id}`, {
    record: { subject: "membership", subjectId: membershipId ?? "" },
  });
}

async function mailRefundedGift(services: RefundMailDeps, row: Refunded, { byBank = false }: How) {
  const { db, translate, log } = services;
  const giver = await giverOf(db, row.refundOf ?? "");
  if (!giver) return;
  const { paymentId, pledgeId, reference, email, locale, firstName, userId, receipted } = giver;
  const day = writtenDay(locale, giver.receivedOn);
  const number = await receiptOf(db, row);
  const receipt = number ? "onReceipt" : receipted ? "atHelloAsso" : "noReceipt";
  const values = {
    amount: formatEuros(locale, row.amountCents),
    date: writtenDay(locale, row.receivedOn),
    paid: translate(locale, reference ? "payments:mail.pledged" : "payments:mail.gift", { day, reference }),
    receipt: translate(locale, `payments:mail.${receipt}`, { number }),
  };
  const topic = byBank ? "pledge_taken_back" : "gift_refunded";
  const record = pledgeId ? ({ subject: "pledge", subjectId: pledgeId } as const) : undefined;
  const key = `${paymentId} ${topic} ${row.id}`;
  const isQueued = await queueMailTo(services, { email, locale, firstName, userId }, topic, values, key, { record });
  if (!isQueued) log.warn({ payment: paymentId, topic }, "a donor was not told of money taken back: too many mails to the address");
}

/** The receipt that certifies a payment of which something is taken back. */
async function receiptOf(db: Db, { refundOf }: Refunded): Promise<string | undefined> {
  const [receipt] = await db
    .select({ number: fiscalReceipts.displayNumber })
    .from(fiscalReceiptSources)
    .innerJoin(fiscalReceipts, eq(fiscalReceipts.id, fiscalReceiptSources.receiptId))
    .where(and(eq(fiscalReceiptSources.paymentId, refundOf ?? ""), eq(fiscalReceiptSources.live, true)));
  return receipt?.number;
}

/**
 * Who gave a payment, at the address of the pledge, of the account or of the payment; undefined where none is known, or its donor was erased. An account
 * is theirs by its confirmed address.
 */
async function giverOf(db: Db, paymentId: string) {
  const ofEmail = or(eq(users.email, pledges.email), and(isNull(payments.donorId), eq(users.email, payments.donorEmail)));
  const isTheirs = or(and(isNull(payments.pledgeId), eq(users.id, payments.donorId)), ofEmail);
  const [found] = await db
    .select({
      paid: payments,
      pledge: pledges,
      account: { id: users.id, email: users.email, locale: users.locale, firstName: users.firstName },
      receipted: helloassoPayments.receipted,
    })
    .from(payments)
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(users, and(isTheirs, isNotNull(users.emailVerifiedAt), ne(users.accountState, "left")))
    .leftJoin(helloassoPayments, eq(helloassoPayments.paymentId, payments.id))
    .where(eq(payments.id, paymentId));
  if (!found) return undefined;
  const { paid, pledge, account, receipted } = found;
  const email = pledge?.email ?? account?.email ?? paid.donorEmail;
  if (!email || email.endsWith("@erased.invalid")) return undefined;
  const locale: Locale = pledge?.locale ?? account?.locale ?? defaultLocale;
  const firstName = pledge?.name ?? account?.firstName ?? undefined;
  const { id, receivedOn } = paid;
  return {
    paymentId: id,
    receivedOn,
    pledgeId: pledge?.id,
    reference: pledge?.reference,
    email,
    locale,
    firstName,
    userId: account?.id,
    receipted,
  };
}
