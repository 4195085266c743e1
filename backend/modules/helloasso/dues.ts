import { and, desc, eq, gte, lte, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { isForRole, newestPlans } from "#backend/modules/memberships/imported-periods";
import { helloassoMemberships, membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { HelloassoPayment } from "#contract/charity/helloasso-import";
import { isForLife } from "#contract/charity/lifetime";
import { lastDayOf } from "#contract/charity/membership-plans";
import { dayAfter } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";

type Plan = typeof membershipPlans.$inferSelect;

export type Member = { userId: string; plan: Plan };
export type Dues = Member & { cents: number };

/** Whose membership a payment is for, and of which plan. */
export async function checkDues(db: Db, line: HelloassoPayment, cents: number): Promise<Dues> {
  const dues = await checkMember(db, line, cents);
  if (!(await wasPrice(db, dues.plan, cents))) throw fieldRefusal("amount", "helloasso:error.instalment");
  return { ...dues, cents };
}

type Line = { memberEmail?: string | null; email?: string | null; plan?: string | null };

/** The account of a member, by an e-mail address of their own or that of who pays, and the plan that the line names or that has its price. */
export async function checkMember(db: Db, line: Line, cents: number): Promise<Member> {
  const email = line.memberEmail || line.email;
  const field = line.memberEmail ? "memberEmail" : "email";
  if (!email) throw fieldRefusal(field, "helloasso:error.memberEmail");
  const [person] = await db.select({ id: users.id, role: users.role, state: users.accountState }).from(users).where(eq(users.email, email));
  if (!person || person.state === "left") throw fieldRefusal(field, "memberships:import.nobody");
  const offered = (await newestPlans(db)).filter((one) => isForRole(one, person.role));
  const chosen = planOf(offered, line.plan ?? "", cents);
  if (!chosen) throw fieldRefusal("plan", "helloasso:error.plan");
  return { userId: person.id, plan: chosen };
}

/** Whether some version of a plan costs an amount in cents, or less. */
async function wasPrice(db: Db, { family }: Plan, cents: number): Promise<boolean> {
  const { reducedCents, priceCents } = membershipPlans;
  const least = sql`coalesce(${reducedCents}, ${priceCents})`;
  return (await db.$count(membershipPlans, and(eq(membershipPlans.family, family), lte(least, cents)))) > 0;
}

const plain = (text = "") => text.trim().replace(/\s+/g, " ").toLowerCase();

/** The plan that the file names; where it names none of ours, the only one with this price. */
function planOf(offered: Plan[], named: string, cents: number): Plan | undefined {
  const wanted = plain(named);
  const alike = offered.filter(({ name }) => wanted !== "" && [plain(name.fr), plain(name.en)].includes(wanted));
  const atPrice = offered.filter((one) => one.active && [one.priceCents, one.reducedCents].includes(cents));
  const found = alike.length > 0 ? alike : atPrice;
  return found.length === 1 ? found[0] : undefined;
}

const ofDues = ({ userId, plan }: Member, status: "active" | "pending_payment") =>
  and(eq(memberships.userId, userId), eq(memberships.family, plan.family), eq(memberships.status, status));

/** The membership that waits for dues of a day, locked: its period has begun, or it was requested by then. */
export async function requestOf(db: Db, dues: Member, paidOn: string) {
  const requestedOn = sql`(${memberships.createdAt} at time zone 'Europe/Paris')::date`;
  const isFor = and(or(lte(memberships.startDate, paidOn), lte(requestedOn, paidOn)), gte(memberships.endDate, paidOn));
  const [request] = await db
    .select()
    .from(memberships)
    .where(and(ofDues(dues, "pending_payment"), isFor))
    .orderBy(memberships.startDate)
    .limit(1)
    .for("update");
  return request;
}

/** The period that the export of members has added for dues of a day, and that nothing was paid for yet; locked. */
export async function listedPeriodOf(db: Db, dues: Member, paidOn: string): Promise<string | null> {
  const { membershipId, orderedOn, added } = helloassoMemberships;
  const unpaid = sql`not exists (select from payments where payments.membership_id = memberships.id)`;
  const [period] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(helloassoMemberships, eq(membershipId, memberships.id))
    .where(and(ofDues(dues, "active"), eq(added, true), lte(orderedOn, paidOn), gte(memberships.endDate, paidOn), unpaid))
    .orderBy(desc(orderedOn))
    .limit(1)
    .for("update", { of: memberships });
  return period?.id ?? null;
}

/** The most days from an order to its payment, which a debit or a transfer may take. */
const longestPayment = 31;

/** The active membership that came with the payment of an order of a day at HelloAsso, unless a line of its export of members is already its own. */
export async function paidPeriodOf(db: Db, member: Member, day: string): Promise<string | null> {
  const isPaid = sql`exists (select from payments join helloasso_payments came on came.payment_id = payments.id
    where payments.membership_id = memberships.id
      and payments.received_on between ${day}::date and ${addDays(day, longestPayment)}::date)`;
  const isListed = sql`exists (select from helloasso_memberships listed where listed.membership_id = memberships.id)`;
  const [period] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(ofDues(member, "active"), gte(memberships.endDate, day), isPaid, sql`not ${isListed}`))
    .orderBy(memberships.startDate)
    .limit(1)
    .for("update");
  return period?.id ?? null;
}

/** The period that dues of a day pay for: from that day, or from the day after the period that it lies in. */
export async function periodOf(db: Db, dues: Member, paidOn: string) {
  const [current] = await db
    .select({ endDate: memberships.endDate })
    .from(memberships)
    .where(and(ofDues(dues, "active"), lte(memberships.startDate, paidOn), gte(memberships.endDate, paidOn)))
    .orderBy(desc(memberships.endDate))
    .limit(1);
  if (current && isForLife(current)) throw fieldRefusal("plan", "memberships:import.overlap");
  const startDate = current ? dayAfter(current.endDate) : paidOn;
  return { startDate, endDate: lastDayOf(dues.plan, startDate) };
}
