import { and, asc, between, eq, exists, gt, inArray, lte, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import { queueMail } from "#backend/modules/mails/outbox";
import { addMembership, liveOf, nextPeriod, offeredTo } from "#backend/modules/memberships/asking";
import { type Consent, endConsent, meansOf, stopToken } from "#backend/modules/memberships/consenting";
import { membershipPlans, memberships, renewalConsents, renewals } from "#backend/modules/memberships/tables";
import { users } from "#backend/modules/users/tables";
import { PaymentFailure, type PaymentProvider } from "#backend/ports/payment-provider";
import { debitLead, latestRenewal, renewalNotice } from "#contract/charity/membership-renewals";
import { requestStatuses } from "#contract/charity/membership-states";
import { franceDay, writtenDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { formatEuros } from "#contract/giving/money";
import { recordFromProvider } from "./recording.ts";
import { failRenewal } from "./refused-renewals.ts";
import { earliestCharge, isUnannounced, noticeKey } from "./renewal-notices.ts";
import { checkouts, pendingDebits } from "./tables.ts";

export const renewalJob = "renew-memberships";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail" | "log">;
type Renewal = typeof renewals.$inferSelect;

/** The most that one run announces, and takes. */
const atOnce = 200;
/** For how long the provider knows our id of a payment, in milliseconds: a little less than the day that it promises. */
const knownFor = 20 * 60 * 60 * 1_000;

/**
 * Announces the renewals to come, and takes those that were announced long enough ago. What became of a debit on its way is read from events, and each
 * night by the comparison.
 */
export async function renewMemberships(services: Deps, provider: PaymentProvider | null): Promise<void> {
  if (!provider) return;
  await announce(services);
  const today = franceDay(services.clock());
  const isOnItsWay = exists(services.db.select({ one: sql`1` }).from(pendingDebits).where(eq(pendingDebits.membershipId, renewals.nextId)));
  const due = await services.db
    .select({ id: renewals.id })
    .from(renewals)
    .where(
      or(
        and(inArray(renewals.state, ["noticed", "ordered"]), lte(renewals.chargeOn, today), not(isOnItsWay)),
        and(eq(renewals.state, "noticed"), isUnannounced(services.db)),
      ),
    )
    .orderBy(asc(renewals.chargeOn), asc(renewals.id))
    .limit(atOnce);
  for (const { id } of due) await take(services, provider, id);
}

const later = alias(memberships, "later_period");

/** Periods that end soon, of members who consented and have no period after it. */
async function announce(services: Deps): Promise<void> {
  const { db, clock } = services;
  const today = franceDay(clock());
  const isFollowed = exists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(
        and(
          eq(later.userId, memberships.userId),
          eq(later.family, memberships.family),
          inArray(later.status, ["active", ...requestStatuses]),
          gt(later.endDate, memberships.endDate),
        ),
      ),
  );
  const isAnnounced = exists(db.select({ one: sql`1` }).from(renewals).where(eq(renewals.membershipId, memberships.id)));
  const ending = between(memberships.endDate, today, addDays(today, renewalNotice.usual));
  const rows = await db
    .select({ consentId: renewalConsents.id, membership: memberships })
    .from(renewalConsents)
    .innerJoin(memberships, and(eq(memberships.userId, renewalConsents.userId), eq(memberships.family, renewalConsents.family)))
    .where(and(eq(renewalConsents.state, "active"), eq(memberships.status, "active"), ending, not(isFollowed), not(isAnnounced)))
    .orderBy(asc(memberships.endDate), asc(memberships.id))
    .limit(atOnce);
  for (const { consentId, membership } of rows) await db.transaction((tx) => announceOne({ ...services, db: tx }, consentId, membership));
}

async function announceOne(services: Deps, consentId: string, membership: typeof memberships.$inferSelect): Promise<void> {
  const { db: tx, clock, settings } = services;
  const now = clock();
  // Before the consent, as where a membership is cancelled.
  const [ending] = await tx.select().from(memberships).where(eq(memberships.id, membership.id)).for("update");
  const [consent] = await tx.select().from(renewalConsents).where(eq(renewalConsents.id, consentId)).for("update");
  if (ending?.status !== "active" || consent?.state !== "active" || !(await mayGoOn(services, consent, membership.id))) return;
  const isDebit = (await meansOf(tx, consent)) === "sepa_debit";
  const wanted = isDebit ? addDays(membership.endDate, -debitLead) : membership.endDate;
  const [, chargeOn = wanted] = [wanted, addDays(franceDay(now), renewalNotice.least)].sort();
  const row = { consentId, membershipId: membership.id, noticeAt: now, chargeOn, createdAt: now, updatedAt: now };
  const [added] = await tx.insert(renewals).values(row).onConflictDoNothing().returning({ id: renewals.id });
  if (!added) return;
  const locale = await localeOf(tx, consent.userId);
  const values = {
    ...{ price: formatEuros(locale, consent.priceCents), date: writtenDay(locale, chargeOn), end: writtenDay(locale, membership.endDate) },
    consented: writtenDay(locale, franceDay(consent.consentedAt)),
  };
  const link = { token: stopToken(settings, consentId), endsAt: null };
  const isQueued = await queueMail(services, consent.userId, "renewal_announced", values, noticeKey(added.id), {
    link,
    record: { subject: "membership", subjectId: membership.id },
  });
  // The limit of the address is reached: it is announced by a later run.
  if (!isQueued) await tx.delete(renewals).where(eq(renewals.id, added.id));
}

async function localeOf(tx: Db, userId: string) {
  const [person] = await tx.select({ locale: users.locale }).from(users).where(eq(users.id, userId));
  return person?.locale ?? "fr";
}

/**
 * Whether a locked consent still holds: for an account that is there, and a plan that costs what it did. If not it ends, and the member reads that nothing
 * is taken for the period after that membership.
 */
async function mayGoOn(services: Deps, consent: Consent, membershipId: string): Promise<boolean> {
  const { db: tx, clock } = services;
  const [person] = await tx.select().from(users).where(eq(users.id, consent.userId));
  if (person?.accountState !== "validated") {
    await endConsent(tx, clock(), null, consent, "left");
    return false;
  }
  const [before] = await tx.select().from(membershipPlans).where(eq(membershipPlans.id, consent.planId));
  const [plan] = await tx
    .select()
    .from(membershipPlans)
    .where(and(eq(membershipPlans.family, consent.family), offeredTo(person.role, franceDay(clock()))));
  const priceOf = (one: typeof before) => (consent.reduced ? one?.reducedCents : one?.priceCents);
  const keepsPeriod = plan?.period === before?.period && plan?.months === before?.months;
  const needsProof = consent.reduced && plan?.reducedProof;
  const keepsPrice = priceOf(plan) === priceOf(before) && (plan?.freeAmount || consent.priceCents === priceOf(plan));
  if (plan && keepsPeriod && keepsPrice && !needsProof) return true;
  await giveUp(services, consent, { why: "price", membershipId });
  return false;
}

/** Ends a locked consent whose renewal cannot be made, which its member reads. */
async function giveUp(services: Deps, consent: Consent, { why, membershipId }: Reason) {
  await endConsent(services.db, services.clock(), null, consent, why);
  await queueMail(services, consent.userId, "renewal_ended", {}, `renewal:${consent.id}:ended`, {
    record: { subject: "membership", subjectId: membershipId },
  });
}

type Reason = { why: "price" | "unannounced" | "lapsed"; membershipId: string };

type Change = (values: Partial<Renewal>) => Promise<Renewal[]>;

/** Whether an announced renewal may be taken today. One whose announcement was not sent, or whose day is long over, never is. */
async function mayBeTaken(services: Deps, consent: Consent, renewal: Renewal, set: Change): Promise<boolean> {
  const { db: tx, clock } = services;
  const today = franceDay(clock());
  const [ending] = await tx.select().from(memberships).where(eq(memberships.id, renewal.membershipId));
  // Refused, or the period that ends was cancelled or refunded.
  if (consent.state !== "active" || ending?.status !== "active") {
    await set({ state: "stopped" });
    return false;
  }
  const earliest = await earliestCharge(tx, renewal);
  if (earliest === null || today > addDays(renewal.chargeOn, latestRenewal)) {
    await giveUp(services, consent, { why: earliest === null ? "unannounced" : "lapsed", membershipId: renewal.membershipId });
    return false;
  }
  if (earliest === "unsent") return false;
  if (today >= earliest) return mayGoOn(services, consent, renewal.membershipId);
  if (earliest > renewal.chargeOn) await set({ chargeOn: earliest });
  return false;
}

/** Takes an announced renewal. The provider is asked outside the transaction; the same order again is the same payment. */
async function take(services: Deps, provider: PaymentProvider, id: string): Promise<void> {
  const ordered = await services.db.transaction((tx) => order({ ...services, db: tx }, id));
  if (!ordered) return;
  const { renewal, charge } = ordered;
  try {
    const paymentId = (await madeBefore(services, provider, renewal)) ?? (await provider.charge(charge)).id;
    await recordFromProvider(services, provider, paymentId);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    services.log.error({ err: error, renewal: id }, "a membership could not be renewed");
    if (error.fate !== "unreached") await services.db.transaction((tx) => failRenewal({ ...services, db: tx }, renewal.nextId ?? ""));
  }
}

/** A payment whose answer was lost longer ago than the provider knows our id: it is looked for before another one is made. */
async function madeBefore({ clock }: Deps, provider: PaymentProvider, { orderedAt, checkoutId }: Renewal): Promise<string | null> {
  if (!orderedAt || clock().getTime() - orderedAt.getTime() < knownFor) return null;
  let after: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const { items, more } = await provider.payments(orderedAt, after);
    const found = items.find((one) => one.checkoutId === checkoutId);
    if (found) return found.id;
    if (!more) return null;
    after = items.at(-1)?.id;
  }
  throw new PaymentFailure("ETOOMANY", "unreached");
}

