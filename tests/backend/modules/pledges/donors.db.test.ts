import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, aReceipt } from "#tests/support/gifts";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

const time = testClock(new Date("2027-01-20T10:00:00Z"));
const aCompany = { donor: "company", company: "Boulangerie du Pont", siren: "732829320", name: "Ana Pont" } as const;
const typed = { ...aCompany, legalForm: "SARL", receipt: true, street: "3 quai Neuf", postcode: "69002", city: "Lyon", country: "FR" };
let backend: TestBackend;
let cookie: string;

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  cookie = (await signIn(backend, { role: "ADMIN" })).cookie;
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const correct = (id: string, json: object) => backend.request(`/api/admin/pledges/${id}/donor`, { method: "PUT", cookie, json });
const stored = async (id: string) => (await backend.services.db.select().from(pledges).where(eq(pledges.id, id)))[0];

test("staff correct who gave: receipts to come name them so, one that was issued stays, and the change is recorded", async () => {
  const receipts = receiptsOf(backend, () => cookie);
  const [first, second] = [
    await addPaidGift(backend, "pont@example.org", 10_000, "2026-02-28", { ...aCompany, legalForm: "SA" }),
    await addPaidGift(backend, "pont@example.org", 20_000, "2026-03-01", { ...aCompany, legalForm: "SA" }),
  ];
  const issued = await receipts.issue(first.id);
  const id = second.pledgeId ?? "";
  const { updatedAt } = (await stored(id)) ?? {};
  const answer = await correct(id, { ...typed, name: "Ana Le Pont" });
  const { legalForm, postal, siren } = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, legalForm, siren]).toEqual([200, "SARL", "732829320"]);
  expect(postal).toEqual({ street: "3 quai Neuf", postcode: "69002", city: "Lyon", country: "FR" });
  expect((await stored(id))?.updatedAt).toEqual(updatedAt);
  expect((await receipts.get(issued)).donor).toMatchObject({ street: "1 rue Haute", legalForm: "SA" });
  expect((await receipts.get(await receipts.issue(second.id))).donor).toMatchObject({
    ...{ name: "Ana Le Pont", legalForm: "SARL", street: "3 quai Neuf" },
  });
  const [line] = await backend.services.db
    .select({ fields: auditLog.fields })
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "pledge.donor")));
  expect(line?.fields.sort()).toEqual(["legalForm", "name", "postcode", "street"]);
});

test.each([
  ["without its name", { company: "" }, "company"],
  ["with a wrong number", { siren: "732829321" }, "siren"],
  ["without a street", { street: "" }, "street"],
  ["with a postcode of four digits", { postcode: "6900" }, "postcode"],
])("a company %s is refused at the field", async (_, wrong, field) => {
  const { id } = await addGift(backend, { ...aCompany, ...aReceipt, email: "pont@example.org" });
  const answer = await correct(id, { ...typed, ...wrong });
  expect([answer.status, Object.keys(((await answer.json()) as { fieldErrors: object }).fieldErrors)]).toEqual([422, [field]]);
  expect((await stored(id))?.legalForm).toBeNull();
});

test.each([
  ["of another kind", { ...aReceipt }, {}],
  ["without an address, whose gift never came", { ...aCompany, receipt: false, status: "cancelled" as const }, {}],
  ["whose address was erased", { ...aCompany, receipt: true, addressGoneAt: new Date("2026-01-01") }, {}],
  ["who was erased", { ...aCompany, ...aReceipt }, { email: "somebody@erased.invalid" }],
])("a donor %s is not written over", async (_, gift, more) => {
  const { id } = await addGift(backend, { email: "pont@example.org", ...gift, ...more });
  expect((await correct(id, typed)).status).toBe(409);
  expect(await stored(id)).toMatchObject({ legalForm: null });
});

test("a receipt that staff ask for gives its address to the donor's other receipts to come, and to nobody else's", async () => {
  const email = "autre@example.org";
  const [requested, like, unasked, person, elsewhere] = [
    await addGift(backend, { ...aCompany, receipt: false, email }),
    await addGift(backend, { ...aReceipt, ...aCompany, email }),
    await addGift(backend, { ...aCompany, receipt: false, email }),
    await addGift(backend, { ...aReceipt, donor: "person", email }),
    await addGift(backend, { ...aReceipt, ...aCompany, email: "ailleurs@example.org" }),
  ];
  expect((await correct(requested.id, typed)).status).toBe(200);
  const streets = [requested, like, unasked, person, elsewhere].map(async ({ id }) => (await stored(id))?.street);
  expect(await Promise.all(streets)).toEqual(["3 quai Neuf", "3 quai Neuf", null, "1 rue Haute", "1 rue Haute"]);
  const lines = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, like.id));
  expect(lines.map(({ action, actorId }) => [action, actorId !== null])).toEqual([["pledge.address", true]]);
});

test("the form of a gift stores the legal form of a company, and none of a person", async () => {
  const { proof } = (await (await backend.request("/api/form-proof")).json()) as { proof: string };
  time.pass(10);
  const draft = { rhythm: "one_off", allocation: "any", method: "transfer", amountCents: 5_000, proof };
  for (const donor of ["company", "person"] as const) {
    const json = { ...typed, ...draft, donor, email: `${donor}@example.org` };
    expect((await backend.request("/api/pledges", { method: "POST", json })).status).toBe(201);
    const [row] = await backend.services.db.select().from(pledges).where(eq(pledges.email, json.email));
    expect(row?.legalForm).toBe(donor === "company" ? "SARL" : null);
  }
});
