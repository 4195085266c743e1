import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { followMemberships } from "#backend/modules/memberships/reminding";
import { memberships } from "#backend/modules/memberships/tables";
import { payments } from "#backend/modules/payments/tables";
import { membershipImportApi } from "#contract/charity/membership-import";
import { backendForTest, testClock } from "#tests/support/backend";
import { counted, importer } from "#tests/support/imports";
import { membershipsOf } from "#tests/support/memberships";
import { addPerson, signIn } from "#tests/support/people";

async function office() {
  const backend = await backendForTest({ clock: testClock().clock });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const by = membershipsOf(backend, () => cookie);
  const planId = await by.addPlan({ validFrom: "2020-01-01" });
  return { backend, by, planId, db: backend.services.db, sheets: importer(backend, cookie, membershipImportApi) };
}

test("members come with their period, number and dues, without a mail; what does not fit is refused with its reason", async () => {
  const { backend, db, by, planId, sheets } = await office();
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const other = await addPerson(backend, { role: "VOLUNTEER" });
  const donor = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const row = { email: member.email, planId, startDate: "2024-01-01" };
  const ofOther = { email: other.email, planId };
  const rows = [
    { ...row, startDate: "2025-01-01", endDate: "2025-12-31", number: "A-7", amount: "15", method: "card", paidOn: "2025-01-04" },
    row,
    { ...ofOther, startDate: "2025-06-01", number: "B-1" },
    { ...row, startDate: "2025-06-01" },
    { ...ofOther, startDate: "2026-06-15", number: "A-7" },
    { ...ofOther, startDate: "2020-02-01", number: "MEM-2026-000001" },
    { ...row, email: "nobody@example.org" },
    { ...row, email: donor.email },
    { planId, startDate: "2024-01-01" },
    { planId, startDate: "2024-01-01", number: "unknown" },
    { ...ofOther, startDate: "2024-02-01", endDate: "2024-01-01" },
    { ...ofOther, startDate: "2024-03-01", amount: "1", paidOn: "2099-01-01" },
  ];
  const id = await sheets.check(rows);
  expect(await sheets.sheet(id)).toMatchObject({ checked: counted({ created: 3, refused: 9 }), cents: { created: 1_500, refused: 100 } });
  await sheets.run(id);
  expect((await sheets.rows(id, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { startDate: ["memberships:import.overlap"] },
    { number: ["memberships:import.otherNumber"] },
    { number: ["memberships:import.ownNumber"] },
    { email: ["memberships:import.nobody"] },
    { planId: ["memberships:import.plan"] },
    { email: ["memberships:import.who"] },
    { number: ["memberships:import.unknownNumber"] },
    { endDate: ["memberships:import.end"] },
    { paidOn: ["payments:error.future"] },
  ]);
  const { items } = await by.list(`?userId=${member.id}&sort=endDate`);
  expect(items.map((one) => [one.startDate, one.endDate, one.number, one.receivedCents, one.status]).toSorted()).toEqual([
    ["2024-01-01", "2024-12-31", "MEM-2026-000001", 0, "active"],
    ["2025-01-01", "2025-12-31", "A-7", 1_500, "active"],
  ]);
  const [paid] = await db.select().from(payments);
  expect(paid).toMatchObject({ receivedOn: "2025-01-04", method: "card", amountCents: 1_500, donorId: member.id });
  expect(await db.$count(outgoingMails)).toBe(0);
});

test("the same rows change nothing, another end is changed by address or by number, and both imports are undone", async () => {
  const { backend, db, planId, sheets } = await office();
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const row = { email: member.email, planId, startDate: "2025-01-01", endDate: "2025-12-31", number: "A-7", amount: "15" };
  const free = { email: member.email, planId, startDate: "2024-01-01" };
  const first = await sheets.check([row, free]);
  await sheets.run(first);
  const again = await sheets.check([row, free]);
  expect(await sheets.foretold(again)).toEqual(counted({ unchanged: 2 }));
  const { email: _, ...byNumber } = row;
  const longer = await sheets.check([
    { ...byNumber, endDate: "2026-01-31" },
    { ...free, endDate: "2025-01-01" },
    { ...byNumber, startDate: "2026-02-01", endDate: "2026-12-31", amount: undefined },
  ]);
  expect(await sheets.foretold(longer)).toEqual(counted({ created: 1, changed: 1, refused: 1 }));
  await sheets.run(longer);
  const active = and(eq(memberships.userId, member.id), eq(memberships.status, "active"));
  const ends = async () => (await db.select().from(memberships).where(active)).map(({ endDate }) => endDate);
  expect((await ends()).toSorted()).toEqual(["2024-12-31", "2026-01-31", "2026-12-31"]);
  await sheets.undo(longer);
  expect((await ends()).toSorted()).toEqual(["2024-12-31", "2025-12-31"]);
  await sheets.undo(first);
  const left = await db.select().from(memberships).where(eq(memberships.userId, member.id));
  expect(left.map(({ status, number }) => [status, number]).toSorted()).toEqual([
    ["cancelled", null],
    ["cancelled", "MEM-2026-000001"],
    ["cancelled", "MEM-2026-000002"],
  ]);
  expect((await db.select().from(payments)).reduce((sum, { signedCents }) => sum + signedCents, 0)).toBe(0);
  const repeated = await sheets.check([row, free]);
  expect(await sheets.foretold(repeated)).toEqual(counted({ created: 2 }));
});

test("a membership that was cancelled since its import stays", async () => {
  const { backend, by, planId, sheets } = await office();
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await sheets.check([{ email: member.email, planId, startDate: "2026-01-01" }]);
  await sheets.run(id);
  const [row] = (await by.list(`?userId=${member.id}`)).items;
  await by.post(`admin/memberships/${row?.id}/cancellation`, { reason: "Départ" });
  await sheets.undo(id);
  expect((await sheets.sheet(id)).report?.undone).toEqual({ done: 0, left: 1, rest: 0 });
  expect((await by.record(row?.id ?? "")).status).toBe("cancelled");
});

test("a number of a member is given to the first of their periods in a file, and refused to another person", async () => {
  const { backend, db, planId, sheets } = await office();
  const [member, other] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const row = (startDate: string, more: object = {}) => ({ email: member.email, planId, startDate, number: "A-7", ...more });
  const rows = [row("2025-01-01"), row("2024-01-01"), row("2026-01-01", { email: other.email })];
  const id = await sheets.check(rows);
  await sheets.run(id);
  expect(await sheets.counts(id)).toEqual(counted({ created: 2, refused: 1 }));
  const numbers = await db.select().from(memberships).where(eq(memberships.userId, member.id)).orderBy(memberships.startDate);
  expect(numbers.map(({ number }) => number)).toEqual(["A-7", "MEM-2026-000001"]);
  expect(await sheets.foretold(await sheets.check(rows))).toEqual(counted({ unchanged: 2, refused: 1 }));
  const byNumber = await sheets.check([{ planId, startDate: "2025-01-01", number: "A-7" }]);
  expect(await sheets.foretold(byNumber)).toEqual(counted({ unchanged: 1 }));
});

test("a period twice in a file changes its membership once, one that was cancelled stays so, and old dues need their day", async () => {
  const { backend, db, by, planId, sheets } = await office();
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const row = { email: member.email, planId, startDate: "2025-01-01", amount: "15" };
  await sheets.run(await sheets.check([row]));
  const twice = await sheets.check([row, row]);
  expect(await sheets.foretold(twice)).toEqual(counted({ unchanged: 1, refused: 1 }));
  const [{ id = "" } = {}] = await db.select().from(memberships);
  await by.post(`admin/memberships/${id}/cancellation`, { reason: "Départ" });
  const again = await sheets.check([row, { ...row, startDate: "1985-01-01" }]);
  expect((await sheets.rows(again, "refused")).map(({ fieldErrors }) => fieldErrors)).toEqual([
    { email: ["memberships:import.ended"] },
    { paidOn: ["memberships:import.paidOn"] },
  ]);
});

test("no mail is written about an end that had come when it was imported, and one about an end that is moved", async () => {
  const { backend, db, planId, sheets } = await office();
  const member = await addPerson(backend, { role: "VOLUNTEER" });
  const row = { email: member.email, planId, startDate: "2025-12-01", endDate: "2026-11-30" };
  const ended = await addPerson(backend, { role: "VOLUNTEER" });
  await sheets.run(await sheets.check([row, { email: ended.email, planId, startDate: "2025-10-01", endDate: "2026-10-31" }]));
  await followMemberships(backend.services);
  expect(await db.$count(outgoingMails)).toBe(0);
  await sheets.run(await sheets.check([{ ...row, endDate: "2027-06-30" }]));
  const [moved] = await db.select().from(memberships).where(eq(memberships.userId, member.id));
  expect([moved?.endDate, moved?.dueNoticeAt, moved?.endNoticeAt]).toEqual(["2027-06-30", null, null]);
});
