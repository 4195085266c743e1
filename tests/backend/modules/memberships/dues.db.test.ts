import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberships } from "#backend/modules/memberships/tables";
import { receivedBy } from "#backend/modules/payments/received-by-account";
import { type JournalSum, linesOf } from "#contract/giving/journal";
import type { PledgeMonth } from "#contract/giving/pledges";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
const time = testClock(new Date("2026-11-20T10:00:00Z"));

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  admin = await signIn(backend, { role: "ADMIN" });
});
afterAll(() => backend.close());

const amount = fc.integer({ min: 1, max: 9_000 });

test("dues and gifts are apart in every sum, whatever came and was returned", async () => {
  const gifts = paymentsOf(backend, () => admin.cookie);
  const dues = membershipsOf(backend, () => admin.cookie);
  const planId = await dues.addPlan({ priceCents: 100, freeAmount: true });
  const expected = { gifts: 0, dues: 0 };
  const payment = fc.record({ isDues: fc.boolean(), cents: amount, back: fc.double({ min: 0, max: 1, noNaN: true }) });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 4 }), async (all) => {
      const member = await signIn(backend, { role: "VOLUNTEER" });
      const membershipId = await dues.ask(planId, member.cookie, { amountCents: 100_000 });
      let own = 0;
      for (const { isDues, cents, back } of all) {
        const id = isDues ? await paidAs(dues, membershipId, cents) : (await gifts.record(cents, { donorId: member.id }))[0];
        const returned = Math.floor(cents * back);
        if (returned > 0) await gifts.post(`payments/${id}/reversals`, gifts.reversal(returned, { receivedOn: "2026-11-20" }));
        expected[isDues ? "dues" : "gifts"] += cents - returned;
        if (!isDues) own += cents - returned;
      }
      const [given] = await receivedBy(backend.services.db, member.id, "2026-01-01");
      expect(given?.cents).toBe(own);
      const { sums } = await gifts.read<{ sums: JournalSum[] }>("payment-journal?year=2026");
      const booked = (isDues: boolean) =>
        sums.filter(({ gift }) => (gift === "756000") === isDues).reduce((sum, { cents }) => sum + cents, 0);
      expect([booked(false), booked(true)]).toEqual([expected.gifts, expected.dues]);
      const { items: months } = await gifts.read<{ items: PledgeMonth[] }>("pledge-months");
      expect(months.reduce((sum, { receivedCents }) => sum + receivedCents, 0)).toBe(expected.gifts);
      const { totalCents: ofGifts } = await gifts.read<{ totalCents: number }>("payments?kind=gifts");
      const { totalCents: ofDues } = await gifts.read<{ totalCents: number }>("payments?kind=dues");
      expect([ofGifts, ofDues]).toEqual([expected.gifts, expected.dues]);
      expect((await dues.record(membershipId)).receivedCents).toBe(
        all.filter(({ isDues }) => isDues).reduce((sum, { cents, back }) => sum + cents - Math.floor(cents * back), 0),
      );
      await backend.services.db.update(memberships).set({ status: "cancelled" }).where(eq(memberships.id, membershipId));
    }),
    { numRuns: 12 },
  );
});

async function paidAs(dues: ReturnType<typeof membershipsOf>, membershipId: string, amountCents: number): Promise<string | undefined> {
  const submission = crypto.randomUUID();
  const known = new Set((await dues.record(membershipId)).payments.map(({ id }) => id));
  await dues.pay(membershipId, { amountCents, submission });
  return (await dues.record(membershipId)).payments.find(({ id, reversal }) => !known.has(id) && reversal === null)?.id;
}

test("dues are booked on an account of their own", () => {
  expect(linesOf({ method: "cash", donor: "member", signedCents: 1_500 })).toEqual([
    { account: "530000", debitCents: 1_500, creditCents: 0 },
    { account: "756000", debitCents: 0, creditCents: 1_500 },
  ]);
});
