import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { memberships } from "#backend/modules/memberships/tables";
import { helloassoPayments, payments } from "#backend/modules/payments/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { helloassoImportApi } from "#contract/charity/helloasso-import";
import type { PaymentRecord } from "#contract/giving/payments";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { counted, importer } from "#tests/support/imports";
import { membershipsOf } from "#tests/support/memberships";
import { paymentsOf } from "#tests/support/payments";
import { addPerson, signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { receiptsOf } from "#tests/support/receipts";
import { runDue } from "#tests/support/tasks";

let backend: TestBackend;
let cookie: string;
let sheets: ReturnType<typeof importer>;

beforeEach(async () => {
  backend = await backendForTest({ clock: testClock(new Date("2027-01-10T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  sheets = importer(backend, cookie, helloassoImportApi);
});

const address = { street: "12 rue des Lilas", postalCode: "69007", city: "Lyon", country: "France" };
const line = (reference: string, more: object = {}) => ({
  ...{ reference, paidOn: "2026-05-04", amount: "45,50", status: "paid", kind: "gift", method: "card" },
  ...{ lastName: "Roy", firstName: "Lou", email: `${reference}@example.org`, ...address, ...more },
});

/** Imports rows and answers the id of their file. */
async function imported(rows: Record<string, unknown>[]): Promise<string> {
  const id = await sheets.check(rows);
  const { status } = await sheets.run(id);
  expect(status).toBe(200);
  return id;
}

const all = () => backend.services.db.select().from(payments).orderBy(payments.createdAt, payments.part);
const sumOfAll = async () => (await all()).reduce((sum, { signedCents }) => sum + signedCents, 0);

test("what was paid becomes payments equal to the cent, the dry run says their sums, and the same file changes nothing", async () => {
  const amounts = ["0,01", "45,50", "1 234,56", "0.10", "19.99", "100000"];
  const cents = [1, 4_550, 123_456, 10, 1_999, 10_000_000];
  const rows = [
    ...amounts.map((amount, at) => line(`p-${at}`, { amount })),
    line("twice", { amount: "10" }),
    line("twice", { amount: "10" }),
    line("refused", { amount: "7", status: "refused" }),
    line("offline", { amount: "8", status: "offline" }),
    line("returned", { amount: "9", status: "refunded" }),
    line("sale", { amount: "11", kind: "sale" }),
    line("free", { amount: "0" }),
    line("tomorrow", { amount: "12", paidOn: "2027-01-11" }),
    line("nobody", { amount: "13", lastName: undefined, firstName: undefined, email: undefined }),
    line("zero", { amount: "14", postalCode: "1000" }),
    line("kind", { amount: "15", kind: undefined }),
    line("partly", { amount: "16", status: "partly_refunded" }),
  ];
  const id = await sheets.check(rows);
  const sum = cents.reduce((whole, one) => whole + one, 1_000);
  expect(await sheets.sheet(id)).toMatchObject({
    checked: counted({ created: 7, refused: 11 }),
    cents: { created: sum, refused: 1_000 + 700 + 800 + 900 + 1_100 + 1_200 + 1_300 + 1_400 + 1_500 + 1_600 },
  });
  expect(await all()).toEqual([]);
  await sheets.run(id);
  expect(await sheets.sheet(id)).toMatchObject({ cents: { created: sum }, report: { counts: { created: 7 } } });
  expect((await all()).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual(
    [...cents, 1_000].toSorted((a, b) => a - b),
  );
  expect((await sheets.rows(id, "refused")).map(({ fieldErrors }) => Object.values(fieldErrors)[0]?.[0])).toEqual([
    "content:import.cell.twice?line=8",
    ...["refused", "offline", "refunded", "sale"].map((reason) => `helloasso:error.${reason}`),
    ...["payments:error.amount", "payments:error.future", "helloasso:error.name", "content:import.cell.postcodeZero?value=1000"],
    ...["helloasso:error.kind", "helloasso:error.partly_refunded"],
  ]);
  const again = await imported(rows.slice(0, 7));
  expect(await sheets.counts(again)).toEqual(counted({ unchanged: 7 }));
  expect(await sumOfAll()).toBe(sum);
  const [otherAmount] = await sheets.rows(await sheets.check([line("p-1", { amount: "45,51" })]), "refused");
  expect(otherAmount?.fieldErrors).toEqual({ amount: ["helloasso:error.otherAmount"] });
});

test("a gift with a whole address gets its receipt, one that HelloAsso has certified does not, and a company needs its SIREN and, before its receipt, its legal form", async () => {
  await addReceiptFacts(backend);
  await imported([
    line("posted", { amount: "20" }),
    line("abroad", { amount: "21", postalCode: "1000", city: "Bruxelles", country: "BEL" }),
    line("elsewhere", { amount: "22", receipt: "https://www.helloasso.com/recu/1", receiptNumber: "HA-17" }),
    line("none", { amount: "23", receipt: "Non éligible", receiptNumber: "-", street: "" }),
    line("company", { amount: "24", company: "Les Lilas", siren: "732 829 320" }),
    line("unknown-company", { amount: "25", company: "Les Roses" }),
  ]);
  const stored = await backend.services.db.select().from(pledges).orderBy(pledges.amountCents);
  expect(stored.map(({ donor, company, country, status, paid, receipt }) => [donor, company, country, status, paid, receipt])).toEqual([
    ["person", null, "FR", "received", true, true],
    ["person", null, "BE", "received", true, true],
    ["company", "Les Lilas", "FR", "received", true, true],
  ]);
  const receipts = receiptsOf(backend, () => cookie);
  const toCome = await receipts.toCome(2026);
  expect(toCome.ready).toEqual({ receipts: 2, cents: 4_100 });
  expect(toCome.blocked).toEqual({ receipts: 3, cents: 7_200 });
  const elsewhere = (await all()).find(({ amountCents }) => amountCents === 2_200);
  const refused = await receipts.post("", { sourceId: elsewhere?.id });
  expect([refused.status, (await refused.json()).fieldErrors]).toEqual([422, { sourceId: ["receipts:gap.nothing_received"] }]);
  const record = await receipts.read<PaymentRecord>(`/api/admin/payments/${elsewhere?.id}`);
  expect(record.helloasso).toEqual({ reference: "elsewhere", receipted: true, receiptNumber: "HA-17" });
  expect(await backend.services.db.$count(outgoingMails)).toBe(0);
});

test("a cell about the receipt is yes, no, a link or a number, and another text is refused; a pledge is of the day of its payment", async () => {
  const cells = { yes: "Oui", link: "https://www.helloasso.com/recu", number: "n° 12", no: "-", never: "Non éligible", unclear: "à voir" };
  const rows = Object.entries(cells).map(([reference, receipt]) => line(reference, { receipt }));
  const id = await imported([...rows, line("unnumbered", { receiptNumber: "oui" })]);
  const noted = await backend.services.db.select().from(helloassoPayments).where(eq(helloassoPayments.receipted, true));
  expect(noted.map(({ reference }) => reference).toSorted()).toEqual(["link", "number", "yes"]);
  expect((await sheets.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { receipt: ["helloasso:error.receiptUnclear"] },
    { receiptNumber: ["helloasso:error.receiptUnclear"] },
  ]);
  const made = await backend.services.db.select().from(pledges);
  expect(made.map(({ createdAt }) => createdAt.toISOString())).toEqual(Array.from({ length: 2 }, () => "2026-05-04T12:00:00.000Z"));
});

/** A member, with a plan of 15 € and the rows of its dues. */
async function member() {
  const by = membershipsOf(backend, () => cookie);
  const planId = await by.addPlan({ validFrom: "2020-01-01" });
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const of = () => backend.services.db.select().from(memberships).where(eq(memberships.userId, person.id)).orderBy(memberships.startDate);
  const dues = (reference: string, more: object = {}) => line(reference, { kind: "dues", amount: "15", email: person.email, ...more });
  return { by, planId, person, of, dues };
}

test("dues are booked on the membership that waits for them, which waits again after an undo", async () => {
  const { by, planId, person, of, dues } = await member();
  const requestId = await by.ask(planId, person.cookie);
  const id = await imported([dues("paid", { paidOn: "2027-01-10" })]);
  expect((await of()).map((row) => [row.id, row.status, row.startDate])).toEqual([[requestId, "active", "2027-01-10"]]);
  expect((await all()).map(({ membershipId }) => membershipId)).toEqual([requestId]);
  await sheets.undo(id);
  expect((await of()).map((row) => [row.id, row.status])).toEqual([[requestId, "pending_payment"]]);
  expect(await sumOfAll()).toBe(0);
});

test("an instalment is refused, and a member is found by an address of their own where somebody else pays", async () => {
  const { person, of, dues } = await member();
  const payer = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await imported([
    dues("third", { amount: "5", plan: "Bénévole" }),
    dues("other", { email: payer.email, memberEmail: person.email }),
    dues("nobody", { memberEmail: "nobody@example.org" }),
  ]);
  expect((await sheets.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { amount: ["helloasso:error.instalment"] },
    { memberEmail: ["memberships:import.nobody"] },
  ]);
  expect(await of()).toHaveLength(1);
});

test("a membership that staff changed since the import is not undone", async () => {
  const { by, of, dues } = await member();
  const id = await imported([dues("paid")]);
  const [row] = await of();
  await by.post(`admin/memberships/${row?.id}/cancellation`, { reason: "Départ" });
  await sheets.undo(id);
  expect((await sheets.sheet(id)).report?.undone).toEqual({ done: 0, left: 1, rest: 0 });
  expect((await of())[0]?.cancelledReason).toBe("Départ");
  expect(await sumOfAll()).toBe(1_500);
});

test("dues of a long file are imported by their days, the newest first in it or not", async () => {
  const { of, dues } = await member();
  const rest = Array.from({ length: maxRowsInRequest }, (_, at) => line(`free-${at}`, { amount: "0", paidOn: "2026-06-01" }));
  const id = await sheets.check([dues("newest", { paidOn: "2026-12-01" }), ...rest, dues("oldest", { paidOn: "2026-01-02" })]);
  expect(await sheets.foretold(id)).toEqual(counted({ created: 2, refused: maxRowsInRequest }));
  await sheets.run(id);
  await runDue(backend);
  expect((await of()).map(({ startDate }) => startDate)).toEqual(["2026-01-02", "2027-01-02"]);
});

test("a payment that is here and that HelloAsso no longer has as paid is refused with what to do", async () => {
  await imported([line("gift"), line("returned")]);
  await imported([line("returned", { status: "refunded" })]);
  const id = await sheets.check([line("gift", { status: "refused" }), line("returned", { status: "refused" })]);
  expect(await sheets.foretold(id)).toEqual(counted({ unchanged: 1, refused: 1 }));
  const [lost] = await sheets.rows(id, "refused");
  expect(lost?.fieldErrors).toEqual({ status: ["helloasso:error.lost"] });
  const partly = async () => sheets.check([line("gift", { status: "partly_refunded" })]);
  expect((await sheets.rows(await partly(), "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { status: ["helloasso:error.partlyRefunded"] },
  ]);
  const [gift] = await backend.services.db.select().from(helloassoPayments).where(eq(helloassoPayments.reference, "gift"));
  const money = paymentsOf(backend, () => cookie);
  await money.post(`payments/${gift?.paymentId}/reversals`, money.reversal(50, { receivedOn: "2026-12-01" }));
  expect(await sheets.foretold(await partly())).toEqual(counted({ unchanged: 1 }));
});

test("dues become a membership of the plan that is named or has the price, each after the one before, and an additional gift is a gift", async () => {
  const { db } = backend.services;
  const by = membershipsOf(backend, () => cookie);
  await by.addPlan({ validFrom: "2020-01-01" });
  await by.addPlan({ name: { fr: "Soutien", en: "Support" }, priceCents: 3_000, validFrom: "2020-01-01" });
  const { email, id: userId } = await addPerson(backend, { role: "VOLUNTEER" });
  const dues = (reference: string, more: object) => line(reference, { kind: "dues", email, ...more });
  const id = await imported([
    dues("second", { amount: "15", paidOn: "2026-12-20" }),
    dues("first", { amount: "20", extraGift: "5,00", paidOn: "2026-01-02", plan: "Adhésion 2026" }),
    dues("support", { amount: "31", extraGift: "1", plan: " support ", paidOn: "2026-03-01" }),
    dues("same", { amount: "15", paidOn: "2026-12-21" }),
    dues("nothing", { amount: "5", extraGift: "5" }),
    dues("noPlan", { amount: "16" }),
    dues("stranger", { amount: "15", email: "stranger@example.org" }),
  ]);
  const rows = await db.select().from(memberships).where(eq(memberships.userId, userId)).orderBy(memberships.startDate);
  expect(rows.map(({ startDate, endDate, status, priceCents, method }) => [startDate, endDate, status, priceCents, method])).toEqual([
    ["2026-01-02", "2027-01-01", "active", 1_500, "card"],
    ["2026-03-01", "2027-02-28", "active", 3_000, "card"],
    ["2027-01-02", "2028-01-01", "active", 1_500, "card"],
  ]);
  expect(rows.map(({ number }) => number).toSorted()).toEqual([1, 2, 3].map((at) => `MEM-2027-00000${at}`));
  expect((await sheets.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { plan: ["memberships:import.overlap"] },
    { extraGift: ["helloasso:error.extraGift"] },
    { plan: ["helloasso:error.plan"] },
    { email: ["memberships:import.nobody"] },
  ]);
  const parts = (await all()).map(({ amountCents, membershipId, pledgeId }) => [amountCents, membershipId !== null, pledgeId !== null]);
  expect(parts.toSorted()).toEqual([
    [100, false, true],
    [1_500, true, false],
    [1_500, true, false],
    [3_000, true, false],
    [500, false, true],
  ]);
  expect(await sumOfAll()).toBe(2_000 + 1_500 + 3_100);
  expect(await db.$count(outgoingMails)).toBe(0);
  await sheets.undo(id);
  expect(await sumOfAll()).toBe(0);
  const after = await db.select().from(memberships).where(eq(memberships.userId, userId));
  expect(after.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await sheets.counts(await imported([dues("first", { amount: "20", extraGift: "5", paidOn: "2026-01-02" })]))).toMatchObject({
    created: 1,
  });
});

test("a refund at HelloAsso is one of the payment with its reference, once", async () => {
  await imported([line("gift"), line("other")]);
  const refunded = [line("gift", { status: "refunded" }), line("other")];
  const id = await imported(refunded);
  expect(await sheets.counts(id)).toEqual(counted({ changed: 1, unchanged: 1 }));
  expect((await all()).map(({ signedCents, reversal }) => [signedCents, reversal]).toSorted()).toEqual([
    [-4_550, "refund"],
    [4_550, null],
    [4_550, null],
  ]);
  expect(await sheets.counts(await imported(refunded))).toEqual(counted({ unchanged: 2 }));
  await sheets.undo(id);
  expect((await sheets.sheet(id)).report?.undone).toEqual({ done: 0, left: 1, rest: 0 });
  expect(await sumOfAll()).toBe(4_550);
});

test("an import is undone as mistakes, except for payments with a receipt or a refund since, and can be repeated", async () => {
  const { db } = backend.services;
  await addReceiptFacts(backend);
  const rows = ["a", "b", "c", "d"].map((reference) => line(reference, reference === "d" ? { street: "" } : {}));
  const id = await imported(rows);
  const paymentOf = async (reference: string) =>
    (await db.select().from(helloassoPayments).where(eq(helloassoPayments.reference, reference)))[0]?.paymentId ?? "";
  await receiptsOf(backend, () => cookie).issue(await paymentOf("a"));
  const money = paymentsOf(backend, () => cookie);
  await money.post(`payments/${await paymentOf("b")}/reversals`, money.reversal(50, { receivedOn: "2026-12-01" }));
  await sheets.undo(id);
  expect((await sheets.rows(id, "created", "&left=yes")).map(({ line: at, left }) => [at, left])).toEqual([
    [2, "touched"],
    [3, "touched"],
  ]);
  expect(await sumOfAll()).toBe(4_550 + 4_500);
  const { rows: states } = await db.execute(sql`select status, count(*)::int as pledges from pledges group by status order by status`);
  expect(states).toEqual([
    { status: "cancelled", pledges: 1 },
    { status: "received", pledges: 2 },
  ]);
  expect(await sheets.counts(await imported(rows))).toEqual(counted({ created: 2, unchanged: 2 }));
  expect(await sumOfAll()).toBe(4 * 4_550 - 50);
});
