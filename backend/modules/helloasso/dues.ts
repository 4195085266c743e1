import { and, desc, eq, gte, inArray, lte } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { isForRole, newestPlans } from "#backend/modules/memberships/imported-periods";
import { type membershipPlans, memberships } from "#backend/modules/memberships/tables";
import { users } from "#backend/modules/users/tables";
import { fieldRefusal } from "#backend/refusal";
import type { HelloassoPayment } from "#contract/charity/helloasso-import";
import { isForLife } from "#contract/charity/lifetime";
import { lastDayOf } from "#contract/charity/membership-plans";
import { dayAfter } from "#contract/formats/france-time";

type Plan = typeof membershipPlans.$inferSelect;

export type Dues = { userId: string; plan: Plan; cents: number };

/** Whose membership a payment is for, and of which plan. */
export async function checkDues(db: Db, { email, plan }: HelloassoPayment, cents: number): Promise<Dues> {
  if (!email) throw fieldRefusal("email", "helloasso:error.memberEmail");
  const [person] = await db.select({ id: users.id, role: users.role, state: users.accountState }).from(users).where(eq(users.email, email));
  if (!person || person.state === "left") throw fieldRefusal("email", "memberships:import.nobody");
  const offered = (await newestPlans(db)).filter((one) => isForRole(one, person.role));
  const chosen = planOf(offered, plan ?? "", cents);
  if (!chosen) throw fieldRefusal("plan", "helloasso:error.plan");
  return { userId: person.id, plan: chosen, cents };
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

/** The period that dues of a day pay for: from that day, or from the day after the period that it lies in. */
export async function periodOf(db: Db, { userId, plan }: Dues, paidOn: string) {
  const [current] = await db
    .select({ endDate: memberships.endDate })
    .from(memberships)
    .where(
      and(
        ...[
          eq(memberships.userId, userId),
          eq(memberships.family, plan.family),
          inArray(memberships.status, ["active", "pending_payment"]),
        ],
        ...[lte(memberships.startDate, paidOn), gte(memberships.endDate, paidOn)],
      ),
    )
    .orderBy(desc(memberships.endDate))
    .limit(1);
  if (current && isForLife(current)) throw fieldRefusal("plan", "memberships:import.overlap");
  const startDate = current ? dayAfter(current.endDate) : paidOn;
  return { startDate, endDate: lastDayOf(plan, startDate) };
}
