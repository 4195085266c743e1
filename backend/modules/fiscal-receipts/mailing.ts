import { eq } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { pageOfExpenses, pageOfReceipts } from "#backend/modules/expense-claims/receipts";
import { queueMailTo } from "#backend/modules/mails/outbox";
import { users } from "#backend/modules/users/tables";
import { writtenDay } from "#contract/formats/france-time";
import type { ReceiptIssuer } from "#contract/giving/fiscal-receipts";
import { formatEuros } from "#contract/giving/money";
import type { Receivable } from "./gifts.ts";

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
