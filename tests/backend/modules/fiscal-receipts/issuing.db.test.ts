import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { merchantProfiles, registrations } from "#backend/modules/registration/tables";
import { users } from "#backend/modules/users/tables";
import type { Role } from "#contract/accounts/roles";
import type { ReceiptRow } from "#contract/giving/fiscal-receipts";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { mailsTo } from "#tests/support/outbox";
import { paymentsOf } from "#tests/support/payments";
import { readPdf } from "#tests/support/pdf-text";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let receipts: ReturnType<typeof receiptsOf>;
let money: ReturnType<typeof paymentsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  receipts = receiptsOf(backend, () => cookie);
  money = paymentsOf(backend, () => cookie);
});
afterAll(() => backend.close());

const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { fieldErrors?: object }).fieldErrors];
const bytesOf = async (id: string) => Buffer.from(await (await receipts.file(id)).arrayBuffer());
const refund = async (paymentId: string, cents: number) => {
  const answer = await money.post(`payments/${paymentId}/reversals`, money.reversal(cents, { receivedOn: "2027-01-15" }));
  expect(answer.status).toBe(201);
};

const addHome = (userId: string) =>
  backend.services.db
    .insert(registrations)
    .values({ userId, kind: "individual", at: new Date(), addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" });

describe("what blocks a receipt", () => {
  test("facts of the organisation, by name", async () => {
    const payment = await addPaidGift(backend, "early@example.org");
    expect((await receipts.toCome(2026)).gaps).toEqual(["no_regime", "no_identifier", "no_object", "no_signatory"]);
    expect(await refusalOf(await receipts.post("", { sourceId: payment.id }))).toEqual([422, { sourceId: ["receipts:gap.no_regime"] }]);
    await addReceiptFacts(backend);
    expect((await receipts.toCome(2026)).gaps).toEqual([]);
  });

  test("a donor that nobody knows, an address that is missing, nothing that is left", async () => {
    const [unknown = ""] = await money.record(3_000, { receivedOn: "2026-06-01", donorName: "Tronc" });
    const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
    const [homeless = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
    const gone = await addPaidGift(backend, "gone@example.org");
    await refund(gone.id, 5_000);
    for (const [sourceId, gap] of [
      [unknown, "unknown_donor"],
      [homeless, "no_address"],
      [gone.id, "nothing_received"],
    ])
      expect(await refusalOf(await receipts.post("", { sourceId }))).toEqual([422, { sourceId: [`receipts:gap.${gap}`] }]);
    const { items, blocked } = await receipts.toCome(2026);
    expect(items.filter(({ gap }) => gap).map(({ gap, amountCents }) => [gap, amountCents])).toEqual(
      expect.arrayContaining([
        ["unknown_donor", 3_000],
        ["no_address", 4_000],
      ]),
    );
    expect(blocked).toEqual({ receipts: 2, cents: 7_000 });
    await backend.services.db
      .insert(registrations)
      .values({ userId: person.id, kind: "individual", at: new Date(), addressLine: "2 rue Basse", postcode: "69002", city: "Lyon" });
    expect((await receipts.get(await receipts.issue(homeless))).donor).toMatchObject({ street: "2 rue Basse", country: "FR" });
  });

  test("whoever wants none gets none", async () => {
    const gift = await addGift(backend, { email: "none@example.org", status: "received" });
    const [payment] = await backend.services.db.select().from(payments).where(eq(payments.pledgeId, gift.id));
    expect((await receipts.post("", { sourceId: payment?.id })).status).toBe(422);
  });
});

describe("a receipt", () => {
  test("certifies what came from a person in a calendar year, once", async () => {
    const first = await addPaidGift(backend, "camille@example.org", 15_000, "2026-01-01", { name: "Camille Aubry" });
    await addPaidGift(backend, "Camille@example.org", 11_050, "2026-12-31", { name: "Camille Aubry", method: "cheque" });
    await addPaidGift(backend, "camille@example.org", 700, "2025-12-31", { name: "Camille Aubry" });
    const id = await receipts.issue(first.id);
    expect(await receipts.issue(first.id)).toBe(id);
    const receipt = await receipts.get(id);
    expect(receipt).toMatchObject({
      ...{
        series: "IND",
        year: 2027,
        article: "200",
        amountCents: 26_050,
        periodFrom: "2026-01-01",
        periodTo: "2026-12-31",
        state: "issued",
      },
      ...{ methods: ["cheque", "transfer"], form: "11580*05", name: "Camille Aubry" },
    });
    expect(receipt.number).toMatch(/^IND-2027-\d{6}$/);
    expect(receipt.sources.map(({ cents }) => cents)).toEqual([15_000, 11_050]);
    expect((await receipts.toCome(2026)).items.filter(({ name }) => name === "Camille Aubry")).toEqual([]);
    expect((await receipts.toCome(2025)).items.map(({ amountCents }) => amountCents)).toEqual([700]);
  });

  test("is a PDF/A in French, with what it says in English after it", async () => {
    const { id: paymentId } = await addPaidGift(backend, "pdf@example.org", 26_000, "2026-03-02", { name: "Paul Roux" });
    const id = await receipts.issue(paymentId);
    const bytes = await bytesOf(id);
    const { number, sha256 } = await receipts.get(id);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    const source = bytes.toString("latin1");
    expect(source).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(source).toContain("/OutputIntents");
    expect(source).not.toContain("Helvetica");
    expect(source.match(/\/Type \/Page\b/g)).toHaveLength(2);
    const { text } = readPdf(bytes);
    for (const words of [
      ...["11580*05", "2041-RD", number, "SIREN 732829320", "RNA W691234567", "12 rue des Anneaux", "Livrer des kits alimentaires"],
      ...[
        "fournissant gratuitement une aide alimentaire",
        "Paul Roux",
        "1 rue Haute",
        "69001 Lyon",
        "***260,00 €***",
        "deux cent soixante euros",
      ],
      ...["200 du CGI", "Déclaration de don manuel", "Numéraire", "Virement", "20 janvier 2027", "Inès Roy, présidente", "1740 A"],
      ...["Only the French page is the receipt", "***€260.00***", "two hundred and sixty euros"],
    ])
      expect(text).toContain(words);
  });

  test("of a company stays inside its accounting year, or is of one day where that year is not known", async () => {
    const company = { donor: "company", company: "Boulangerie du Pont", siren: "732829320", legalForm: "SARL", name: "Ana Pont" };
    const shop = await addPerson(backend, { role: "DONATOR_MERCHANT", email: "pont@example.org" });
    await backend.services.db.insert(merchantProfiles).values({
      ...{ userId: shop.id, siret: "73282932000074", companyName: "Boulangerie du Pont", legalForm: "SARL", surfaceOver400: false },
      ...{ fiscalYearEnd: "29/02", moments: [], products: [] },
    });
    const before = await addPaidGift(backend, "pont@example.org", 10_000, "2026-02-28", company);
    const after = await addPaidGift(backend, "pont@example.org", 20_000, "2026-03-01", company);
    const last = await addPaidGift(backend, "pont@example.org", 40_000, "2027-01-10", company);
    const [one, two] = [await receipts.get(await receipts.issue(before.id)), await receipts.get(await receipts.issue(last.id))];
    expect(one).toMatchObject({ series: "COM", article: "238bis", amountCents: 10_000, periodFrom: "2025-03-01", periodTo: "2026-02-28" });
    expect(two).toMatchObject({ amountCents: 60_000, periodFrom: "2026-03-01", periodTo: "2027-02-28", form: "16216*03" });
    expect(two.donor).toMatchObject({ company: "Boulangerie du Pont", legalForm: "SARL", siren: "732829320" });
    expect(await receipts.issue(after.id)).toBe(two.id);
    const other = await addPaidGift(backend, "other@example.org", 10_000, "2026-02-28", company);
    await addPaidGift(backend, "other@example.org", 10_000, "2026-03-01", company);
    expect(await receipts.get(await receipts.issue(other.id))).toMatchObject({
      ...{ amountCents: 10_000, periodFrom: "2026-02-28", periodTo: "2026-02-28" },
    });
  });

  test("of a shop whose accounting year is from July to June is within it, and on the shop's own page", async () => {
    const company = { donor: "company", company: "Le Four", siren: "443061841", name: "Zoé Four" };
    const shop = await signIn(backend, { role: "DONATOR_MERCHANT", email: "four@example.org" });
    await backend.services.db.insert(merchantProfiles).values({
      ...{ userId: shop.id, siret: "44306184100047", companyName: "Le Four", legalForm: "SARL", surfaceOver400: false },
      ...{ fiscalYearEnd: "30/06", moments: [], products: [] },
    });
    const give = (cents: number, day: string) => addPaidGift(backend, "four@example.org", cents, day, company);
    const [first, , later] = [await give(10_000, "2025-07-01"), await give(20_000, "2026-06-30"), await give(40_000, "2026-07-01")];
    const [one, two] = [await receipts.get(await receipts.issue(first.id)), await receipts.get(await receipts.issue(later.id))];
    expect(one).toMatchObject({ amountCents: 30_000, periodFrom: "2025-07-01", periodTo: "2026-06-30" });
    expect(two).toMatchObject({ amountCents: 40_000, periodFrom: "2026-07-01", periodTo: "2027-06-30" });
    const { items } = (await (await backend.request("/api/own-fiscal-receipts", { cookie: shop.cookie })).json()) as {
      items: { periodFrom: string; periodTo: string; amountCents: number }[];
    };
    expect(items.map(({ periodFrom, periodTo, amountCents }) => [periodFrom, periodTo, amountCents])).toEqual([
      ["2026-07-01", "2027-06-30", 40_000],
      ["2025-07-01", "2026-06-30", 30_000],
    ]);
  });

  test("of a company whose accounting year ends on 28 February covers the leap day", async () => {
    const company = { donor: "company", company: "Fournil du Quai", siren: "552100554", name: "Luc Quai" };
    const shop = await addPerson(backend, { role: "DONATOR_MERCHANT", email: "quai@example.org" });
    await backend.services.db.insert(merchantProfiles).values({
      ...{ userId: shop.id, siret: "55210055400013", companyName: "Fournil du Quai", legalForm: "SARL", surfaceOver400: false },
      ...{ fiscalYearEnd: "28/02", moments: [], products: [] },
    });
    const { id } = await addPaidGift(backend, "quai@example.org", 10_000, "2024-02-29", company);
    await addPaidGift(backend, "quai@example.org", 20_000, "2025-02-28", company);
    const receipt = await receipts.get(await receipts.issue(id));
    expect(receipt).toMatchObject({ amountCents: 30_000, periodFrom: "2024-02-29", periodTo: "2025-02-28" });
  });

  test("is the same file whatever changes since, and no statement changes or deletes it", async () => {
    const { db } = backend.services;
    const payment = await addPaidGift(backend, "moved@example.org");
    const id = await receipts.issue(payment.id);
    const bytes = await bytesOf(id);
    const sources = await db.execute(sql`select * from fiscal_receipt_sources where receipt_id = ${id}`);
    await db.update(pledges).set({ street: "9 rue Neuve", name: "Autre" }).where(eq(pledges.email, "moved@example.org"));
    await db.execute(sql`insert into organisation_settings (part, number, facts, valid_from) values ('receipts', 2,
      '{"object": "Autre chose", "signatory": "Bo", "signatoryQuality": "trésorier"}', '2027-01-02')`);
    await backend.services.organisation.reload();
    expect((await bytesOf(id)).equals(bytes)).toBe(true);
    for (const change of [
      sql`delete from fiscal_receipts where id = ${id}`,
      sql`update fiscal_receipts set amount_cents = 1 where id = ${id}`,
      sql`update fiscal_receipts set number = 9999 where id = ${id}`,
      sql`update fiscal_receipts set donor_name = 'Autre' where id = ${id}`,
      sql`update fiscal_receipts set pdf = 'x', sha256 = encode(sha256('x'), 'hex') where id = ${id}`,
      sql`update fiscal_receipts set donor = null where id = ${id}`,
      sql`delete from fiscal_receipt_sources where receipt_id = ${id}`,
      sql`update fiscal_receipt_sources set cents = 1 where receipt_id = ${id}`,
      sql`update fiscal_receipt_sources set live = false where receipt_id = ${id}`,
      sql`insert into fiscal_receipt_sources (receipt_id, payment_id, cents) select ${id}::uuid, id, amount_cents from payments where id <> ${payment.id} limit 1`,
    ])
      await expect(db.execute(change)).rejects.toThrow();
    expect((await db.execute(sql`select * from fiscal_receipt_sources where receipt_id = ${id}`)).rows).toEqual(sources.rows);
    expect((await bytesOf(id)).equals(bytes)).toBe(true);
  });
});

describe("cancelling and replacing", () => {
  test("a refund after a receipt: it has to be replaced, and the next one certifies what is left", async () => {
    const payment = await addPaidGift(backend, "refund@example.org", 10_000);
    const id = await receipts.issue(payment.id);
    await refund(payment.id, 4_000);
    const { items } = await receipts.read<{ items: ReceiptRow[] }>("/api/admin/fiscal-receipts?state=to_replace");
    expect(items.map((row) => [row.id, row.state])).toEqual([[id, "to_replace"]]);
    const next = await receipts.replace(id, "Remboursé en partie");
    const [old, replacement] = [await receipts.get(id), await receipts.get(next)];
    expect(old).toMatchObject({ state: "cancelled", cancelReason: "Remboursé en partie", replacedBy: { id: next }, amountCents: 10_000 });
    expect(replacement).toMatchObject({ state: "issued", amountCents: 6_000, replaces: { id, number: old.number } });
    expect(readPdf(await bytesOf(next)).text).toContain(`annule et remplace : ${old.number}.`);
    expect((await bytesOf(id)).length).toBeGreaterThan(0);
    expect((await receipts.post(`/${id}/cancellation`, { reason: "Encore" })).status).toBe(409);
    expect((await receipts.post(`/${id}/replacement`, { reason: "Encore" })).status).toBe(409);
  });

  test("with nothing left there is no other, and the receipt stays", async () => {
    const payment = await addPaidGift(backend, "all@example.org");
    const id = await receipts.issue(payment.id);
    await refund(payment.id, 5_000);
    expect(await refusalOf(await receipts.post(`/${id}/replacement`, { reason: "Tout rendu" }))).toEqual([
      422,
      { reason: ["receipts:error.nothingLeft"] },
    ]);
    expect((await receipts.get(id)).state).toBe("to_replace");
    const { number } = await receipts.get(id);
    await receipts.cancel(id, "Tout rendu");
    expect((await receipts.get(id)).state).toBe("cancelled");
    const mails = (await mailsTo(backend, "all@example.org")).filter(({ topic }) => topic !== "receipt_ready");
    expect(mails.map(({ topic }) => topic).sort()).toEqual(["gift_refunded", "receipt_cancelled"]);
    const mail = mails.find(({ topic }) => topic === "receipt_cancelled");
    for (const words of [number, "Tout rendu"]) expect(mail?.text).toContain(words);
  });

  test("whoever has a receipt that is cancelled without another is written to, in the language of the gift; where no address is known, nobody is", async () => {
    const gift = await addPaidGift(backend, "english@example.org", 5_000, "2026-05-04", { locale: "en" });
    await receipts.cancel(await receipts.issue(gift.id), "Wrong name");
    const mails = await mailsTo(backend, "english@example.org");
    expect(mails.map(({ topic }) => topic).sort()).toEqual(["receipt_cancelled", "receipt_ready"]);
    expect(mails.find(({ topic }) => topic === "receipt_cancelled")?.text).toContain("Do not use it any more");
    const topic = eq(outgoingMails.topic, "receipt_cancelled");
    const before = await backend.services.db.$count(outgoingMails, topic);
    const unconfirmed = { emailVerifiedAt: null, accountState: "registered" } as const;
    const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", ...unconfirmed });
    await addHome(person.id);
    const [paymentId = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
    await receipts.cancel(await receipts.issue(paymentId));
    expect(await backend.services.db.$count(outgoingMails, topic)).toBe(before);
  });

  /** Somebody with a confirmed address and the receipt of what they gave without a pledge. */
  async function holderOf(email: string) {
    const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email });
    await addHome(person.id);
    const [paymentId = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
    return { person, receipt: await receipts.issue(paymentId) };
  }
  const cancelledMails = async (...emails: string[]) =>
    (await Promise.all(emails.map((email) => mailsTo(backend, email)))).flat().filter(({ topic }) => topic === "receipt_cancelled");

  test("whoever has changed their address since reads at the new one that their receipt is cancelled", async () => {
    const { db } = backend.services;
    const { person, receipt } = await holderOf("before@example.org");
    await db.update(users).set({ email: "after@example.org" }).where(eq(users.id, person.id));
    await receipts.cancel(receipt);
    const mails = await cancelledMails("before@example.org", "after@example.org");
    expect(mails.map(({ recipient, userId }) => [recipient, userId])).toEqual([["after@example.org", person.id]]);
  });

  test("a donor whose account was erased reads it at the address of their receipt, as somebody without account", async () => {
    const { services } = backend;
    const { person, receipt } = await holderOf("left@example.org");
    await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person.id], services.clock()));
    await receipts.cancel(receipt);
    expect((await cancelledMails("left@example.org")).map(({ userId }) => userId)).toEqual([null]);
  });

  test("a receipt of gifts whose receipt was cancelled replaces it", async () => {
    const payment = await addPaidGift(backend, "again@example.org");
    const id = await receipts.issue(payment.id);
    await receipts.cancel(id);
    expect((await receipts.toCome(2026)).items.map(({ sourceId }) => sourceId)).toContain(payment.id);
    const next = await receipts.issue(payment.id);
    expect((await receipts.get(next)).replaces?.id).toBe(id);
  });

  test("the address that a donor sets after their receipt is on the one that replaces it", async () => {
    const email = "moving@example.org";
    const gift = await addGift(backend, { ...aReceipt, email, status: "received" });
    const [payment] = await backend.services.db.select().from(payments).where(eq(payments.pledgeId, gift.id));
    const first = await receipts.issue(payment?.id ?? "");
    const moved = { street: "2 rue Basse", postcode: "33000", city: "Bordeaux", country: "FR" };
    const as = { method: "PUT", cookie: await openGifts(backend, email), json: moved };
    expect((await backend.request(`/api/own-gifts/${gift.reference}/address`, as)).status).toBe(200);
    expect((await receipts.get(first)).donor).toMatchObject({ street: "1 rue Haute" });
    expect((await receipts.get(await receipts.replace(first, "Changement d’adresse"))).donor).toMatchObject(moved);
  });

  test("a receipt replaces the one that is named, and says so of others that were cancelled before", async () => {
    const one = await addPaidGift(backend, "both@example.org", 1_000, "2026-05-04");
    const first = await receipts.issue(one.id);
    const other = await addPaidGift(backend, "both@example.org", 2_000, "2026-05-05");
    const second = await receipts.issue(other.id);
    await receipts.cancel(second, "Montant faux");
    const next = await receipts.replace(first, "Nom mal écrit");
    const numbers = `${(await receipts.get(first)).number}, ${(await receipts.get(second)).number}`;
    expect(await receipts.get(next)).toMatchObject({ amountCents: 3_000, replaces: { id: first } });
    expect(readPdf(await bytesOf(next)).text).toContain(`annule et remplace : ${numbers}.`);
    const mails = await mailsTo(backend, "both@example.org");
    expect(mails.filter(({ topic }) => topic === "receipt_cancelled").map(({ text }) => text.includes("Montant faux"))).toEqual([true]);
    const mail = mails.find(({ topic }) => topic === "receipt_replaced");
    expect(mail?.text).toContain(numbers);
    expect(mail?.text).toContain("Nom mal écrit");
  });
});

