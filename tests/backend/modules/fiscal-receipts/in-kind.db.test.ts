import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenConstraint } from "#backend/db/broken-constraint";
import { fiscalReceiptSources } from "#backend/modules/fiscal-receipts/tables";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import type { SeriesOfYear } from "#contract/giving/fiscal-receipts";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addApprovedGift } from "#tests/support/gifts-in-kind";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
let cookie: string;
let people: { recorder: string; decider: string };
let receipts: ReturnType<typeof receiptsOf>;
const time = testClock(new Date("2027-01-20T10:00:00Z"));

beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  const decider = await signIn(backend, { role: "ADMIN" });
  ({ cookie } = decider);
  people = { recorder: (await addPerson(backend, { role: "ADMIN" })).id, decider: decider.id };
  receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const textOf = async (id: string) => readPdf(Buffer.from(await (await receipts.file(id)).arrayBuffer())).text.replaceAll(/\s+/g, " ");
const withdraw = async (id: string, version = 1) =>
  (await backend.request(`/api/admin/gifts-in-kind/${id}/value/withdrawal`, { method: "POST", cookie, json: { version } })).status;

test("an approved gift in kind is once on the one receipt of its donor, with the money of the year", async () => {
  const email = "both@example.org";
  const payment = await addPaidGift(backend, email, 1_000, "2026-03-02");
  const gift = await addApprovedGift(backend, people, { email: "Both@example.org" });
  const before = await receipts.toCome(2026);
  expect(before.items.filter(({ sourceId }) => sourceId === payment.id)).toMatchObject([
    { sourceId: payment.id, amountCents: 5_000, sources: 2, inKind: 1 },
  ]);
  const id = await receipts.issue(gift.id);
  expect([await receipts.issue(payment.id), await receipts.issue(gift.id)]).toEqual([id, id]);
  const receipt = await receipts.get(id);
  expect(receipt).toMatchObject({ series: "IND", amountCents: 5_000, methods: ["transfer"], inKind: [{ giftId: gift.id, cents: 4_000 }] });
  expect(receipt.sources.map(({ paymentId }) => paymentId)).toEqual([payment.id]);
  const text = await textOf(id);
  for (const words of [
    "***50,00 €***",
    "Deux manteaux",
    "***40,00 €***",
    "☒ Numéraire",
    "☒ Autres : don en nature",
    "1er mai 2026",
    "Date du versement : 2 mars 2026",
  ])
    expect(text).toContain(words);
  expect((await receipts.toCome(2026)).items.filter(({ sourceId }) => sourceId === payment.id)).toEqual([]);
  const [row] = ((await (await backend.request("/api/admin/fiscal-receipt-declaration", { cookie })).json()) as { items: SeriesOfYear[] })
    .items;
  expect(row).toMatchObject({ series: "IND", cents: 5_000, receipts: 1 });
  // It is in no sum of money.
  const { items } = (await (await backend.request("/api/admin/payments", { cookie })).json()) as { items: { signedCents: number }[] };
  expect(items.map(({ signedCents }) => signedCents)).toEqual([1_000]);
});

test("without e-mail address it has a receipt of its own, without means of payment; it is taken back once its receipt is cancelled", async () => {
  const gift = await addApprovedGift(backend, people, { email: null, name: "Sans Adresse", valueCents: 12_345 });
  const id = await receipts.issue(gift.id);
  expect(await receipts.get(id)).toMatchObject({
    amountCents: 12_345,
    methods: [],
    sources: [],
    donor: { name: "Sans Adresse", city: "Lyon" },
  });
  const text = await textOf(id);
  expect(text).toContain("des dons en nature d’une valeur de");
  expect(text).not.toMatch(/Numéraire|Mode de versement/);
  expect(await withdraw(gift.id)).toBe(409);
  const change = { valueState: null } as const;
  expect(await backend.services.db.update(giftsInKind).set(change).where(eq(giftsInKind.id, gift.id)).catch(brokenConstraint)).toBe(
    "gifts_in_kind_certified",
  );
  const other = await receipts.replace(id, "Nom mal écrit");
  expect(await receipts.get(other)).toMatchObject({ amountCents: 12_345, replaces: { id } });
  expect(await backend.services.db.$count(fiscalReceiptSources, eq(fiscalReceiptSources.giftInKindId, gift.id))).toBe(2);
  await receipts.cancel(other);
  expect(await withdraw(gift.id)).toBe(200);
  expect((await receipts.post("", { sourceId: gift.id })).status).toBe(422);
});

