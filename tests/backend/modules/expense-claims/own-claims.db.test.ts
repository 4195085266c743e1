import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendClaim as sendClaimOf } from "#backend/modules/expense-claims/sending";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { users } from "#backend/modules/users/tables";
import type { ClaimRow } from "#contract/charity/expense-claims";
import type { MileageRate } from "#contract/charity/mileage-rates";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { addAcceptedClaim, addCarRate, addVolunteer, aJourney, sendClaim } from "#tests/support/expenses";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";

const own = "/api/own-expense-claims";

async function start(facts?: object) {
  const backend = await backendForTest({ clock: testClock(new Date("2026-06-20T10:00:00Z")).clock });
  await addReceiptFacts(backend, facts);
  const [admin, volunteer] = [await signIn(backend, { role: "ADMIN" }), await addVolunteer(backend, { email: "vera@example.org" })];
  const read = async (cookie = volunteer.cookie) =>
    (await (await backend.request(own, { cookie })).json()) as {
      claims: ClaimRow[];
      rates: MileageRate[];
      firstDay: string;
      issuesReceipts: boolean;
    };
  const decide = async (id: string, end: "acceptance" | "refusal", version = 1) => {
    const json = { version, ...(end === "refusal" && { reason: "Erreur" }) };
    return (await backend.request(`/api/admin/expense-claims/${id}/${end}`, { method: "POST", cookie: admin.cookie, json })).status;
  };
  const newest = async (address = "vera@example.org") => (await mailsTo(backend, address))[0];
  return { backend, admin, volunteer, read, decide, newest };
}

const statusOf = async (backend: TestBackend, cookie: string, more: object = {}) =>
  (await backend.request(own, { method: "POST", cookie, form: { ...aJourney, ...more } })).status;

test("the rates of all days that may be claimed are answered, and those days begin with the year before", async () => {
  const { backend, volunteer, read } = await start();
  await addCarRate(backend, { validFrom: "2023-01-01", validTo: "2024-12-31" });
  await addCarRate(backend, { milliEuros: 535, validFrom: "2025-01-01", validTo: "2025-12-31" });
  await addCarRate(backend, { milliEuros: 540, validFrom: "2026-01-01" });
  await addCarRate(backend, { vehicle: "moped", validFrom: "2027-01-01" });
  await addCarRate(backend, { vehicle: "bike", validFrom: "2025-03-01", validTo: "2025-03-31" });
  const { rates, firstDay } = await read();
  expect(rates.map((one) => [one.vehicle, one.milliEuros, one.validFrom, one.validTo])).toEqual([
    ["bike", 529, "2025-03-01", "2025-03-31"],
    ["car_3", 535, "2025-01-01", "2025-12-31"],
    ["car_3", 540, "2026-01-01", null],
  ]);
  expect(firstDay).toBe("2025-01-01");
  const sent = [
    await statusOf(backend, volunteer.cookie, { spentOn: "2025-01-01" }),
    await statusOf(backend, volunteer.cookie, { spentOn: "2024-12-31" }),
  ];
  expect(sent).toEqual([201, 422]);
});

test("where no rate applies today, the list of rates answers so", async () => {
  const { backend, admin } = await start();
  const applyToday = async () =>
    ((await (await backend.request("/api/admin/mileage-rates", { cookie: admin.cookie })).json()) as { applyToday: boolean }).applyToday;
  await addCarRate(backend, { validTo: "2026-06-19" });
  expect(await applyToday()).toBe(false);
  await addCarRate(backend, { validFrom: "2026-06-20" });
  expect(await applyToday()).toBe(true);
});

test("without a tax regime nothing can be given up, and the mail of an acceptance promises no receipt", async () => {
  const { backend, admin, volunteer, read, decide, newest } = await start({ giftTaxRegime: null });
  await addCarRate(backend);
  expect((await read()).issuesReceipts).toBe(false);
  expect(await statusOf(backend, volunteer.cookie)).toBe(422);
  const waiting = { status: "sent", deciderId: null, decidedAt: null } as const;
  const id = await addAcceptedClaim(backend, volunteer.id, admin.id, waiting);
  expect(await decide(id, "acceptance")).toBe(200);
  const mail = await newest();
  expect([mail?.text.includes("n’émet pas de reçu fiscal"), mail?.text.includes("Ils seront")]).toEqual([true, false]);
});

test("the mail of an acceptance names a missing address, and the one that takes it back is no first refusal", async () => {
  const { backend, decide, newest } = await start();
  await addCarRate(backend);
  const person = await signIn(backend, { role: "VOLUNTEER", email: "paul@example.org" });
  const id = await sendClaim(backend, person.cookie);
  await decide(id, "acceptance");
  expect((await newest("paul@example.org"))?.text).toContain("complétez votre adresse postale");
  expect(await decide(id, "refusal", 2)).toBe(200);
  const mail = await newest("paul@example.org");
  expect([mail?.topic, mail?.text.includes("avaient été acceptés"), mail?.text.includes("Erreur")]).toEqual([
    "expenses_taken_back",
    true,
    true,
  ]);
});

test.each([
  ["DONATOR_INDIVIDUAL", "/dashboard/donator/fiscal-receipts"],
  ["BENEFICIARY", "/donations/access"],
  ["VOLUNTEER", "/dashboard/expenses"],
] as const)("the mail of a decision leads somebody who is now %s to %s", async (role, page) => {
  const { backend, volunteer, decide, newest } = await start();
  await addCarRate(backend);
  const id = await sendClaim(backend, volunteer.cookie);
  await backend.services.db.update(users).set({ role }).where(eq(users.id, volunteer.id));
  await decide(id, "acceptance");
  expect((await newest())?.text).toContain(page);
});

test("somebody whose account was erased meanwhile sends nothing", async () => {
  const { backend, volunteer } = await start();
  await addCarRate(backend);
  const { services } = backend;
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [volunteer.id], services.clock()));
  const actor = { id: volunteer.id, locale: "fr" } as Parameters<typeof sendClaimOf>[1];
  const claim = { ...aJourney, kind: "journey", vehicle: "car_3", waiver: "on" } as const;
  await expect(sendClaimOf(services, actor, claim)).rejects.toMatchObject({ code: "forbidden" });
  expect(await services.db.$count(expenseClaims)).toBe(0);
});

test("claims that wait come first, although they are older", async () => {
  const { backend, admin, volunteer, read } = await start();
  await addCarRate(backend);
  const waiting = await sendClaim(backend, volunteer.cookie, { spentOn: "2025-02-01" });
  const newer = await addAcceptedClaim(backend, volunteer.id, admin.id);
  expect((await read()).claims.map(({ id }) => id)).toEqual([waiting, newer]);
});

test("one's own claims are not in one's work queue", async () => {
  const { backend, admin, volunteer } = await start();
  await addCarRate(backend);
  const queue = async () =>
    ((await (await backend.request("/api/work-queues", { cookie: admin.cookie })).json()) as { queues: { expenses?: { count: number } } })
      .queues.expenses?.count;
  await sendClaim(backend, admin.cookie);
  expect(await queue()).toBeUndefined();
  await sendClaim(backend, volunteer.cookie);
  expect(await queue()).toBe(1);
});

test("a person sends forty claims an hour", async () => {
  const { backend, volunteer } = await start();
  await addCarRate(backend);
  for (let at = 0; at < 39; at += 1) await backend.services.limits.take("expenseByPerson", volunteer.id);
  expect([await statusOf(backend, volunteer.cookie), await statusOf(backend, volunteer.cookie)]).toEqual([201, 429]);
});
