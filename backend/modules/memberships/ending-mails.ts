import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { isForLife } from "#contract/charity/lifetime";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { formatEuros } from "#contract/giving/money";
import type { Consent } from "./consenting.ts";
import { localeOfMember } from "./member-locale.ts";
import type { memberships } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
/** Whether a renewal was stopped, and while it is being paid. */
type Stopped = { isBeingPaid: boolean } | null;

const effectOf = ({ translate }: Deps, locale: Locale, { isBeingPaid }: NonNullable<Stopped>) =>
  translate(locale, isBeingPaid ? "memberships:renewal.effectBeingPaid" : "memberships:renewal.effect");

function whatEnds({ clock, translate }: Deps, locale: Locale, row: typeof memberships.$inferSelect): string {
  const { number, reference, status, startDate, endDate } = row;
  if (status !== "active") return translate(locale, "memberships:cancelled.request", { reference: reference ?? "" });
  if (startDate <= franceDay(clock()))
    return translate(locale, number ? "memberships:cancelled.numbered" : "memberships:cancelled.active", { number: number ?? "" });
  const days = { from: writtenDay(locale, startDate), to: writtenDay(locale, endDate) };
  const period = translate(locale, isForLife(row) ? "memberships:rangeForLife" : "memberships:range", days);
  return translate(locale, "memberships:cancelled.coming", { period });
}

/** Writes to a member whose membership or request staff cancelled; why is not in it. `row` is what it was. */
export async function mailCancelled(services: Deps, row: typeof memberships.$inferSelect, stopped: Stopped): Promise<void> {
  const { db, translate } = services;
  const { id, userId } = row;
  const locale = await localeOfMember(db, userId);
  if (!userId || !locale) return;
  const received = await receivedOfMembership(db, id);
  const values = {
    cancelled: whatEnds(services, locale, row),
    paid: received > 0 ? translate(locale, "memberships:cancelled.paid", { price: formatEuros(locale, received) }) : "",
    effect: stopped ? effectOf(services, locale, stopped) : "",
  };
  const record = { subject: "membership", subjectId: id } as const;
  await queueMail(services, userId, "membership_cancelled", values, `membership:${id}:membership_cancelled`, { record });
}

/** Writes to a member whose renewal staff stopped, or whoever holds the link of its announcement. */
export async function mailRenewalStopped(services: Deps, { id, userId, membershipId, state }: Consent, stopped: NonNullable<Stopped>) {
  const locale = await localeOfMember(services.db, userId);
  if (!locale) return;
  // The consent of a request waits for its first payment.
  const stays = state === "waiting" ? [] : [services.translate(locale, "memberships:renewal.stays")];
  const effect = [...stays, effectOf(services, locale, stopped)].join(" ");
  const record = { subject: "membership", subjectId: membershipId } as const;
  await queueMail(services, userId, "renewal_stopped", { effect }, `renewal:${id}:stopped`, {
    record,
  });
}