describe("gifts without a pledge", () => {
  const means = { amountCents: 1_000, method: "transfer", receivedOn: "2026-06-01" } as const;

  test("of an address and of its confirmed account are on one receipt", async () => {
    const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "same@example.org" });
    await addHome(person.id);
    const first = "00000000-0000-4000-8000-000000000001";
    await backend.services.db.insert(payments).values([
      { ...means, id: first, donorEmail: "same@example.org", donorName: "Aya", submission: crypto.randomUUID() },
      { ...means, donorId: person.id, donorName: "Aya", submission: crypto.randomUUID() },
    ]);
    const receipt = await receipts.get(await receipts.issue(first));
    expect(receipt).toMatchObject({ amountCents: 2_000, donorId: person.id });
    expect(receipt.sources.map(({ cents }) => cents)).toEqual([1_000, 1_000]);
  });

  test("are not mailed to an address that its account has not confirmed", async () => {
    const unconfirmed = { emailVerifiedAt: null, accountState: "registered" } as const;
    const person = await addPerson(backend, { role: "DONATOR_INDIVIDUAL", email: "unconfirmed@example.org", ...unconfirmed });
    await addHome(person.id);
    const [paymentId = ""] = await money.record(4_000, { receivedOn: "2026-06-01", donorId: person.id, donorName: "Aya" });
    expect(await receipts.get(await receipts.issue(paymentId))).toMatchObject({ email: null, sentAt: null, donorId: person.id });
    expect((await mailsTo(backend, "unconfirmed@example.org")).filter(({ topic }) => topic === "receipt_ready")).toEqual([]);
  });
});

test("only administrators read, issue and cancel receipts; a reason is required", async () => {
  const payment = await addPaidGift(backend, "roles@example.org");
  const id = await receipts.issue(payment.id);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] satisfies Role[]) {
    const other = await signIn(backend, { role });
    const as = receiptsOf(backend, () => other.cookie);
    const answers = [await as.file(id), await as.post("", { sourceId: payment.id }), await as.post(`/${id}/cancellation`, { reason: "X" })];
    for (const at of ["", `/${id}`, "-to-come?year=2026"])
      answers.push(await backend.request(`/api/admin/fiscal-receipts${at}`, { cookie: other.cookie }));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
  }
  expect((await backend.request(`/api/admin/fiscal-receipts/${id}/pdf`)).status).toBe(401);
  expect((await receipts.post(`/${id}/cancellation`, { reason: " " })).status).toBe(422);
  expect((await receipts.file(crypto.randomUUID())).status).toBe(404);
  expect(await backend.services.db.$count(fiscalReceipts, eq(fiscalReceipts.id, id))).toBe(1);
});
