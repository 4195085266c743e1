import { and, asc, between, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordChanges } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import type { MailTopic } from "#backend/modules/mails/topics";
import { duesCents, receivedOfMembership } from "#backend/modules/payments/sums";
import { users } from "#backend/modules/users/tables";
import { membershipDays } from "#contract/charity/memberships";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { formatEuros } from "#contract/giving/money";
import type { AskingDeps, MembershipRecordRow } from "./asking.ts";
import { endLapsedConsents } from "./ending-consents.ts";
import { membershipPlans, memberships, renewalConsents, renewals } from "./tables.ts";

/** Writes to a member that the membership ends, has ended, or waits for its dues; the same key twice is one mail. */
export async function remind(services: AskingDeps, row: MembershipRecordRow, key: string): Promise<boolean> {
  const { db, clock, translate } = services;
  const { userId, status, endDate } = row;
  const [person] = userId
    ? await db.select({ locale: users.locale, state: users.accountState }).from(users).where(eq(users.id, userId))
    : [];
  if (!userId || !person || person.state === "left") return false;
  const { locale } = person;
  const send = (topic: MailTopic, values: Record<string, string>) =>
    queueMail(services, userId, topic, values, `membership:${row.id}:${topic}:${key}`, {
      record: { subject: "membership", subjectId: row.id },
    });
  const date = writtenDay(locale, endDate);
  const left = async () => row.priceCents - (await receivedOfMembership(db, row.id));
  if (status === "pending_payment")
    return send("membership_waiting", { price: formatEuros(locale, await left()), reference: row.reference ?? "" });
  if (endDate < franceDay(clock())) return send("membership_expired", { date });
  const [plan] = await db
    .select()
    .from(membershipPlans)
    .where(and(eq(membershipPlans.family, row.family), eq(membershipPlans.active, true)));
  const fee = plan && translate(locale, "memberships:fee", { price: formatEuros(locale, plan.priceCents) });
  const reducedText = plan?.reducedProof ? "memberships:reducedWithProof" : "memberships:reducedExists";
  const reduced = plan && plan.reducedCents !== null && translate(locale, reducedText);
  return send("membership_due", { date, fee: [fee, reduced].filter(Boolean).join(" ") });
}

/** The most memberships that one run writes about. */
const atOnce = 500;
/** Memberships that ended longer ago are not written about: the first run would find those of years. */
const longestSilence = 60;

const later = alias(memberships, "next_period");

/** Whether another membership of the person, asked for or active, ends later: whoever has it goes on being a member. */
const isFollowed = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(
        and(
          eq(later.userId, memberships.userId),
          inArray(later.status, ["active", "pending_payment"]),
          gt(later.endDate, memberships.endDate),
        ),
      ),
  );

/**
 * Whether a membership renews by itself, and its member is written to about that instead: its renewal is announced or being paid, or will be, since there
 * is a consent and a provider that takes payments.
 */
function renewsByItself(db: Db, hasProvider: boolean) {
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

/** Writes to those whose membership ends within a month or ended a week ago, once each, and ends requests that stayed unpaid and consents that lapsed. */
export async function followMemberships(services: AskingDeps & Pick<Services, "paymentProvider">): Promise<void> {
  await endLapsedConsents(services);
  const now = services.clock();
  const today = franceDay(now);
  const { ending, ended, abandoned } = membershipDays;
  const isEnding = between(memberships.endDate, today, addDays(today, ending));
  await write(
    services,
    "dueNoticeAt",
    and(isNull(memberships.dueNoticeAt), isEnding, not(renewsByItself(services.db, services.paymentProvider !== null))),
  );
  const [longAgo, lately] = [addDays(today, -longestSilence), addDays(today, -ended)];
  await write(services, "endNoticeAt", and(isNull(memberships.endNoticeAt), between(memberships.endDate, longAgo, lately)));
  await abandon(services, new Date(now.getTime() - abandoned * 24 * 60 * 60 * 1000));
}

async function write(services: AskingDeps, column: "dueNoticeAt" | "endNoticeAt", which: SQL | undefined) {
  const { db, clock } = services;
  const rows = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.status, "active"), which, not(isFollowed(db))))
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

/** Requests of which nothing came give their period free. */
async function abandon({ db, clock }: AskingDeps, since: Date) {
  await db.transaction(async (tx) => {
    const waiting = and(eq(memberships.status, "pending_payment"), lte(memberships.statusAt, since), sql`${duesCents} = 0`);
    const rows = await tx
      .select({ id: memberships.id })
      .from(memberships)
      .where(waiting)
      .orderBy(asc(memberships.id))
      .limit(atOnce)
      .for("update");
    if (rows.length === 0) return;
    const now = clock();
    const unpaid = and(
      inArray(
        memberships.id,
        rows.map(({ id }) => id),
      ),
      // Judged again under the lock: a part may have come since.
      sql`${duesCents} = 0`,
    );
    const ended = await tx
      .update(memberships)
      .set({ status: "abandoned", statusAt: now, updatedAt: now })
      .where(unpaid)
      .returning({ id: memberships.id });
    const change = { before: { status: "pending_payment" }, after: { status: "abandoned" } };
    await recordChanges(
      tx,
      null,
      ended.map(({ id }) => ({ action: "membership.abandon", entityType: "membership" as const, entityId: id, ...change })),
    );
  });
}