/** The period that follows, asked for once, with what is to be taken for it; null where nothing is. */
async function order(services: Deps, id: string) {
  const { db: tx, clock, settings, translate } = services;
  const now = clock();
  const [found] = await tx.select().from(renewals).where(eq(renewals.id, id));
  const [consent] = found ? await tx.select().from(renewalConsents).where(eq(renewalConsents.id, found.consentId)).for("update") : [];
  const [renewal] = await tx.select().from(renewals).where(eq(renewals.id, id)).for("update");
  if (!consent || !renewal || (renewal.state !== "noticed" && renewal.state !== "ordered")) return null;
  const set: Change = (values) =>
    tx
      .update(renewals)
      .set({ ...values, updatedAt: now })
      .where(eq(renewals.id, id))
      .returning();
  if (renewal.state === "noticed" && !(await mayBeTaken(services, consent, renewal, set))) return null;
  const [made = renewal] = renewal.state === "noticed" ? await begin(services, consent, set) : [];
  const [next] = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.id, made.nextId ?? ""));
  if (made.state !== "ordered") return null;
  // Paid by other means, or withdrawn, meanwhile; a card or account that was forgotten takes nothing.
  if (next?.status !== "pending_payment" || !consent.customerId || !consent.meansId) {
    await set({ state: "stopped" });
    return null;
  }
  const label = translate(await localeOf(tx, consent.userId), "memberships:renewal.label", { organisation: settings.organisation });
  const { customerId, meansId, priceCents: amountCents } = consent;
  const means = { customerId, meansId, method: await meansOf(tx, consent) };
  return { renewal: made, charge: { id: made.checkoutId ?? "", amountCents, ...means, label, reference: next.reference ?? "" } };
}

