import { asc, desc, eq } from "drizzle-orm";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { issueCodes } from "#backend/modules/check-ins/issuing";
import { isRequest, type MembershipState, stateOn } from "#contract/charity/membership-states";
import { franceDay } from "#contract/formats/france-time";
import { nextPeriod, offeredTo } from "./asking.ts";
import { beingPaid, ownRenewals } from "./consenting.ts";
import { debitsOf } from "./debits.ts";
import { lapsesOn } from "./dues-mails.ts";
import { namedMemberships, shaped } from "./list.ts";
import { membershipPlans, memberships } from "./tables.ts";

/** Whether it is valid today, whatever is left of it: as `isValidOn`, of rows that were read. */
const isValid = (state: MembershipState) => state === "valid" || state === "ending" || state === "grace";

/** The memberships of an account, its card, and what it can ask for. */
export async function ownMembership(services: Pick<Services, "db" | "clock" | "settings" | "paymentProvider">, actor: Actor) {
  const { db, clock, settings, paymentProvider } = services;
  const today = franceDay(clock());
  const mine = eq(memberships.userId, actor.id);
  const [rows, plans, renewals, ordered] = await Promise.all([
    namedMemberships(db).where(mine).orderBy(desc(memberships.startDate), desc(memberships.createdAt), desc(memberships.id)).limit(100),
    db
      .select()
      .from(membershipPlans)
      .where(offeredTo(actor.role, today))
      .orderBy(asc(membershipPlans.createdAt), asc(membershipPlans.id))
      .limit(50),
    ownRenewals(db, actor.id),
    beingPaid(db, actor.id),
  ]);
  const states = rows.map(({ row }) => ({ row, state: stateOn(today, row) }));
  const live = states.filter(({ row, state }) => isRequest(row.status) || state === "coming" || isValid(state)).map(({ row }) => row);
  const [current] = states
    .filter(({ state }) => isValid(state))
    .map(({ row }) => row)
    .toSorted((one, other) => other.endDate.localeCompare(one.endDate));
  const waiting = rows.filter(({ row }) => isRequest(row.status)).map(({ row }) => row.id);
  const debits = await debitsOf(db, waiting);
  const issued = current ? (await issueCodes(services, "membership", [actor.id])).get(actor.id) : undefined;
  return {
    name: `${actor.firstName} ${actor.lastName}`,
    items: rows.map(({ name: _name, email: _email, ...row }) => ({
      ...shaped(row, today),
      isBeingRenewed: ordered.some(({ nextId }) => nextId === row.row.id),
      debit: debits.get(row.row.id) ?? null,
      lapsesOn: waiting.includes(row.row.id) && row.receivedCents === 0 && !debits.has(row.row.id) ? lapsesOn(row.row) : null,
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
