import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { amongOf } from "#backend/db/found-ids";
import { pageOfRows } from "#backend/db/lists";
import type { Services } from "#backend/http/services";
import { duesCents } from "#backend/modules/payments/sums";
import { payments } from "#backend/modules/payments/tables";
import { fullNameIfAny, heldOrNamed } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { longestGrace } from "#contract/charity/membership-plans";
import { type MembershipState, membershipDays, stateOn } from "#contract/charity/membership-states";
import type { MembershipRecord, MembershipRow, MembershipRowsQuery } from "#contract/charity/memberships";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { liveOf, nextPeriod, planOfferedTo } from "./asking.ts";
import { debitsOf } from "./debits.ts";
import { renewalOfMembership } from "./ending-consents.ts";
import { reminderObstacle } from "./reminder-obstacles.ts";
import { isValidOn, membershipPlans, memberships } from "./tables.ts";

/** Memberships with their plan, what came of them, and their member. */
export const namedMemberships = (db: Db) =>
  db
    .select({
      row: memberships,
      plan: { id: membershipPlans.id, name: membershipPlans.name, version: membershipPlans.version },
      reducedLabel: membershipPlans.reducedLabel,
      receivedCents: duesCents,
      name: fullNameIfAny(users),
      email: users.email,
    })
    .from(memberships)
    .innerJoin(membershipPlans, eq(membershipPlans.id, memberships.planId))
    .leftJoin(users, eq(users.id, memberships.userId));
type Named = Awaited<ReturnType<typeof namedMemberships>>[number];

export const shaped = ({ row, reducedLabel: _label, ...found }: Omit<Named, "name" | "email">, today: string) => ({
  ...row,
  ...found,
  state: stateOn(today, row),
});

const rowOf = ({ name, email, ...found }: Named, today: string): MembershipRow => ({
  ...shaped(found, today),
  userId: found.row.userId,
  name: name ?? "–",
  email: email ?? "",
});

/**
 * Which memberships are in a state on a day; `valid` are all that are valid, whatever is left of them. Each state bounds the last day, though its
 * other conditions imply that: an index is sorted by it.
 */
export function isIn(state: MembershipState, today: string): SQL | undefined {
  const active = eq(memberships.status, "active");
  switch (state) {
    case "valid":
      return and(isValidOn(today), gte(memberships.endDate, addDays(today, -longestGrace)));
    case "ending":
      return and(isValidOn(today), gte(memberships.endDate, today), lte(memberships.endDate, addDays(today, membershipDays.ending)));
    case "grace":
      return and(isValidOn(today), gte(memberships.endDate, addDays(today, -longestGrace)), lt(memberships.endDate, today));
    case "coming":
      return and(active, gt(memberships.startDate, today), gt(memberships.endDate, today));
    case "expired":
      return and(active, lt(memberships.validUntil, today), lt(memberships.endDate, today));
    default:
      return eq(memberships.status, state);
  }
}

const filtered = (today: string, { state, family, userId, endDateFrom, endDateTo }: MembershipRowsQuery) =>
  and(
    state && isIn(state, today),
    family ? eq(memberships.family, family) : undefined,
    userId ? eq(memberships.userId, userId) : undefined,
    endDateFrom ? gte(memberships.endDate, endDateFrom) : undefined,
    endDateTo ? lte(memberships.endDate, endDateTo) : undefined,
  );

const searched = (db: Db, q: string) => heldOrNamed(db, memberships, memberships.userId, q);

/** All memberships of a query of the list. */
export async function membershipsMatching(db: Db, now: Date, query: MembershipRowsQuery): Promise<SQL | undefined> {
  return and(filtered(franceDay(now), query), or(...(await searched(db, query.q)).map(amongOf)));
}

export async function listMemberships(db: Db, now: Date, query: MembershipRowsQuery) {
  const today = franceDay(now);
  const where = filtered(today, query);
  const anyOf = await searched(db, query.q);
  const sorts = { endDate: memberships.endDate, createdAt: memberships.createdAt };
  return pageOfRows(db, memberships, query, { where, anyOf, sorts }, async (found, order) => {
    const rows = await namedMemberships(db)
      .innerJoin(found, eq(found.id, memberships.id))
      .orderBy(...order);
    return rows.map((row) => rowOf(row, today));
  });
}

export async function getMembership(services: Pick<Services, "db" | "clock" | "paymentProvider">, id: string): Promise<MembershipRecord> {
  const { db, clock } = services;
  const today = franceDay(clock());
  const [found] = await namedMemberships(db).where(eq(memberships.id, id));
  if (!found) throw new Refusal("not_found");
  const { row } = found;
  const came = await db
    .select()
    .from(payments)
    .where(eq(payments.membershipId, id))
    .orderBy(desc(payments.receivedOn), desc(payments.createdAt), desc(payments.id))
    .limit(50);
  const obstacle = await reminderObstacle(services, id);
  // These are noticed only where no debit is on its way.
  const isDebitFree = obstacle === null || obstacle === "renews" || obstacle === "today";
  return {
    ...rowOf(found, today),
    requestedAt: row.createdAt.toISOString(),
    cancelledReason: row.cancelledReason,
    reducedLabel: found.reducedLabel,
    isUnproven: row.needsProof && row.proofSeenAt === null,
    proofSeenAt: row.proofSeenAt?.toISOString() ?? null,
    remindedAt: row.remindedAt?.toISOString() ?? null,
    reminderObstacle: obstacle,
    payments: came,
    debit: (await debitsOf(db, isDebitFree ? [] : [id])).get(id) ?? null,
    mayRenew: row.status === "active" && (await mayRenew(db, row, today)),
    renewal: await renewalOfMembership(db, row),
  };
}

async function mayRenew(db: Db, { userId, family }: Named["row"], today: string): Promise<boolean> {
  if (!userId) return false;
  const plan = await planOfferedTo(db, userId, family, today);
  if (!plan) return false;
  const live = await db.select().from(memberships).where(liveOf(userId, today)).orderBy(asc(memberships.endDate)).limit(50);
  return nextPeriod(plan, live, today) !== null;
}
