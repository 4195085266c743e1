import { and, asc, eq, exists, gte, inArray, lte, ne, not, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import type { OwnRenewal } from "#contract/charity/membership-renewals";
import { franceDay } from "#contract/formats/france-time";
import type { AskingDeps, MembershipRecordRow } from "./asking.ts";
import { endConsent, isBeingPaid, ownRenewals } from "./consenting.ts";
import { isDebited } from "./debits.ts";
import { mailRenewalStopped } from "./ending-mails.ts";
import { memberships, renewalConsents, renewals } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;

/** The most consents that one run ends. */
const atOnce = 500;
/** For how long after its request was settled a consent waits for its card or account, in milliseconds. */
const longestWait = 24 * 60 * 60 * 1000;

/**
 * Ends the consents of a membership that is cancelled, by its locked row: of a request its own, of a period all that its person gave for the plan.
 * Says whether one stood, and whether a renewal by it is being paid.
 */
export async function endConsentsOf(tx: Db, now: Date, actor: Actor, { id, userId, family, status }: MembershipRecordRow) {
  const ofPlan = status === "active" && userId ? and(eq(renewalConsents.userId, userId), eq(renewalConsents.family, family)) : undefined;
  const which = and(ne(renewalConsents.state, "ended"), or(eq(renewalConsents.membershipId, id), ofPlan));
  const consents = await tx.select().from(renewalConsents).where(which).for("update");
  const [standing] = consents.filter(({ state }) => state === "active");
  const stopped = standing ? { isBeingPaid: await isBeingPaid(tx, standing) } : null;
  for (const one of consents) await endConsent(tx, now, actor, one, "cancelled");
  return stopped;
}

/**
 * Ends the consents that nothing will be taken by: their last period is over, cancelled or refunded, or their request was settled without a card or
 * account, and no debit of it is on its way.
 */
export async function endLapsedConsents({ db, clock }: Deps): Promise<void> {
  const now = clock();
  const { userId, family, status, validUntil, statusAt, id } = memberships;
  const one = { one: sql`1` };
  const its = and(eq(userId, renewalConsents.userId), eq(family, renewalConsents.family));
  const isValid = exists(
    db
      .select(one)
      .from(memberships)
      .where(and(its, eq(status, "active"), gte(validUntil, franceDay(now)))),
  );
  const isPaid = exists(
    db
      .select(one)
      .from(renewals)
      .where(and(eq(renewals.consentId, renewalConsents.id), eq(renewals.state, "ordered"))),
  );
  const isSettled = exists(
    db
      .select(one)
      .from(memberships)
      .where(
        and(
          ...[eq(id, renewalConsents.membershipId), ne(status, "pending_payment"), not(isDebited)],
          lte(statusAt, new Date(now.getTime() - longestWait)),
        ),
      ),
  );
  const lapsed = or(
    and(eq(renewalConsents.state, "active"), not(isValid), not(isPaid)),
    and(eq(renewalConsents.state, "waiting"), isSettled),
  );
  const rows = await db
    .select({ id: renewalConsents.id })
    .from(renewalConsents)
    .where(lapsed)
    .orderBy(asc(renewalConsents.createdAt), asc(renewalConsents.id))
    .limit(atOnce);
  for (const row of rows)
    await db.transaction(async (tx) => {
      const [consent] = await tx
        .select()
        .from(renewalConsents)
        .where(and(eq(renewalConsents.id, row.id), lapsed))
        .for("update");
      if (consent) await endConsent(tx, now, null, consent, "lapsed");
    });
}

/** The consent by which a membership renews: that of its person for its plan. */
export async function renewalOfMembership(
  db: Db,
  { userId, family }: Pick<MembershipRecordRow, "userId" | "family">,
): Promise<OwnRenewal | null> {
  if (!userId) return null;
  const [renewal] = await ownRenewals(db, userId, family);
  return renewal ?? null;
}

/** Ends the renewal of a membership for its member, who asked for that by telephone and reads that it is done. */
export function stopForMember(services: AskingDeps, actor: Actor, id: string): Promise<{ id: string; isBeingPaid: boolean }> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for("update");
    if (!row?.userId) throw new Refusal("not_found");
    const its = and(eq(renewalConsents.userId, row.userId), eq(renewalConsents.family, row.family));
    const live = and(its, inArray(renewalConsents.state, ["waiting", "active"]));
    const consents = await tx.select().from(renewalConsents).where(live).for("update");
    const [consent] = consents.toSorted((one, other) => Number(other.state === "active") - Number(one.state === "active"));
    if (!consent) throw new Refusal("wrong_state");
    const stopped = { isBeingPaid: await isBeingPaid(tx, consent) };
    await mailRenewalStopped({ ...services, db: tx }, consent, stopped);
    for (const one of consents) await endConsent(tx, clock(), actor, one, "staff");
    return { id, ...stopped };
  });
}
