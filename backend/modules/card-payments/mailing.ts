import { and, eq, ne } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import type { InboxTopic } from "#backend/modules/mails/inbox-topics";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { queueMail, queueMailTo } from "#backend/modules/mails/outbox";
import type { About } from "#backend/modules/mails/subjects";
import type { memberships } from "#backend/modules/memberships/tables";
import type { Pledge } from "#backend/modules/payments/settling";
import { users } from "#backend/modules/users/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";

/** Nobody reads what is sent to a donor who was erased. */
export const isErased = (email: string) => email.endsWith("@erased.invalid");

const pledge = (subjectId: string) => ({ subject: "pledge", subjectId }) as const;

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Thanks the donor for money that came by card or debit: for the first of a monthly gift. */
export async function thankForCard(services: Deps, { id, reference, email, name, locale, method }: Pledge, amountCents: number) {
  if (isErased(email)) return;
  const values = { amount: formatEuros(locale, amountCents), reference };
  const topic = method === "sepa_debit" ? "pledge_debit" : "pledge_card";
  await queueMailTo(services, { email, locale, firstName: name }, topic, values, `${id} card`, { record: pledge(id) });
}

/** What a donor reads of a refused debit: that it is tried again and when, that it is not any more, or of a gift that comes once, how it is paid. */
type Failure = {
  topic: "pledge_debit_failed" | "pledge_debit_retried" | "pledge_debit_given_up" | "pledge_once_failed";
  /** The same failure again is the same mail. */
  key: string;
  nextTryAt: Date | null;
};

export async function writeOfFailure(
  services: Deps & Pick<Services, "log">,
  { id, reference, email, name, locale, amountCents }: Pledge,
  { topic, key, nextTryAt }: Failure,
) {
  if (isErased(email)) return;
  const values: Record<string, string> = { amount: formatEuros(locale, amountCents), reference };
  if (nextTryAt) values.date = writtenDay(locale, franceDay(nextTryAt));
  const to = { email, locale, firstName: name };
  const isQueued = await queueMailTo(services, to, topic, values, `${id} failed ${key}`, { record: pledge(id) });
  if (!isQueued) services.log.warn({ pledge: id, topic }, "a donor was not told of a refused payment: too many mails to the address");
}

/** Writes to the member that the debit of the dues was refused; a request waits for them as before. */
export async function writeOfRefusedDues(
  services: Deps,
  { id, userId, status }: typeof memberships.$inferSelect,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
) {
  const { db, clock, translate } = services;
  const [member] = await db
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId ?? ""), ne(users.accountState, "left")));
  if (!member) return;
  const { locale } = member;
  const values = {
    price: formatEuros(locale, amountCents),
    date: writtenDay(locale, franceDay(clock())),
    cancelled: status === "pending_payment" ? translate(locale, "memberships:dues.stillWaits") : "",
    receipt: "",
  };
  const record = { subject: "membership", subjectId: id } as const;
  await queueMail(services, member.id, "membership_unpaid", values, `membership:${id}:membership_unpaid:${paymentId}`, { record });
}

/** Notifies administrators that the last try of a month has failed: the gift needs somebody. */
export function noteGivenUp(services: Deps, { id, reference }: Pledge, failed: string) {
  return notifyAdmins(services, "debit_given_up", failed, {
    path: `/dashboard/admin/donations/pledges/${id}`,
    values: { reference },
    about: pledge(id),
  });
}

/** Notifies administrators that a debit of a gift that comes once, or of dues, was refused: their pages show it on its way no more. */
export function noteDebitRefused(
  services: Deps,
  of: "pledge" | "membership",
  { id, reference }: { id: string; reference: string | null },
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
) {
  return notifyAdmins(services, "debit_refused", paymentId, {
    path: of === "pledge" ? `/dashboard/admin/donations/pledges/${id}` : `/dashboard/admin/memberships/${id}`,
    values: { reference: reference ?? "", cents: String(amountCents), of },
    about: { subject: of, subjectId: id },
  });
}

/** Notifies administrators of dues that came by card for a membership that they cannot activate: the money is to be returned. */
export function noteDuesToReturn(services: Deps, { id, reference }: typeof memberships.$inferSelect, paymentId: string) {
  return notifyAdmins(services, "dues_to_return", paymentId, {
    path: `/dashboard/admin/memberships/${id}`,
    values: { reference: reference ?? "" },
    about: { subject: "membership", subjectId: id },
  });
}

/** Notifies administrators of a gift that came on a page of the provider although it was stopped, or paid otherwise: it is refunded, or a further gift. */
export function noteGiftToReturn(services: Deps, { id, reference }: Pledge, paymentId: string) {
  return notifyAdmins(services, "gift_to_return", paymentId, {
    path: `/dashboard/admin/donations/${paymentId}`,
    values: { reference },
    about: pledge(id),
  });
}

const cardsPath = "/dashboard/admin/stripe-manage";

/** Notifies administrators of what differs from the provider since a comparison. */
export function noteMismatches(services: Deps, count: number, comparison: string) {
  return notifyAdmins(services, "card_mismatch", comparison, { path: cardsPath, values: { count: String(count) } });
}

/** Notifies administrators, once a day, of events that are not tried any more. */
export function noteEventFailed(services: Deps) {
  const path = `${cardsPath}/events?state=failed`;
  return notifyAdmins(services, "card_event_failed", franceDay(services.clock()), { path, values: {} });
}

type Notified = { path: string; values: Record<string, string>; about?: About };

/** Notifies administrators that a membership was not renewed, since its payment was refused. */
export function noteRenewalFailed(services: Deps, { id, reference }: typeof memberships.$inferSelect) {
  return notifyAdmins(services, "renewal_failed_for_staff", id, {
    path: `/dashboard/admin/memberships/${id}`,
    values: { reference: reference ?? "" },
    about: { subject: "membership", subjectId: id },
  });
}

/** One notice for each administrator and each `key`. */
export async function notifyAdmins({ db, clock }: Deps, topic: InboxTopic, key: string, about: Notified) {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  for (const { id: userId } of admins)
    await writeInInbox(db, topic, { ...about, userId, createdAt: clock(), dedupeKey: `${topic}:${key}:${userId}` });
}