async function begin(services: Deps, consent: Consent, set: Change): Promise<Renewal[]> {
  const { db: tx, clock } = services;
  const now = clock();
  const today = franceDay(now);
  const [person] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, consent.userId));
  const [plan] = await tx
    .select()
    .from(membershipPlans)
    .where(and(eq(membershipPlans.family, consent.family), eq(membershipPlans.active, true)));
  const live = await tx.select().from(memberships).where(liveOf(consent.userId, today)).limit(50);
  // Renewed by other means since.
  if (!person || !plan || !nextPeriod(plan, live, today)) return set({ state: "stopped" });
  const method = await meansOf(tx, consent);
  const requested = { planId: plan.id, reduced: consent.reduced, method, amountCents: consent.priceCents };
  try {
    const { id: nextId } = await tx.transaction((inner) => addMembership(inner, services, null, person, requested));
    const row = { membershipId: nextId, amountCents: consent.priceCents, state: "complete", createdAt: now, updatedAt: now } as const;
    const [checkout] = await tx.insert(checkouts).values(row).returning({ id: checkouts.id });
    return set({ state: "ordered", nextId, checkoutId: checkout?.id, orderedAt: now });
  } catch (error) {
    if (brokenConstraint(error) !== "memberships_no_overlap") throw error;
    return set({ state: "stopped" });
  }
}
