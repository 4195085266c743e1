import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { brokenConstraint } from "#backend/db/broken-constraint";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { newReference } from "#backend/secrets";
import type { Role } from "#contract/accounts/roles";
import { lifetimeEnd } from "#contract/charity/lifetime";
import { formerPlanId, lastDayOf } from "#contract/charity/membership-plans";
import { isRequest, type MembershipStatus, requestStatuses } from "#contract/charity/membership-states";
import type { MembershipDraft, StaffMembershipDraft } from "#contract/charity/memberships";
import { dayAfter, franceDay } from "#contract/formats/france-time";
import { isByProvider, isTooMuchForDebit } from "#contract/giving/card-settings";
import { activate } from "./activating.ts";
import { consentToRenewal } from "./consenting.ts";
import { duesKeys, mailDues, mailProof } from "./dues-mails.ts";
import { localeOfMember } from "./member-locale.ts";
import { membershipPlans, memberships } from "./tables.ts";

export type AskingDeps = Pick<Services, "db" | "clock" | "settings" | "translate" | "wakeMail">;
export type MembershipRecordRow = typeof memberships.$inferSelect;
export type PlanRow = typeof membershipPlans.$inferSelect;
type Person = { id: string; role: Role };
/** What is asked for, whoever asks. */
type Requested = Omit<MembershipDraft, "renews">;

/** Plans that people of a role can ask for on a day; the role may be the column of a person that is joined. */
export const offeredTo = (role: Role | typeof users.role, today: string) =>
  and(eq(membershipPlans.active, true), lte(membershipPlans.validFrom, today), sql`${role} = any(${membershipPlans.roles})`);

/** The version of a plan that a person can ask for on a day, if there is one. */
export async function planOfferedTo(db: Db, userId: string, family: string, today: string): Promise<PlanRow | undefined> {
  const [found] = await db
    .select({ plan: membershipPlans })
    .from(membershipPlans)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(membershipPlans.family, family), offeredTo(users.role, today)));
  return found?.plan;
}

/** Whether any plan is offered to a person on a day. */
export async function mayAskForPlan(db: Db, userId: string, today: string): Promise<boolean> {
  const [found] = await db
    .select({ id: membershipPlans.id })
    .from(membershipPlans)
    .innerJoin(users, eq(users.id, userId))
    .where(offeredTo(users.role, today))
    .limit(1);
  return found !== undefined;
}

/** Memberships that are valid, to come or asked for: what a new one begins after. */
export const liveOf = (userId: string, today: string) =>
  and(
    eq(memberships.userId, userId),
    inArray(memberships.status, ["active", ...requestStatuses]),
    sql`(${memberships.status} <> 'active' or ${memberships.validUntil} >= ${today})`,
  );

/**
 * The period of another membership of a plan: from the day after the current one, or from today. None where one is asked for or to come already, or is
 * for life. Memberships from before the plans count for all plans.
 */
export function nextPeriod(plan: PlanRow, live: MembershipRecordRow[], today: string): { startDate: string; endDate: string } | null {
  const same = live.filter(({ family }) => family === plan.family || family === formerPlanId);
  if (same.some(({ status, startDate }) => isRequest(status) || startDate > today)) return null;
  const last = same
    .map(({ endDate }) => endDate)
    .toSorted()
    .at(-1);
  if (last === lifetimeEnd) return null;
  const startDate = last ? dayAfter(last) : today;
  return { startDate, endDate: lastDayOf(plan, startDate) };
}

/** What is to be paid: the price, the reduced one, or more where the plan lets people choose. */
function priceOf(plan: PlanRow, { reduced, amountCents }: Pick<MembershipDraft, "reduced" | "amountCents">): number {
  if (reduced && plan.reducedCents === null) throw fieldRefusal("reduced", "memberships:error.noReduced");
  const price = reduced && plan.reducedCents !== null ? plan.reducedCents : plan.priceCents;
  if (typeof amountCents !== "number" || amountCents === price) return price;
  if (!plan.freeAmount) throw fieldRefusal("amount", "memberships:error.fixedAmount");
  if (amountCents < price) throw fieldRefusal("amount", "memberships:error.leastAmount");
  return amountCents;
}

/**
 * Adds a membership that waits for its dues; one that costs nothing is active at once. At a reduced price with a proof it waits for that first, whatever
 * it costs. Two at the same time are one, by the exclusion constraint.
 */
