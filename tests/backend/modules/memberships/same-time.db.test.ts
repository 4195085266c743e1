import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { serverUrl } from "#tests/support/database";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { deadlocksIn, expectNoFault, twoOffices } from "#tests/support/two-offices";

test.runIf(serverUrl)(
  "a hundred renewals at once over two backends are one period, and so is one payment sent a hundred times",
  async () => {
    const { backends } = await twoOffices();
    const [first, second] = backends;
    const { db } = first.services;
    const admin = await signIn(first, { role: "ADMIN" });
    const member = await signIn(first, { role: "VOLUNTEER" });
    const [here, there] = [membershipsOf(first, () => admin.cookie), membershipsOf(second, () => admin.cookie)];
    const planId = await here.addPlan({ validFrom: "2020-01-01" });
    const id = await here.ask(planId, member.cookie);
    const submission = crypto.randomUUID();
    const receivedOn = "2026-01-02";
    const paid = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).pay(id, { submission, receivedOn })));
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await db.$count(payments, eq(payments.membershipId, id))).toBe(1);
    // Half by the member, half by staff.
    const renew = (at: number) => {
      const by = at % 2 ? here : there;
      return at % 4 < 2
        ? by.post("own-membership", { planId, method: "cash" }, member.cookie)
        : by.post(`admin/memberships/${id}/renewals`);
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => renew(at)));
    const statuses = answers.map(({ status }) => status);
    expectNoFault(statuses);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    const mine = and(eq(memberships.userId, member.id), eq(memberships.planId, planId));
    expect(await db.$count(memberships, mine)).toBe(2);
    expect(await deadlocksIn(db)).toBe(0);
  },
);
