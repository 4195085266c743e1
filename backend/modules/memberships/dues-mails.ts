import type { Services } from "#backend/http/services";
import { cancelMails, queueMail } from "#backend/modules/mails/outbox";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { isForLife } from "#contract/charity/lifetime";
import { membershipDays } from "#contract/charity/membership-states";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { spacedIban } from "#contract/giving/bank-codes";
import { formatEuros } from "#contract/giving/money";
import type { memberships } from "./tables.ts";

type Row = typeof memberships.$inferSelect;
type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

const topic = "membership_waiting";
/** Of the mail that is written with a request, of the one once its proof is accepted, and of the one of the job while dues are missing. */
export const duesKeys = {
  requested: () => "requested",
  accepted: () => "accepted",
  missing: ({ statusAt }: Pick<Row, "statusAt">) => `missing:${franceDay(statusAt)}`,
};
const proofTopic = "membership_proof";
const keyOf = (id: string, key: string, of: typeof topic | typeof proofTopic = topic) => `membership:${id}:${of}:${key}`;

/** The day on which a request of which nothing came ends. */
export const lapsesOn = ({ statusAt }: Pick<Row, "statusAt">) =>
  franceDay(new Date(statusAt.getTime() + membershipDays.abandoned * 24 * 60 * 60 * 1000));

/** How the dues of a request are paid by its method; by card or debit, or where a fact is missing, the page of the membership or the team says it. */
function howToPay({ settings, translate }: Deps, locale: Locale, { method, reference }: Row, price: string): string {
  const { bank, postalAddress } = settings;
  const of = { amount: price, reference: reference ?? "", holder: bank.holder };
  if (method === "card") return translate(locale, "memberships:dues.card", of);
  if (method === "sepa_debit") return translate(locale, "memberships:dues.debit", of);
  if (method === "cash") return translate(locale, "memberships:own.payCash", of);
  if (method === "cheque" && postalAddress) return translate(locale, "memberships:dues.cheque", { ...of, postalAddress });
  if (method === "transfer" && bank.iban && bank.bic)
    return translate(locale, "memberships:dues.transfer", { ...of, iban: spacedIban(bank.iban), bic: bank.bic });
  return translate(locale, "memberships:own.payElse", of);
}

/** Writes to the member of a request how its dues are paid, and on which day it ends without them; the same key twice is one mail. */
export async function mailDues(services: Deps, locale: Locale, row: Row, key: string, notBefore?: Date): Promise<boolean> {
  const { db, translate } = services;
  if (!row.userId) return false;
  const receivedCents = await receivedOfMembership(db, row.id);
  const price = formatEuros(locale, row.priceCents - receivedCents);
  const days = { from: writtenDay(locale, row.startDate), to: writtenDay(locale, row.endDate) };
  const values = {
    price,
    period: translate(locale, isForLife(row) ? "memberships:rangeForLife" : "memberships:range", days),
    pay: howToPay(services, locale, row, price),
    deadline: receivedCents === 0 ? translate(locale, "memberships:dues.lapses", { date: writtenDay(locale, lapsesOn(row)) }) : "",
  };
  const record = { subject: "membership", subjectId: row.id } as const;
  // The inbox would have it at once.
  const notices = notBefore && ({ channels: ["email"] } as const);
  return queueMail(services, row.userId, topic, values, keyOf(row.id, key), { record, notBefore, notices });
}

/** Writes to the member of a request that a proof of the reduced price is to be shown before anything is paid; the same key twice is one mail. */
export async function mailProof(services: Deps, locale: Locale, row: Row, key: string, notBefore?: Date): Promise<boolean> {
  const { translate } = services;
  if (!row.userId) return false;
  const days = { from: writtenDay(locale, row.startDate), to: writtenDay(locale, row.endDate) };
  const values = {
    price: formatEuros(locale, row.priceCents),
    period: translate(locale, isForLife(row) ? "memberships:rangeForLife" : "memberships:range", days),
    deadline: translate(locale, "memberships:proof.lapses", { date: writtenDay(locale, lapsesOn(row)) }),
  };
  const record = { subject: "membership", subjectId: row.id } as const;
  const notices = notBefore && ({ channels: ["email"] } as const);
  return queueMail(services, row.userId, proofTopic, values, keyOf(row.id, key, proofTopic), { record, notBefore, notices });
}

/** Mails on a proof or on how to pay that were not sent yet have nothing to say any more. */
export const cancelDuesMails = (services: Pick<Services, "db" | "clock">, row: Row) =>
  cancelMails(
    services,
    Object.values(duesKeys).flatMap((key) => [keyOf(row.id, key(row)), keyOf(row.id, key(row), proofTopic)]),
  );
