import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { fieldRefusal, Refusal } from "#backend/refusal";
import { formerPlanId, type MembershipPlan, type PlanDraft } from "#contract/charity/membership-plans";
import { franceDay } from "#contract/formats/france-time";
import { membershipPlans } from "./tables.ts";

type Deps = Pick<Services, "db" | "clock">;
type PlanRow = typeof membershipPlans.$inferSelect;
const entityType = "membership_plan";

/** The newest version of each plan. */
const newest = (db: Db) =>
  db
    .selectDistinctOn([membershipPlans.family], { id: membershipPlans.id })
    .from(membershipPlans)
    .where(ne(membershipPlans.id, formerPlanId))
    .orderBy(membershipPlans.family, desc(membershipPlans.version));

export async function listPlans(db: Db): Promise<{ items: (MembershipPlan & { memberships: number })[] }> {
  const items = await db
    .select({
      plan: membershipPlans,
      memberships: sql`(select count(*) from memberships counted where counted.family = membership_plans.family)`.mapWith(Number),
    })
    .from(membershipPlans)
    .where(inArray(membershipPlans.id, newest(db)))
    .orderBy(desc(membershipPlans.active), desc(membershipPlans.createdAt), desc(membershipPlans.id))
    .limit(200);
  return { items: items.map(({ plan, ...counted }) => ({ ...plan, ...counted })) };
}

const valuesOf = ({ period, months, reducedCents, reducedLabel, description, ...draft }: PlanDraft) => ({
  ...draft,
  period,
  months: period === "months" ? months : null,
  description: description?.fr ? description : null,
  ...(typeof reducedCents === "number"
    ? { reducedCents, reducedLabel: reducedLabel?.fr ? reducedLabel : null }
    : { reducedCents: null, reducedLabel: null, reducedProof: false }),
});

const logged = ({ version, period, priceCents, reducedCents, graceDays, validFrom }: PlanRow) => ({
  ...{ version, period, priceCents, reducedCents, graceDays, validFrom },
});

export function createPlan({ db, clock }: Deps, actor: Actor, draft: PlanDraft): Promise<{ id: string }> {
  return db.transaction((tx) => insertPlan(tx, clock(), actor, valuesOf(draft)));
}

async function insertPlan(tx: Db, now: Date, actor: Actor, values: Omit<typeof membershipPlans.$inferInsert, "createdAt" | "updatedAt">) {
  const [plan] = await tx
    .insert(membershipPlans)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning();
  if (!plan) throw new Refusal("unexpected");
  await recordChange(tx, actor, { action: "membership_plan.create", entityType, entityId: plan.id, after: logged(plan) });
  return { id: plan.id };
}

/** Adds the version after the newest one, and takes that one off; somebody who changed it meanwhile is not overwritten. */
export function changePlan({ db, clock }: Deps, actor: Actor, id: string, draft: PlanDraft): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { family, version, active } = await lockNewest(tx, id);
    const now = clock();
    if (active && draft.validFrom > franceDay(now)) throw fieldRefusal("validFrom", "memberships:error.changeLater");
    if (active) await tx.update(membershipPlans).set({ active: false, updatedAt: now }).where(eq(membershipPlans.id, id));
    return insertPlan(tx, now, actor, { ...valuesOf(draft), family, version: version + 1 });
  });
}

export function offerPlan({ db, clock }: Deps, actor: Actor, id: string, active: boolean): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const before = await lockNewest(tx, id);
    await tx.update(membershipPlans).set({ active, updatedAt: clock() }).where(eq(membershipPlans.id, id));
    const change = { before: { active: before.active }, after: { active } };
    if (active !== before.active) await recordChange(tx, actor, { action: "membership_plan.offer", entityType, entityId: id, ...change });
    return { id };
  });
}

async function lockNewest(tx: Db, id: string): Promise<PlanRow> {
  const [plan] = await tx
    .select()
    .from(membershipPlans)
    .where(and(eq(membershipPlans.id, id), ne(membershipPlans.id, formerPlanId)))
    .for("update");
  if (!plan) throw new Refusal("not_found");
  const later = and(eq(membershipPlans.family, plan.family), sql`${membershipPlans.version} > ${plan.version}`);
  if ((await tx.$count(membershipPlans, later)) > 0) throw new Refusal("stale");
  return plan;
}