test("a wrong name is corrected once its receipt is cancelled and its value taken back: the next receipt has the right one", async () => {
  const gift = await addApprovedGift(backend, people, { email: null, name: "Marie Dupnot" });
  const { receivedOn, category, description, locale } = gift;
  const right = { receivedOn, category, description, locale, name: "Marie Dupont", email: "marie@example.org" };
  const send = async (at: string, json: object, method = "POST", by = cookie) =>
    (await backend.request(`/api/admin/gifts-in-kind/${gift.id}${at}`, { method, cookie: by, json })).status;
  const first = await receipts.issue(gift.id);
  expect(await send("", { ...right, version: 1 }, "PUT")).toBe(409);
  await receipts.cancel(first);
  expect(await send("", { ...right, version: 1 }, "PUT")).toBe(409);
  expect(await withdraw(gift.id)).toBe(200);
  expect(await send("", { ...right, version: 2 }, "PUT")).toBe(200);
  const { cookie: recorder } = await signIn(backend, { role: "ADMIN" });
  const place = { street: "1 rue Haute", postcode: "69001", city: "Lyon", country: "FR" };
  const value = { ...place, valueCents: 4_000, basis: "Prix d’occasion", version: 3 };
  expect(await send("/value", value, "POST", recorder)).toBe(200);
  // Whoever gave the goods would otherwise approve them by another address.
  expect(await send("", { ...right, version: 4 }, "PUT")).toBe(409);
  expect(await send("/value/approval", { version: 4 })).toBe(200);
  const next = await receipts.get(await receipts.issue(gift.id));
  expect(next).toMatchObject({ name: "Marie Dupont", email: "marie@example.org", replaces: { id: first } });
});

test("one that is only asked for, or of another series, is on no receipt", async () => {
  const requested = await addApprovedGift(backend, people, {
    email: null,
    valueState: "requested",
    valueDeciderId: null,
    valueDecidedAt: null,
  });
  const answer = await receipts.post("", { sourceId: requested.id });
  expect([answer.status, ((await answer.json()) as { fieldErrors: object }).fieldErrors]).toEqual([
    422,
    { sourceId: ["receipts:gap.not_approved"] },
  ]);
});

test("of two receipts that are issued at once for one gift, there is one", async () => {
  const gift = await addApprovedGift(backend, people, { email: "once@example.org" });
  const ids = await Promise.all([1, 2, 3].map(() => receipts.issue(gift.id)));
  expect(new Set(ids).size).toBe(1);
});

test("the task of the year issues one receipt for money and goods, and one for goods alone", async () => {
  await addPaidGift(backend, "task@example.org", 2_000, "2026-07-01");
  const mixed = await addApprovedGift(backend, people, { email: "task@example.org", name: "Zoé" });
  const alone = await addApprovedGift(backend, people, { email: null, name: "Ali" });
  const started = await backend.request("/api/admin/fiscal-receipts-of-year", { method: "POST", cookie, json: { year: 2026 } });
  expect(started.status).toBe(200);
  await runDue(backend);
  const certified = await backend.services.db
    .select({ gift: fiscalReceiptSources.giftInKindId, receipt: fiscalReceiptSources.receiptId })
    .from(fiscalReceiptSources)
    .where(eq(fiscalReceiptSources.live, true));
  const ofMixed = certified.find(({ gift }) => gift === mixed.id)?.receipt ?? "";
  expect([(await receipts.get(ofMixed)).amountCents, certified.some(({ gift }) => gift === alone.id)]).toEqual([6_000, true]);
});

test("the donor of a receipt is who gave money, whose address they can change, however late the value of goods was recorded", async () => {
  await addPaidGift(backend, "moved@example.org", 1_000, "2026-02-02");
  const gift = await addApprovedGift(backend, people, {
    ...{ email: "moved@example.org", name: "Nom saisi", city: "Ailleurs", valueRecordedAt: new Date("2028-01-01") },
  });
  const { donor } = await receipts.get(await receipts.issue(gift.id));
  expect([donor?.name, donor?.city]).not.toContain("Nom saisi");
  expect(donor?.city).not.toBe("Ailleurs");
});

test("after an erasure nothing certifies a gift once more whose receipt was cancelled", async () => {
  const { services } = backend;
  const donor = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "erased-donor@example.org" });
  const gift = await addApprovedGift(backend, people, { email: donor.email });
  await receipts.cancel(await receipts.issue(gift.id));
  await erasePeople(services, null, [donor.id], time.clock());
  const [left] = await services.db.select().from(giftsInKind).where(eq(giftsInKind.id, gift.id));
  expect([left?.email, left?.street, left?.valueCents, left?.erasedAt === null]).toEqual([null, null, 4_000, false]);
  expect((await receipts.post("", { sourceId: gift.id })).status).toBe(422);
});

test("a gift on a receipt survives an erasure for six years, then its donor goes from it", async () => {
  const { services } = backend;
  const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "erased@example.org" });
  const gift = await addApprovedGift(backend, people, { email: "erased@example.org" });
  const other = await addApprovedGift(backend, people, { email: "erased@example.org", receivedOn: "2025-02-01" });
  await receipts.issue(gift.id);
  await erasePeople(services, null, [person.id], services.clock());
  const rowOf = async (id: string) => (await services.db.select().from(giftsInKind).where(eq(giftsInKind.id, id)))[0];
  expect([(await rowOf(gift.id))?.name, await rowOf(other.id)]).toEqual(["Lou Roy", undefined]);
  await applyRetention({ ...services, clock: () => new Date("2033-01-21T10:00:00Z") });
  expect(await rowOf(gift.id)).toMatchObject({ email: null, street: null, valueCents: 4_000, valueBasis: "" });
});
