import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expenseClaims } from "#backend/modules/expense-claims/tables";
import { fiscalReceiptSources } from "#backend/modules/fiscal-receipts/tables";
import { payments } from "#backend/modules/payments/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import type { OwnReceipt, SeriesOfYear } from "#contract/giving/fiscal-receipts";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addAcceptedClaim, addVolunteer, claimRow } from "#tests/support/expenses";
import { mailsTo } from "#tests/support/outbox";
import { readPdf } from "#tests/support/pdf-text";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
let admin: Awaited<ReturnType<typeof signIn>>;
let receipts: ReturnType<typeof receiptsOf>;

beforeAll(async () => {
  backend = await startBackend({ clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  admin = await signIn(backend, { role: "ADMIN" });
  receipts = receiptsOf(backend, () => admin.cookie);
  await addReceiptFacts(backend);
});
afterAll(() => backend.close());

const declineStatus = async (id: string, version = 1) => {
  const json = { version, reason: "Erreur" };
  return (await backend.request(`/api/admin/expense-claims/${id}/refusal`, { method: "POST", cookie: admin.cookie, json })).status;
};

test("a receipt of the series EXP certifies the accepted claims of a person in a calendar year, beside their gifts, and no money", async () => {
  const person = await addVolunteer(backend, { email: "vera@example.org", firstName: "Vera", lastName: "Motte" });
  const first = await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2026-01-01" });
  const other = await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2026-12-31", kilometres: 10, amountCents: 529 });
  const later = await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2027-01-01" });
  const waiting = { status: "sent", deciderId: null, decidedAt: null } as const;
  const undecided = await addAcceptedClaim(backend, person.id, admin.id, waiting);
  const gift = await addPaidGift(backend, "vera@example.org", 5_000, "2026-05-04", { name: "Vera Motte" });
  const id = await receipts.issue(other);
  expect(await receipts.issue(first)).toBe(id);
  const receipt = await receipts.get(id);
  expect(receipt).toMatchObject({
    ...{ series: "EXP", article: "200", form: "11580*05", amountCents: 2_645, methods: [], sources: [], name: "Vera Motte" },
    ...{ periodFrom: "2026-01-01", periodTo: "2026-12-31", email: "vera@example.org", donorId: person.id, state: "issued" },
  });
  expect(receipt.number).toBe("EXP-2027-000001");
  expect(receipt.donor).toMatchObject({ street: "2 rue Basse", city: "Lyon" });
  expect(receipt.expenses.map(({ claimId, cents }) => [claimId, cents])).toEqual([
    [first, 2_116],
    [other, 529],
  ]);
  expect((await receipts.get(await receipts.issue(gift.id))).amountCents).toBe(5_000);
  expect((await receipts.post("", { sourceId: undecided })).status).toBe(422);
  expect((await receipts.toCome(2027)).items.map(({ sourceId, series, sources }) => [sourceId, series, sources])).toEqual([
    [later, "EXP", 1],
  ]);
  const ledger = await backend.services.db.select({ cents: sql`sum(${payments.signedCents})`.mapWith(Number) }).from(payments);
  expect(ledger[0]?.cents).toBe(5_000);
});

test("the journal names the sum of accepted claims of the year beside the payments, which it is not in", async () => {
  const person = await addVolunteer(backend);
  await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2023-01-01" });
  await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2023-12-31" });
  await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2023-06-01", status: "sent", deciderId: null, decidedAt: null });
  const journal = await receipts.read<{ sums: unknown[]; expenses: object }>("/api/admin/payment-journal?year=2023");
  expect(journal).toMatchObject({ sums: [], expenses: { claims: 2, cents: 4_232 } });
});

test("its file says in French that expenses were given up, and names no means of payment; the mail leads to the page of the volunteer", async () => {
  const person = await addVolunteer(backend, { email: "paul@example.org", firstName: "Paul", lastName: "Roux" });
  const id = await receipts.issue(await addAcceptedClaim(backend, person.id, admin.id));
  const { text } = readPdf(new Uint8Array(await (await receipts.file(id)).arrayBuffer()));
  for (const words of [
    ...["11580*05", "Paul Roux", "***21,16 €***", "vingt et un euros", "200 du CGI", "dont le remboursement a été expressément abandonné"],
    ...["Frais engagés par les bénévoles", "Date des frais : 2 mars 2026", "expressly waived their reimbursement"],
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Numéraire|Mode de versement|manuel/);
  const [mail] = await mailsTo(backend, "paul@example.org");
  expect(mail?.topic).toBe("receipt_ready");
  expect(mail?.text).toContain("/dashboard/expenses");
  const own = await backend.request("/api/own-fiscal-receipts", { cookie: person.cookie });
  expect(((await own.json()) as { items: OwnReceipt[] }).items.map((one) => one.id)).toEqual([id]);
  const stranger = await addVolunteer(backend);
  for (const end of ["", "/pdf"])
    expect((await backend.request(`/api/own-fiscal-receipts/${id}${end}`, { cookie: stranger.cookie })).status).toBe(404);
});

test("a claim on a receipt is locked; cancelled, it waits for the next one, which replaces it", async () => {
  const person = await addVolunteer(backend);
  const claim = await addAcceptedClaim(backend, person.id, admin.id);
  const first = await receipts.issue(claim);
  expect(await declineStatus(claim)).toBe(409);
  const second = await receipts.replace(first);
  expect(await receipts.get(second)).toMatchObject({ series: "EXP", amountCents: 2_116, replaces: { id: first } });
  expect(await declineStatus(claim)).toBe(409);
  await receipts.cancel(second);
  expect(await declineStatus(claim)).toBe(200);
  expect((await receipts.post("", { sourceId: claim })).status).toBe(422);
  await expect(backend.services.db.delete(expenseClaims).where(eq(expenseClaims.id, claim))).rejects.toThrow();
});

test("the database takes no claim that is not accepted, for another amount, or on a receipt of another series", async () => {
  const { db } = backend.services;
  const person = await addVolunteer(backend);
  const claim = await addAcceptedClaim(backend, person.id, admin.id);
  const gift = await addPaidGift(backend, "lea@example.org", 2_116, "2026-05-04");
  const receiptId = await receipts.issue(gift.id);
  const add = (values: Partial<typeof fiscalReceiptSources.$inferInsert>) =>
    db.insert(fiscalReceiptSources).values({ receiptId, cents: 2_116, ...values });
  await expect(add({ expenseClaimId: claim })).rejects.toThrow();
  await expect(add({ expenseClaimId: claim, paymentId: gift.id })).rejects.toThrow();
  await expect(add({})).rejects.toThrow();
});

test("without a postal address nothing is issued, and the year's task issues the rest, each with the next number", async () => {
  const homeless = await signIn(backend, { role: "VOLUNTEER" });
  const blocked = await addAcceptedClaim(backend, homeless.id, admin.id, { spentOn: "2024-03-02" });
  const answer = await receipts.post("", { sourceId: blocked });
  expect(await answer.json()).toMatchObject({ fieldErrors: { sourceId: ["receipts:gap.no_address"] } });
  const people = [await addVolunteer(backend), await addVolunteer(backend)];
  for (const { id } of people) await addAcceptedClaim(backend, id, admin.id, { spentOn: "2024-05-02" });
  await addPaidGift(backend, "nadia@example.org", 1_000, "2024-05-04");
  const before = await declared();
  const started = await backend.request("/api/admin/fiscal-receipts-of-year", {
    method: "POST",
    cookie: admin.cookie,
    json: { year: 2024 },
  });
  expect(started.status).toBe(200);
  await runDue(backend);
  const after = await declared();
  expect([after.receipts - before.receipts, after.cents - before.cents, after.isWhole]).toEqual([2, 4_232, true]);
  expect((await receipts.toCome(2024)).items.map(({ gap }) => gap)).toEqual(["no_address"]);
  expect((await claimRow(backend, blocked))?.status).toBe("accepted");
});

test("a person who left without an erasure still gets their receipt, and its mail leads to a page that they may open", async () => {
  const { db } = backend.services;
  const person = await addVolunteer(backend, { email: "rose@example.org" });
  const claim = await addAcceptedClaim(backend, person.id, admin.id);
  await db.update(users).set({ role: "DONATOR_INDIVIDUAL", accountState: "left" }).where(eq(users.id, person.id));
  expect((await receipts.get(await receipts.issue(claim))).series).toBe("EXP");
  const [mail] = await mailsTo(backend, "rose@example.org");
  expect(mail?.text).toContain("/dashboard/donator/fiscal-receipts");
});

test("claims that are not accepted are refused with words about expenses", async () => {
  const person = await addVolunteer(backend);
  const waiting = { status: "sent", deciderId: null, decidedAt: null } as const;
  const answer = await receipts.post("", { sourceId: await addAcceptedClaim(backend, person.id, admin.id, waiting) });
  expect((await answer.json()).fieldErrors).toEqual({ sourceId: ["receipts:gap.not_accepted"] });
});

test("an erasure leaves a declined claim that was on a cancelled receipt", async () => {
  const { services } = backend;
  const person = await addVolunteer(backend);
  const claim = await addAcceptedClaim(backend, person.id, admin.id);
  await receipts.cancel(await receipts.issue(claim));
  expect(await declineStatus(claim)).toBe(200);
  await services.db.transaction((tx) => erasePeople({ ...services, db: tx }, null, [person.id], services.clock()));
  expect(await claimRow(backend, claim)).toMatchObject({ status: "declined", reason: "Collecte à Vaise" });
});

test("a proof is stored for six years after its last receipt; what was declined or withdrawn is deleted after six", async () => {
  const { services } = backend;
  const person = await addVolunteer(backend);
  const certified = await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2025-02-01" });
  const accepted = await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2026-12-01" });
  const declined = { status: "declined", declineReason: "Illisible" } as const;
  const withdrawn = { status: "withdrawn", deciderId: null, decidedAt: null } as const;
  const others = [
    await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2026-12-01", ...declined }),
    await addAcceptedClaim(backend, person.id, admin.id, { spentOn: "2026-12-01", ...withdrawn }),
  ];
  await receipts.issue(certified);
  const at = (day: string) => applyRetention({ ...services, clock: () => new Date(`${day}T12:00:00Z`) });
  const left = async () => (await Promise.all(others.map((id) => claimRow(backend, id)))).filter(Boolean).length;
  await at("2032-11-30");
  expect(await left()).toBe(2);
  await at("2032-12-02");
  expect([await left(), (await claimRow(backend, accepted))?.reason, (await claimRow(backend, certified))?.reason]).toEqual([
    0,
    "",
    "Collecte à Vaise",
  ]);
  await at("2033-01-21");
  expect((await claimRow(backend, certified))?.reason).toBe("");
});

/** What is declared of the series EXP. */
async function declared(): Promise<SeriesOfYear> {
  const { items } = await receipts.read<{ items: SeriesOfYear[] }>("/api/admin/fiscal-receipt-declaration");
  const own = items.find(({ series, year }) => series === "EXP" && year === 2027);
  if (!own) throw new Error("nothing is declared");
  return own;
}
