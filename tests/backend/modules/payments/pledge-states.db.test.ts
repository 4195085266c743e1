import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { type PledgeStatus, pledgeStatuses, rhythms } from "#contract/giving/pledges";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift } from "#tests/support/gifts";
import { paymentsOf } from "#tests/support/payments";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
let by: ReturnType<typeof paymentsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2026-11-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  by = paymentsOf(backend, () => cookie);
});
afterAll(() => backend.close());

const came = ["nothing", "a part", "all", "all, returned", "all, by mistake"] as const;
const cents = 1_000;

async function aPledge(rhythm: (typeof rhythms)[number], what: (typeof came)[number]) {
  const gift = await addGift(backend, { email: "lou@example.org", amountCents: cents, rhythm });
  if (what === "nothing") return gift;
  const amountCents = what === "a part" ? 400 : cents;
  const [id = ""] = await by.record(amountCents, { parts: [{ amountCents, reference: gift.reference }] });
  if (what === "all, returned") await by.post(`payments/${id}/reversals`, by.reversal(cents));
  if (what === "all, by mistake") await by.mistake(id, cents);
  return gift;
}

const put = (id: string, status: PledgeStatus) => by.post(`pledges/${id}/status`, { status });

async function stateOf(id: string) {
  const { db } = backend.services;
  const [pledge] = await db.select().from(pledges).where(eq(pledges.id, id));
  const rows = await db.select().from(payments).where(eq(payments.pledgeId, id));
  return { status: pledge?.status, received: rows.reduce((sum, { signedCents }) => sum + signedCents, 0) };
}

/** What a state becomes, and how much has come then. */
function expected(rhythm: string, { status, received }: { status: string | undefined; received: number }, wanted: PledgeStatus) {
  const stays = { answer: 409, status, received };
  const done = (to: string, sum = received) => ({ answer: 200, status: to, received: sum });
  if (wanted === status) return done(wanted);
  const isPaid = rhythm === "monthly" ? received > 0 : received >= cents;
  if (wanted === "received")
    return status === "cancelled" ? stays : done("received", rhythm === "monthly" ? received + cents : Math.max(cents, received));
  if (wanted === "cancelled") return rhythm === "one_off" && received > 0 ? stays : done("cancelled");
  if (status === "received" && received > 0) return stays;
  return done(isPaid ? "received" : "promised");
}

const orders = pledgeStatuses.flatMap((a) => pledgeStatuses.flatMap((b) => pledgeStatuses.map((c) => [a, b, c])));

test.each(rhythms.flatMap((rhythm) => came.map((what) => [rhythm, what] as const)))(
  "a %s pledge of which %s came: whatever the order of states, each is what its payments say, or refused",
  { timeout: 60_000 },
  async (rhythm, what) => {
    for (const order of orders) {
      const { id } = await aPledge(rhythm, what);
      for (const wanted of order) {
        const before = await stateOf(id);
        const { status: answer } = await put(id, wanted);
        expect({ answer, ...(await stateOf(id)) }, `${order.join(", ")} at ${wanted}`).toEqual(expected(rhythm, before, wanted));
      }
    }
  },
);

test("a pledge with money is not cancelled: the answer says to take the payment back first", async () => {
  const { id } = await aPledge("one_off", "all");
  expect(await (await put(id, "cancelled")).json()).toMatchObject({ code: "has_payments", status: 409 });
});

test("one that was cancelled with its money before is received once it is promised again", async () => {
  const { id } = await aPledge("one_off", "all");
  const { db } = backend.services;
  for (const [status, wanted] of [
    ["cancelled", "promised"],
    ["promised", "received"],
  ] as const) {
    await db.update(pledges).set({ status }).where(eq(pledges.id, id));
    expect((await put(id, wanted)).status).toBe(200);
    expect(await stateOf(id)).toEqual({ status: "received", received: cents });
  }
});
