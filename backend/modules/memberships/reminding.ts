import { and, asc, between, eq, exists, gt, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/topics";
import { receivedOfMembership } from "#backend/modules/payments/sums";
import { type MembershipStatus, membershipDays, requestStatuses } from "#contract/charity/membership-states";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { addDays } from "#contract/formats/weeks";
import { formatEuros } from "#contract/giving/money";
import { type AskingDeps, type MembershipRecordRow, mayAskForPlan, type PlanRow, planOfferedTo } from "./asking.ts";
import { debitsOf } from "./debits.ts";
import { mailDues, mailProof } from "./dues-mails.ts";
import { endLapsedConsents } from "./ending-consents.ts";
import { localeOfMember } from "./member-locale.ts";
import { memberships, renewalConsents, renewals } from "./tables.ts";
import { endUnpaid, remindUnpaid } from "./unpaid-requests.ts";

/** Writes to a member that the membership ends, has ended, or waits for its dues; the same key twice is one mail. */
export async function remind(services: AskingDeps, row: MembershipRecordRow, key: string): Promise<boolean> {
  const { db, clock } = services;
  const { userId, status, endDate } = row;
  const locale = await localeOfMember(db, userId);
  if (!userId || !locale) return false;
  if (status === "pending_approval") return mailProof(services, locale, row, key);
  if (status === "pending_payment") return mailDues(services, locale, row, key);
  const send = (topic: MailTopic, values: Record<string, string>) =>
    queueMail(services, userId, topic, values, `membership:${row.id}:${topic}:${key}`, {
      record: { subject: "membership", subjectId: row.id },
    });
  const date = writtenDay(locale, endDate);
  const topic = endDate < franceDay(clock()) ? "membership_expired" : "membership_due";
  return send(topic, { date, next: await nextStep(services, locale, row, topic) });
}

/** What the member can do to stay a member, or to be one again: pay what was asked for, ask for a plan that is offered today, or write to the charity. */
async function nextStep(services: AskingDeps, locale: Locale, row: MembershipRecordRow, topic: "membership_expired" | "membership_due") {
  const { db, clock, translate } = services;
  const requested = await requestedNext(services, locale, row);
  if (requested) return requested;
  const plan = await planOfferedTo(db, row.userId ?? "", row.family, franceDay(clock()));
  if (plan) return `${translate(locale, `memberships:next.${topic}`)} ${feeOf(services, locale, plan)}`;
  const isAnyOffered = await mayAskForPlan(db, row.userId ?? "", franceDay(clock()));
  return translate(locale, isAnyOffered ? "memberships:next.otherPlan" : "memberships:noneOffered");
}

/** That the next period was asked for, and what it waits for: a proof, its dues, or their debit that is on its way. */
async function requestedNext({ db, translate }: AskingDeps, locale: Locale, { userId, endDate }: MembershipRecordRow) {
  const [next] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId ?? ""), inArray(memberships.status, requestStatuses), gt(memberships.endDate, endDate)))
    .orderBy(asc(memberships.endDate))
    .limit(1);
  if (!next) return null;
  if (next.status === "pending_approval") return translate(locale, "memberships:proof.nextWaits", { reference: next.reference ?? "" });
  const debit = (await debitsOf(db, [next.id])).get(next.id);
  if (debit) return translate(locale, "memberships:dues.nextDebited", { price: formatEuros(locale, debit.amountCents) });
  const price = formatEuros(locale, next.priceCents - (await receivedOfMembership(db, next.id)));
  return translate(locale, "memberships:dues.nextWaits", { price, reference: next.reference ?? "" });
}

/** What the next period costs. */
function feeOf({ translate }: AskingDeps, locale: Locale, { priceCents, reducedCents, reducedProof }: PlanRow): string {
  const fee = translate(locale, "memberships:fee", { price: formatEuros(locale, priceCents) });
  const reducedText = reducedProof ? "memberships:reducedWithProof" : "memberships:reducedExists";
  const reduced = reducedCents !== null && translate(locale, reducedText);
  return [fee, reduced].filter(Boolean).join(" ");
}

/** The most memberships that one run writes about. */
const atOnce = 500;
/** Memberships that ended longer ago are not written about: the first run would find those of years. */
const longestSilence = 60;

const later = alias(memberships, "next_period");

/** Whether another membership of the person in one of some states ends later. */
const isFollowed = (db: Db, states: MembershipStatus[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(and(eq(later.userId, memberships.userId), inArray(later.status, states), gt(later.endDate, memberships.endDate))),
  );

/**
 * Whether a membership renews by itself, and its member is written to about that instead: its renewal is announced or being paid, or will be, since there
 * is a consent and a provider that takes payments.
 */
export function renewsByItself(db: Db, hasProvider: boolean): SQL {
  const its = eq(renewals.membershipId, memberships.id);
  const announced = db.select({ one: sql`1` }).from(renewals).where(its);
  const live = db
    .select({ one: sql`1` })
    .from(renewals)
    .where(and(its, inArray(renewals.state, ["noticed", "ordered"])));
  if (!hasProvider) return exists(live);
  const consented = db
    .select({ one: sql`1` })
    .from(renewalConsents)
    .where(
      and(
        eq(renewalConsents.userId, memberships.userId),
        eq(renewalConsents.family, memberships.family),
        eq(renewalConsents.state, "active"),
      ),
    );
  return or(exists(live), and(exists(consented), not(exists(announced)))) ?? exists(live);
}

/** Writes to those whose membership ends within a month or ended a week ago, once each, and to those whose request is not paid; ends requests that stayed unpaid and consents that lapsed. */
export async function followMemberships(services: AskingDeps & Pick<Services, "paymentProvider">): Promise<void> {
  await endLapsedConsents(services);
  const today = franceDay(services.clock());
  const { ending, ended } = membershipDays;
  const isEnding = between(memberships.endDate, today, addDays(today, ending));
  await write(
    services,
    "dueNoticeAt",
    // A request that is not paid makes nobody a member.
    ["active"],
    and(isNull(memberships.dueNoticeAt), isEnding, not(renewsByItself(services.db, services.paymentProvider !== null))),
  );
  const [longAgo, lately] = [addDays(today, -longestSilence), addDays(today, -ended)];
  await write(
    services,
    "endNoticeAt",
    ["active", ...requestStatuses],
    and(isNull(memberships.endNoticeAt), between(memberships.endDate, longAgo, lately)),
  );
  await remindUnpaid(services);
  await endUnpaid(services);
}

async function write(services: AskingDeps, column: "dueNoticeAt" | "endNoticeAt", followedBy: MembershipStatus[], which: SQL | undefined) {
  const { db, clock } = services;
  const rows = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.status, "active"), which, not(isFollowed(db, followedBy))))
    .orderBy(asc(memberships.endDate), asc(memberships.id))
    .limit(atOnce);
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for("update");
      if (row?.status !== "active" || row[column]) return;
      await remind({ ...services, db: tx }, row, column);
      await tx
        .update(memberships)
        .set({ [column]: clock() })
        .where(eq(memberships.id, id));
    });
}
