import { afterAll, beforeAll, expect, test } from "vitest";
import { pledges } from "#backend/modules/pledges/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";

let backend: TestBackend;
let proof: string;
const time = testClock(new Date("2026-11-20T10:00:00Z"));
beforeAll(async () => {
  // why: one person sends more forms here than the limits let through.
  backend = await startBackend({ clock: time.clock, limits: noLimits });
  ({ proof } = (await (await backend.request("/api/form-proof")).json()) as { proof: string });
  time.pass(10);
});
afterAll(() => backend.close());

const gift = { rhythm: "one_off", donor: "person", allocation: "any", method: "transfer", name: "Lou", email: "lou@example.org" };
async function send(more: object): Promise<string> {
  const json = { ...gift, amountCents: 2_000, proof, ...more };
  const answer = await backend.request("/api/pledges", { method: "POST", json });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
}
const stored = () => backend.services.db.$count(pledges);

test("one form sent ten times at once is one pledge, two forms of the same day and amount are two", async () => {
  const before = await stored();
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const references = await Promise.all(Array.from({ length: 10 }, () => send({ formKey: one })));
  expect(new Set(references).size).toBe(1);
  expect(await send({ formKey: other })).not.toBe(references[0]);
  expect(await stored()).toBe(before + 2);
});

test("a form that was changed before it was sent again is another pledge, and the same on the next day is still the same form", async () => {
  const formKey = crypto.randomUUID();
  const first = await send({ formKey });
  expect(await send({ formKey, amountCents: 3_000 })).not.toBe(first);
  time.pass(14 * 3_600);
  expect(await send({ formKey })).toBe(first);
});

test("without script, whose page has no key, the same pledge of one day is one", async () => {
  const email = "sans-script@example.org";
  expect(await send({ email })).toBe(await send({ email }));
});
