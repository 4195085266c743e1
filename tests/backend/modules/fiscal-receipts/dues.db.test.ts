import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payments } from "#backend/modules/payments/tables";
import { registrations } from "#backend/modules/registration/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openGifts } from "#tests/support/gifts";
import { membershipsOf } from "#tests/support/memberships";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

/** A member with an address who paid the dues of a plan; answers the payment. */
async function addPaidDues(receiptEligible: boolean, plan = `Reçu ${receiptEligible}`) {
  const memberships = membershipsOf(backend, () => cookie);
  const { services } = backend;
  const { id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
  const place = { addressLine: "3 rue du Bac", postcode: "69007", city: "Lyon" };
  await services.db.insert(registrations).values({ userId, kind: "volunteer", at: services.clock(), ...place });
  const planId = await memberships.addPlan({ receiptEligible, name: { fr: plan } });
  const id = await memberships.ask(planId, await cookiesOf(backend, userId));
  expect((await memberships.pay(id)).status).toBe(201);
  const [payment] = await services.db.select({ id: payments.id }).from(payments).where(eq(payments.membershipId, id));
  return payment?.id ?? "";
}

test("a member without a pledge opens the receipt of their dues by the link of its mail", async () => {
  const receipts = receiptsOf(backend, () => cookie);
  const id = await receipts.issue(await addPaidDues(true, "Par lien"));
  const { email } = await receipts.get(id);
  const [mail] = (await mailsTo(backend, email ?? "")).filter(({ topic }) => topic === "receipt_ready");
  expect(mail?.text).toContain("/donations/access");
  expect(mail?.text).toContain("un reçu fiscal est établi à votre nom");
  const access = await openGifts(backend, email ?? "");
  const { items } = await (await backend.request("/api/donor-receipts", { cookie: access })).json();
  expect(items).toMatchObject([{ id, amountCents: 1_500 }]);
  expect((await backend.request(`/api/donor-receipts/${id}/pdf`, { cookie: access })).status).toBe(200);
});

test("dues count on a receipt where their plan says so", async () => {
  const receipts = receiptsOf(backend, () => cookie);
  const [counting, other] = [await addPaidDues(true), await addPaidDues(false)];
  expect((await receipts.toCome(2026)).items).toMatchObject([{ sourceId: counting, amountCents: 1_500, gap: null }]);
  expect((await receipts.get(await receipts.issue(counting))).amountCents).toBe(1_500);
  const refused = await receipts.post("", { sourceId: other });
  expect([refused.status, await refused.json()]).toMatchObject([422, { fieldErrors: { sourceId: ["receipts:gap.nothing_received"] } }]);
});
