import { and, asc, between, eq, exists, inArray, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { queueMail } from "#backend/modules/mails/outbox";
import { duesCents } from "#backend/modules/payments/sums";
import { membershipDays, requestStatuses } from "#contract/charity/membership-states";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import type { AskingDeps, MembershipRecordRow } from "./asking.ts";
import { isDebited } from "./debits.ts";
import { cancelDuesMails, duesKeys, mailDues, mailProof } from "./dues-mails.ts";
import { localeOfMember } from "./member-locale.ts";
import { memberships, renewals } from "./tables.ts";

/** The most requests that one run writes about, and ends. */
const atOnce = 500;
/** Requests that wait for longer are not written about: of those that are paid in part, the rest may be missing for years. */
const longestSilence = 60;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** Writes once to those whose request still waits for its proof, or for its dues or a part of them, unless a renewal is being paid or a debit is on its way. */
export function remindUnpaid(services: AskingDeps): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const isBeingPaid = exists(
    db
      .select({ one: sql`1` })
      .from(renewals)
      .where(and(eq(renewals.nextId, memberships.id), eq(renewals.state, "ordered"))),
  );
  const isSilent = or(isNull(memberships.payNoticeAt), lt(memberships.payNoticeAt, memberships.statusAt));
  const since = between(memberships.statusAt, daysBefore(now, longestSilence), daysBefore(now, membershipDays.unpaid));
  return forEachWaiting(services, and(since, isSilent, not(isBeingPaid), not(isDebited)), async (one, row) => {
    const locale = await localeOfMember(one.db, row.userId);
    const write = row.status === "pending_approval" ? mailProof : mailDues;
    if (locale) await write(one, locale, row, duesKeys.missing(row));
    await one.db.update(memberships).set({ payNoticeAt: now }).where(eq(memberships.id, row.id));
  });
}

/** Requests of which nothing came, and no debit is on its way, give their period free, and their member reads it. */
export function endUnpaid(services: AskingDeps): Promise<void> {
  const now = services.clock();
  const since = lte(memberships.statusAt, daysBefore(now, membershipDays.abandoned));
  return forEachWaiting(services, and(since, not(isDebited), sql`${duesCents} = 0`), async (one, row) => {
    await one.db.update(memberships).set({ status: "abandoned", statusAt: now, updatedAt: now }).where(eq(memberships.id, row.id));
    await cancelDuesMails(one, row);
    await mailLapsed(one, row);
    const change = { before: { status: row.status }, after: { status: "abandoned" } };
    await recordChange(one.db, null, { action: "membership.abandon", entityType: "membership", entityId: row.id, ...change });
  });
}

async function mailLapsed(services: AskingDeps, row: MembershipRecordRow) {
  const { id, userId, reference, createdAt, statusAt, status } = row;
  const locale = await localeOfMember(services.db, userId);
  if (!userId || !locale) return;
  const about = { date: writtenDay(locale, franceDay(createdAt)), reference: reference ?? "" };
  const values = {
    lapsed: services.translate(locale, `memberships:lapsed.${status === "pending_approval" ? "unproven" : "unpaid"}`, about),
  };
  await queueMail(services, userId, "membership_lapsed", values, `membership:${id}:membership_lapsed:${franceDay(statusAt)}`, {
    record: { subject: "membership", subjectId: id },
  });
}

/** Does something with requests that wait, each in a transaction and judged again under its lock: a payment may have come since. */
async function forEachWaiting(
  services: AskingDeps,
  which: SQL | undefined,
  act: (services: AskingDeps, row: MembershipRecordRow) => Promise<void>,
): Promise<void> {
  const { db } = services;
  const waiting = and(inArray(memberships.status, requestStatuses), which);
  const rows = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(waiting)
    .orderBy(asc(memberships.statusAt), asc(memberships.id))
    .limit(atOnce);
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      await tx.select({ id: memberships.id }).from(memberships).where(eq(memberships.id, id)).for("update");
      const [row] = await tx
        .select()
        .from(memberships)
        .where(and(eq(memberships.id, id), waiting));
      if (row) await act({ ...services, db: tx }, row);
    });
}
