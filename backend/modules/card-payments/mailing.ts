import { and, eq } from "drizzle-orm";
import type { Services } from "#backend/http/services";
import type { InboxTopic } from "#backend/modules/mails/inbox-topics";
import { writeInInbox } from "#backend/modules/mails/notice-writing";
import { queueMailTo } from "#backend/modules/mails/outbox";
import type { About } from "#backend/modules/mails/subjects";
import type { memberships } from "#backend/modules/memberships/tables";
import type { Pledge } from "#backend/modules/payments/settling";
import { users } from "#backend/modules/users/tables";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { formatEuros } from "#contract/giving/money";

const pledge = (subjectId: string) => ({ subject: "pledge", subjectId }) as const;

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;

/** Thanks the donor for money that came by card or debit: for the first of a monthly gift. */
export async function thankForCard(services: Deps, { id, reference, email, name, locale, method }: Pledge, amountCents: number) {
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
  services: Deps,
  { id, reference, email, name, locale, amountCents }: Pledge,
  { topic, key, nextTryAt }: Failure,
) {
  const values: Record<string, string> = { amount: formatEuros(locale, amountCents), reference };
  if (nextTryAt) values.date = writtenDay(locale, franceDay(nextTryAt));
  await queueMailTo(services, { email, locale, firstName: name }, topic, values, `${id} failed ${key}`, { record: pledge(id) });
}

/** Notifies administrators that the last try of a month has failed: the gift needs somebody. */
export function noteGivenUp(services: Deps, { id, reference }: Pledge, failed: string) {
  return notifyAdmins(services, "debit_given_up", failed, {
    path: `/dashboard/admin/donations/pledges/${id}`,
    values: { reference },
    about: pledge(id),
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

type Notified = { path: string; values: Record<string, string>; about: About };

/** Notifies administrators that a membership was not renewed, since its payment was refused. */
export function noteRenewalFailed(services: Deps, { id, reference }: typeof memberships.$inferSelect) {
  return notifyAdmins(services, "renewal_failed_for_staff", id, {
    path: `/dashboard/admin/memberships/${id}`,
    values: { reference: reference ?? "" },
    about: { subject: "membership", subjectId: id },
  });
}

/** One notice for each administrator and each `key`. */
async function notifyAdmins({ db, clock }: Deps, topic: InboxTopic, key: string, about: Notified) {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.accountState, "validated")));
  for (const { id: userId } of admins)
    await writeInInbox(db, topic, { ...about, userId, createdAt: clock(), dedupeKey: `${topic}:${key}:${userId}` });
}
