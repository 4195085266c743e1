import { and, asc, desc, eq } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { franceDay } from "#contract/formats/france-time";
import { liveOf, nextPeriod, offeredTo } from "./asking.ts";
import { beingPaid, ownRenewals } from "./consenting.ts";
import { namedMemberships, shaped } from "./list.ts";
import { isValidOn, membershipPlans, memberships } from "./tables.ts";

/** The memberships of an account, its card, and what it can ask for. */
export async function ownMembership(services: Pick<Services, "db" | "clock" | "settings" | "paymentProvider">, actor: Actor) {
  const { db, clock, settings, paymentProvider } = services;
  const today = franceDay(clock());
  const mine = eq(memberships.userId, actor.id);
  const [rows, plans, live, [current], renewals, ordered] = await Promise.all([
    namedMemberships(db).where(mine).orderBy(desc(memberships.startDate), desc(memberships.createdAt), desc(memberships.id)).limit(100),
    db
      .select()
      .from(membershipPlans)
      .where(offeredTo(actor.role, today))
      .orderBy(asc(membershipPlans.createdAt), asc(membershipPlans.id))
      .limit(50),
    db.select().from(memberships).where(liveOf(actor.id, today)).orderBy(desc(memberships.endDate)).limit(50),
    db
      .select()
      .from(memberships)
      .where(and(mine, isValidOn(today)))
      .orderBy(desc(memberships.endDate))
      .limit(1),
    ownRenewals(db, actor.id),
    beingPaid(db, actor.id),
  ]);
  const issued = current ? (await issueCodes(services, "membership", [actor.id])).get(actor.id) : undefined;
  return {
    name: `${actor.firstName} ${actor.lastName}`,
    items: rows.map(({ name: _name, email: _email, ...row }) => ({
      ...shaped(row, today),
      isBeingRenewed: ordered.some(({ nextId }) => nextId === row.row.id),
    })),
    currentId: current?.id ?? null,
    // The renewal comes first.
    offers: plans
      .flatMap((plan) => {
        const period = nextPeriod(plan, live, today);
        return period ? [{ ...plan, ...period }] : [];
      })
      .toSorted((one, other) => Number(other.family === current?.family) - Number(one.family === current?.family)),
    payee: { ...settings.bank, postalAddress: settings.postalAddress },
    cardOrigin: paymentProvider?.origin ?? null,
    card: issued ?? null,
    renewals,
  };
}
