import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantProfiles } from "#backend/modules/registration/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let receipts: ReturnType<typeof receiptsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const company = { donor: "company", company: "Boulangerie du Pont", siren: "732829320", name: "Ana Pont" } as const;
const gapsOf = async (which: string = company.company) =>
  (await receipts.toCome(2026)).items.filter(({ name }) => name === which).map(({ gap }) => gap);
const textOf = async (id: string) =>
  (await readPdf(Buffer.from(await (await receipts.file(id)).arrayBuffer()))).text.replaceAll(/[\u00a0\u202f]/g, " ");

test("the receipt of a company waits for its legal form, which staff add to the pledge, and has the title of its own form", async () => {
  const payment = await addPaidGift(backend, "pont@example.org", 10_000, "2026-02-28", company);
  expect(await gapsOf()).toEqual(["no_legal_form"]);
  const { ready, due, blocked } = await receipts.toCome(2026);
  expect([ready.receipts, due, blocked.receipts]).toEqual([0, 0, 1]);
  const refused = await receipts.post("", { sourceId: payment.id });
  expect([refused.status, ((await refused.json()) as { fieldErrors: object }).fieldErrors]).toEqual([
    422,
    { sourceId: ["receipts:gap.no_legal_form"] },
  ]);
  const json = { ...company, receipt: true, street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  const correct = (more: object) =>
    backend.request(`/api/admin/pledges/${payment.pledgeId}/donor`, { method: "PUT", cookie, json: { ...json, ...more } });
  expect([(await correct({})).status, (await correct({ legalForm: "SARL" })).status]).toEqual([422, 200]);
  expect(await gapsOf()).toEqual([null]);
  const text = await textOf(await receipts.issue(payment.id));
  for (const words of ["Reçu au titre des dons effectués par les entreprises à certains organismes", "SARL"]) expect(text).toContain(words);
});

test("a person's receipt needs no legal form, and keeps the title of theirs", async () => {
  const { id } = await addPaidGift(backend, "lou@example.org");
  expect(await textOf(await receipts.issue(id))).toContain("Reçu au titre des dons à certains organismes");
});

test("the legal form may come with an earlier gift of the company, or with its account", async () => {
  const ends = { fiscalYearEnd: "31/12", moments: [], products: [], surfaceOver400: false };
  const shop = await addPerson(backend, { role: "DONATOR_MERCHANT", email: "four@example.org" });
  await backend.services.db.insert(merchantProfiles).values({ userId: shop.id, siret: "44306184100047", companyName: "Le Four", ...ends });
  const four = { ...company, company: "Le Four", siren: "443061841" };
  const first = await addPaidGift(backend, "four@example.org", 10_000, "2026-01-05", { ...four, legalForm: "SAS" });
  await addPaidGift(backend, "four@example.org", 20_000, "2026-06-05", four);
  expect(await gapsOf("Le Four")).toEqual([null]);
  const receipt = await receipts.get(await receipts.issue(first.id));
  expect(receipt).toMatchObject({ amountCents: 30_000, donor: { company: "Le Four", legalForm: "SAS" } });
  const later = await addPaidGift(backend, "four@example.org", 5_000, "2026-07-05", four);
  expect(await gapsOf("Le Four")).toEqual(["no_legal_form"]);
  await backend.services.db.update(merchantProfiles).set({ legalForm: "SAS" }).where(eq(merchantProfiles.userId, shop.id));
  expect((await receipts.get(await receipts.issue(later.id))).donor).toMatchObject({ legalForm: "SAS" });
});
