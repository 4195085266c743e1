import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { pageOfExpenses, pageOfReceipts } from "#backend/modules/expense-claims/receipts";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { users } from "#backend/modules/users/tables";
import { writtenDay } from "#contract/formats/france-time";
import { defaultLocale, type Locale } from "#contract/formats/locale";
import type { ReceiptIssuer } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import type { Receivable } from "./gifts.ts";
import { fiscalReceiptSources, type fiscalReceipts } from "./tables.ts";

type Deps = Pick<Services, "clock" | "settings" | "translate" | "wakeMail">;
type Issued = Receivable & { id: string; number: string; regime: ReceiptIssuer["regime"] };

/** Mails whoever gave that their receipt is there, or which one it replaces and why. False where there is no address, or the mail is not added. */
export async function mailReceipt(tx: Db, services: Deps, receipt: Issued, replaced: { number: string; reason: string } | null) {
  const { id, number, donor, donorId, email, locale, cents, periodFrom, periodTo, series, regime } = receipt;
  if (!email) return false;
  const day = (date: string) => writtenDay(locale, date);
  const period =
    periodFrom === periodTo
      ? day(periodFrom)
      : services.translate(locale, "receipts:mail.period", { from: day(periodFrom), to: day(periodTo) });
  const [account] = donorId ? await tx.select({ role: users.role }).from(users).where(eq(users.id, donorId)) : [];
  const page = (series === "EXP" ? pageOfExpenses : pageOfReceipts)(account?.role);
  const to = { email, locale, firstName: donor.name, userId: donorId ?? undefined };
  const values = {
    number,
    page,
    period,
    amount: formatEuros(locale, cents),
    taxBox: services.translate(locale, `receipts:mail.box.${series}${regime}`),
  };
  const record = { subject: "receipt", subjectId: id } as const;
  const within = { ...services, db: tx };
  return replaced
    ? queueMailTo(within, to, "receipt_replaced", { number, page, oldNumber: replaced.number, reason: replaced.reason }, `${id} receipt`, {
        record,
      })
    : queueMailTo(within, to, "receipt_ready", values, `${id} receipt`, { record });
}

type Cancelled = Pick<typeof fiscalReceipts.$inferSelect, "id" | "displayNumber" | "donor" | "donorEmail" | "donorId" | "series">;

/**
 * Writes to whoever holds a receipt that it counts no more, and why, where no other takes its place: at the address of the gift or, without one, at the
 * confirmed one that the account has today. That of the receipt is what is left of others.
 */
export async function mailCancelled(tx: Db, services: Deps, receipt: Cancelled, reason: string) {
  const { id, displayNumber: number, donor, donorEmail, donorId, series } = receipt;
  if (!donorEmail) return;
  const account = await accountOf(tx, donorId);
  const giver = await giverOf(tx, id);
  const confirmed = account?.emailVerifiedAt ? account.email : null;
  const email = giver?.email ?? confirmed ?? donorEmail;
  const page = (series === "EXP" ? pageOfExpenses : pageOfReceipts)(account?.role);
  const to = { email, locale: giver?.locale ?? account?.locale ?? defaultLocale, firstName: donor?.name, userId: account?.id };
  const record = { subject: "receipt", subjectId: id } as const;
  await queueMailTo({ ...services, db: tx }, to, "receipt_cancelled", { number, page, reason }, `${id} receipt_cancelled`, { record });
}

/** An account that was not erased: the receipt stays after it. */
async function accountOf(tx: Db, donorId: string | null) {
  if (!donorId) return undefined;
  const [account] = await tx
    .select({ id: users.id, role: users.role, locale: users.locale, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.id, donorId), ne(users.accountState, "left")));
  return account;
}

/** Of the latest gift on a receipt, its language and its address, without that of a pledge whose donor was erased; none where nothing on it says one. */
async function giverOf(tx: Db, receiptId: string) {
  const locale = sql<Locale | null>`coalesce(${pledges.locale}, ${giftsInKind.locale})`;
  const pledgeEmail = sql`case when ${pledges.email} not like '%@erased.invalid' then ${pledges.email} end`;
  const email = sql<string | null>`coalesce(${pledgeEmail}, ${giftsInKind.email})`;
  const [source] = await tx
    .select({ locale, email })
    .from(fiscalReceiptSources)
    .leftJoin(payments, eq(payments.id, fiscalReceiptSources.paymentId))
    .leftJoin(pledges, eq(pledges.id, payments.pledgeId))
    .leftJoin(giftsInKind, eq(giftsInKind.id, fiscalReceiptSources.giftInKindId))
    .where(and(eq(fiscalReceiptSources.receiptId, receiptId), sql`${locale} is not null`))
    .orderBy(sql`${pledges.createdAt} desc nulls last`, desc(giftsInKind.receivedOn), fiscalReceiptSources.id)
    .limit(1);
  return source;
}