export async function addMembership(tx: Db, services: AskingDeps, actor: Actor | null, person: Person, draft: Requested) {
  const now = services.clock();
  const today = franceDay(now);
  const [plan] = await tx
    .select()
    .from(membershipPlans)
    .where(and(eq(membershipPlans.id, draft.planId), offeredTo(person.role, today)))
    .for("key share");
  if (!plan) throw fieldRefusal("planId", "memberships:error.plan");
  const live = await tx.select().from(memberships).where(liveOf(person.id, today)).orderBy(desc(memberships.endDate)).limit(50);
  const period = nextPeriod(plan, live, today);
  if (!period) throw fieldRefusal("planId", "memberships:error.already");
  const priceCents = priceOf(plan, draft);
  if (isTooMuchForDebit(draft.method, priceCents)) throw fieldRefusal("method", "memberships:error.debit");
  const status: MembershipStatus = draft.reduced && plan.reducedProof ? "pending_approval" : "pending_payment";
  const [row] = await tx
    .insert(memberships)
    .values({
      ...{ userId: person.id, planId: plan.id, status, statusAt: now, createdAt: now, updatedAt: now },
      ...{ ...period, priceCents, reduced: draft.reduced, reference: newReference("ADH"), method: priceCents > 0 ? draft.method : null },
    })
    .returning();
  if (!row) throw new Refusal("unexpected");
  await recordChange(tx, actor, {
    ...({ action: "membership.ask", entityType: "membership", entityId: row.id } as const),
    after: { startDate: row.startDate, endDate: row.endDate, priceCents, method: row.method },
  });
  if (status === "pending_payment" && priceCents === 0) {
    await activate({ ...services, db: tx }, actor, row);
    return { id: row.id, status: "active" as const };
  }
  if (status === "pending_approval" || !isByProvider(row.method ?? "")) await mailRequest({ ...services, db: tx }, actor, row);
  return { id: row.id, status };
}

/** How long dues that staff receive at once have to be recorded before their member reads how to pay them, in milliseconds. */
const atTheDesk = 60 * 60 * 1000;

/** Writes what a request waits for: its proof, or its dues. Who asks to pay by card or debit is on the page of payment instead. */
export async function mailRequest(services: AskingDeps, actor: Actor | null, row: MembershipRecordRow) {
  const locale = await localeOfMember(services.db, row.userId);
  if (!locale) return;
  const notBefore = actor?.id === row.userId ? undefined : new Date(services.clock().getTime() + atTheDesk);
  const write = row.status === "pending_approval" ? mailProof : mailDues;
  await write(services, locale, row, row.proofSeenAt ? duesKeys.accepted() : duesKeys.requested(), notBefore);
}

/** Runs a change, and says what the periods of a person do not allow. */
export async function heldApart<T>(field: string, change: () => Promise<T>, message = "memberships:error.already"): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (brokenConstraint(error) === "memberships_no_overlap") throw fieldRefusal(field, message);
    throw error;
  }
}

export function askMembership(services: AskingDeps & Pick<Services, "paymentProvider">, actor: Actor, draft: MembershipDraft) {
  if (isByProvider(draft.method) && !services.paymentProvider) throw fieldRefusal("method", "memberships:error.method");
  const { renews, ...requested } = draft;
  if (renews && !isByProvider(draft.method)) throw fieldRefusal("renews", "memberships:error.renewsByProvider");
  return heldApart("planId", () =>
    services.db.transaction(async (tx) => {
      const added = await addMembership(tx, services, actor, actor, requested);
      if (renews && added.status !== "active") await consentToRenewal(tx, services, actor, added.id);
      return added;
    }),
  );
}

/** Enters a membership for the account with an e-mail address. */
export function enterMembership(services: AskingDeps, actor: Actor, { email, ...draft }: StaffMembershipDraft) {
  return heldApart("planId", () =>
    services.db.transaction(async (tx) => {
      const [person] = await tx
        .select({ id: users.id, role: users.role, state: users.accountState })
        .from(users)
        .where(eq(users.email, email));
      if (!person || person.state === "left") throw fieldRefusal("email", "memberships:error.nobody");
      return addMembership(tx, services, actor, person, draft);
    }),
  );
}

/** Adds the period after a membership, of the newest version of its plan, at the price that it had: reduced or not. */
export function renewMembership(services: AskingDeps, actor: Actor, id: string) {
  return heldApart("planId", () =>
    services.db.transaction(async (tx) => {
      const [found] = await tx
        .select({ row: memberships, person: { id: users.id, role: users.role, state: users.accountState } })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.id, id));
      if (!found) throw new Refusal("not_found");
      const { row, person } = found;
      if (person.state === "left") throw new Refusal("wrong_state");
      const plan = await planOfferedTo(tx, person.id, row.family, franceDay(services.clock()));
      if (!plan) throw new Refusal("wrong_state");
      const method = row.method === "cheque" || row.method === "cash" ? row.method : "transfer";
      const reduced = row.reduced && plan.reducedCents !== null;
      return addMembership(tx, services, actor, person, { planId: plan.id, reduced, method });
    }),
  );
}
