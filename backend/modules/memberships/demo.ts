import { asc, eq } from "drizzle-orm";
import type { DemoSubject } from "#backend/content/demo-rows";
import { payments } from "#backend/modules/payments/tables";
import { nextNumber } from "#backend/modules/sequences/numbering";
import { formerPlanId } from "#contract/charity/membership-plans";
import { franceDay } from "#contract/formats/france-time";
import { addDays } from "#contract/formats/weeks";
import { membershipPlans, memberships } from "./tables.ts";

/** Three plans, and the memberships of the demonstration with a number and their dues: one of three has the reduced price. */
export const demo: DemoSubject = async ({ tx, now }) => {
  const today = franceDay(now);
  const validFrom = addDays(today, -400);
  const dated = { createdAt: now, updatedAt: now };
  const [volunteers] = await tx
    .insert(membershipPlans)
    .values([
      {
        ...{ name: { fr: "Bénévole", en: "Volunteer" }, roles: ["ADMIN", "VOLUNTEER"], period: "rolling_12m", graceDays: 30 },
        ...{ priceCents: 1_500, reducedCents: 500, reducedLabel: { fr: "étudiants, revenus modestes", en: "students, low incomes" } },
        ...{ receiptEligible: true, validFrom, ...dated },
      },
      {
        ...{ name: { fr: "Soutien libre", en: "Free support" }, roles: ["ADMIN", "VOLUNTEER"], period: "civil_year", graceDays: 30 },
        ...{ priceCents: 2_000, freeAmount: true, receiptEligible: true, validFrom, ...dated },
      },
      {
        ...{ name: { fr: "Année scolaire", en: "School year" }, roles: ["VOLUNTEER"], period: "school_year", graceDays: 0 },
        ...{ priceCents: 1_000, active: false, validFrom, ...dated },
      },
    ])
    .returning();
  if (!volunteers) return;
  const rows = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.planId, formerPlanId))
    .orderBy(asc(memberships.startDate), asc(memberships.userId));
  for (const [index, { id, startDate }] of rows.entries()) {
    const number = await nextNumber(tx, "MEM", Number(startDate.slice(0, 4)));
    const reduced = index % 3 === 2;
    const endDate = index % 7 === 1 ? addDays(today, 3 + (index % 25)) : undefined;
    const price = { priceCents: reduced ? 500 : 1_500, reduced, method: "transfer" as const };
    await tx
      .update(memberships)
      .set({ planId: volunteers.id, number, ...price, ...(endDate && { endDate }) })
      .where(eq(memberships.id, id));
  }
  const dues = rows.map(({ id, startDate }, index) => ({
    ...{ membershipId: id, receivedOn: startDate, method: "transfer" as const, amountCents: index % 3 === 2 ? 500 : 1_500 },
    ...{ submission: crypto.randomUUID(), ...dated },
  }));
  if (dues.length > 0) await tx.insert(payments).values(dues);
};
