import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { helloassoMemberships, memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { donorContacts } from "#backend/modules/pledges/tables";
import { helloassoImportApi } from "#contract/charity/helloasso-import";
import { helloassoDonorsApi, helloassoMembersApi } from "#contract/charity/helloasso-people";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { counted, importer } from "#tests/support/imports";
import { membershipsOf } from "#tests/support/memberships";
import { signIn } from "#tests/support/people";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

let backend: TestBackend;
let cookie: string;
let of: Record<"payments" | "donors" | "members", ReturnType<typeof importer>>;

beforeEach(async () => {
  backend = await backendForTest({ clock: testClock(new Date("2027-01-10T10:00:00Z")).clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  of = {
    payments: importer(backend, cookie, helloassoImportApi),
    donors: importer(backend, cookie, helloassoDonorsApi),
    members: importer(backend, cookie, helloassoMembersApi),
  };
});

async function imported(sheets: ReturnType<typeof importer>, rows: Record<string, unknown>[]): Promise<string> {
  const id = await sheets.check(rows);
  expect((await sheets.run(id)).status).toBe(200);
  return id;
}

const donor = (email: string, more: object = {}) => ({
  ...{
    email,
    lastName: "Roy",
    firstName: "Lou",
    street: "12 rue des Lilas",
    postalCode: "69007",
    city: "Lyon",
    country: "France",
    ...more,
  },
});
const paid = (reference: string, more: object = {}) => ({
  ...{ reference, paidOn: "2026-05-04", amount: "15", status: "paid", kind: "gift", method: "card", lastName: "Roy", ...more },
});

test("a donor's address is on the receipt for gifts that have none, and an address of their own wins", async () => {
  await addReceiptFacts(backend);
  await imported(of.payments, [paid("a", { email: "lou@example.org" }), paid("b", { email: "aya@example.org" })]);
  await addPaidGift(backend, "aya@example.org", 2_000, "2026-02-01");
  const receipts = receiptsOf(backend, () => cookie);
  expect((await receipts.toCome(2026)).blocked).toEqual({ receipts: 1, cents: 1_500 });
  const id = await imported(of.donors, [
    donor("Lou@example.org"),
    donor("aya@example.org", { street: "1 rue Neuve" }),
    donor("lou@example.org", { street: "2 rue Neuve" }),
    donor("zero@example.org", { postalCode: "1000" }),
    donor("abroad@example.org", { postalCode: "1000", country: "Belgique" }),
    donor("shop@example.org", { company: "Les Roses" }),
    donor("nowhere@example.org", { street: undefined }),
  ]);
  expect(await of.donors.counts(id)).toEqual(counted({ created: 3, refused: 4 }));
  expect((await of.donors.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { email: ["content:import.cell.twice?line=2"] },
    { postalCode: ["content:import.cell.postcodeZero?value=1000"] },
    { company: ["helloasso:error.donorCompany"] },
    { street: ["donate:error.street"] },
  ]);
  const { ready, blocked, items } = await receipts.toCome(2026);
  expect([ready, blocked.receipts]).toEqual([{ receipts: 2, cents: 5_000 }, 0]);
  const donorOf = async (email: string) => {
    const [gift] = await backend.services.db.select().from(payments).where(eq(payments.donorEmail, email));
    return (await receipts.get(await receipts.issue(gift?.id ?? ""))).donor;
  };
  expect(items).toHaveLength(2);
  expect(await donorOf("lou@example.org")).toMatchObject({ name: "Lou Roy", street: "12 rue des Lilas", postcode: "69007", city: "Lyon" });
  expect((await donorOf("aya@example.org"))?.street).not.toBe("1 rue Neuve");
});

test("an address that changed at HelloAsso changes here, the same one does not, and an undo puts it back", async () => {
  const first = await imported(of.donors, [donor("lou@example.org"), donor("aya@example.org")]);
  const again = await imported(of.donors, [donor("lou@example.org", { street: "2 rue Neuve" }), donor("aya@example.org")]);
  expect(await of.donors.counts(again)).toEqual(counted({ changed: 1, unchanged: 1 }));
  const streets = async () => (await backend.services.db.select().from(donorContacts)).map(({ street }) => street).toSorted();
  expect(await streets()).toEqual(["12 rue des Lilas", "2 rue Neuve"]);
  await of.donors.undo(again);
  expect(await streets()).toEqual(["12 rue des Lilas", "12 rue des Lilas"]);
  await of.donors.undo(first);
  expect((await of.donors.sheet(first)).report?.undone).toEqual({ done: 1, left: 1, rest: 0 });
});

/** A member, with a plan of 15 € and lines of the export of members. */
async function member() {
  const by = membershipsOf(backend, () => cookie);
  const planId = await by.addPlan({ validFrom: "2020-01-01" });
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const periods = () =>
    backend.services.db.select().from(memberships).where(eq(memberships.userId, person.id)).orderBy(memberships.startDate);
  const line = (reference: string, more: object = {}) => ({
    ...{ reference, orderedOn: "2026-05-04", status: "paid", lastName: "Roy", firstName: "Lou", email: person.email, price: "15", ...more },
  });
  const dues = (reference: string, more: object = {}) => paid(reference, { kind: "dues", email: person.email, ...more });
  return { by, planId, person, periods, line, dues };
}
const sum = async () => (await backend.services.db.select().from(payments)).reduce((cents, { signedCents }) => cents + signedCents, 0);

test("members become periods without money, each order once, by the name or the price of their plan", async () => {
  const { periods, line } = await member();
  const rows = [
    line("later", { orderedOn: "2026-06-01", status: "offline" }),
    line("first", { plan: "Tarif plein" }),
    line("refunded", { status: "refunded" }),
    line("tomorrow", { orderedOn: "2027-01-11" }),
    line("plan", { price: "16" }),
    line("nobody", { memberEmail: "nobody@example.org" }),
  ];
  const id = await imported(of.members, rows);
  expect((await periods()).map(({ startDate, endDate, status }) => [startDate, endDate, status])).toEqual([
    ["2026-05-04", "2027-05-03", "active"],
    ["2027-05-04", "2028-05-03", "active"],
  ]);
  expect((await of.members.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { status: ["helloasso:error.member.refunded"] },
    { orderedOn: ["payments:error.future"] },
    { plan: ["helloasso:error.plan"] },
    { memberEmail: ["memberships:import.nobody"] },
  ]);
  expect(await sum()).toBe(0);
  const again = await imported(of.members, [...rows.slice(0, 2), line("first", { status: "refunded", memberEmail: rows[0]?.email })]);
  expect(await of.members.counts(again)).toEqual(counted({ unchanged: 2, refused: 1 }));
  await of.members.undo(id);
  expect((await periods()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(await of.members.counts(await imported(of.members, rows.slice(0, 2)))).toEqual(counted({ created: 2 }));
});

test("dues of a member that is here are booked on the period of their order, whichever file came first", async () => {
  const { periods, line, dues } = await member();
  const members = await imported(of.members, [line("order")]);
  const money = await imported(of.payments, [dues("payment")]);
  expect((await periods()).map(({ status, priceCents }) => [status, priceCents])).toEqual([["active", 1_500]]);
  expect(await sum()).toBe(1_500);
  await of.members.undo(members);
  expect((await of.members.sheet(members)).report?.undone).toEqual({ done: 0, left: 1, rest: 0 });
  await of.payments.undo(money);
  expect((await periods()).map(({ status, priceCents }) => [status, priceCents])).toEqual([["active", 0]]);
  expect(await sum()).toBe(0);
});

test("a period that came with its payment is recognised by its order, and lost with that payment", async () => {
  const { periods, line, dues } = await member();
  const money = await imported(of.payments, [dues("payment")]);
  const members = await imported(of.members, [line("order")]);
  expect(await periods()).toHaveLength(1);
  expect(await backend.services.db.select({ added: helloassoMemberships.added }).from(helloassoMemberships)).toEqual([{ added: false }]);
  await of.members.undo(members);
  expect((await periods()).map(({ status }) => status)).toEqual(["active"]);
  await imported(of.members, [line("order")]);
  await of.payments.undo(money);
  expect((await periods()).map(({ status }) => status)).toEqual(["cancelled"]);
  expect(await backend.services.db.$count(helloassoMemberships)).toBe(0);
});

test("an order of a year before is not taken for the one that a payment came with", async () => {
  const { periods, line, dues } = await member();
  await imported(of.payments, [dues("payment")]);
  await imported(of.members, [line("before", { orderedOn: "2025-05-02" }), line("order", { orderedOn: "2026-05-01" })]);
  expect((await periods()).map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ["2025-05-02", "2026-05-01"],
    ["2026-05-04", "2027-05-03"],
  ]);
});

test("a membership that was requested here and waits for its dues is not doubled", async () => {
  const { by, planId, person, periods, line } = await member();
  await by.ask(planId, person.cookie);
  const id = await of.members.check([line("order", { orderedOn: "2027-01-10" })]);
  expect((await of.members.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { reference: ["helloasso:error.requested"] },
  ]);
  expect(await periods()).toHaveLength(1);
});
