import { expect, test } from "vitest";
import { backendForTest, testClock } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { addAcceptedClaim } from "#tests/support/expenses";
import { addKits, addStudent, orderKit } from "#tests/support/kits";
import { addPerson, signIn } from "#tests/support/people";
import { costs, expectFew } from "#tests/support/query-counts";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

test("lists of receipts, receipts to come, expense claims and kits cost the same for 3 rows and for 15", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database, clock: testClock(new Date("2027-01-20T10:00:00Z")).clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  await addReceiptFacts(backend);
  const receipts = receiptsOf(backend, () => admin.cookie);
  const kits = await addKits(backend, admin.cookie, { capacity: 50 });
  let count = 0;
  const add = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      count += 1;
      const paid = await addPaidGift(backend, `issued-${count}@example.org`, 1_000, "2026-03-02");
      await receipts.issue(paid.id);
      await addPaidGift(backend, `to-come-${count}@example.org`, 1_000, "2026-03-02");
      const volunteer = await addPerson(backend, { role: "VOLUNTEER" });
      await addAcceptedClaim(backend, volunteer.id, admin.id);
      const student = await addStudent(backend);
      expect((await orderKit(backend, student.cookie, kits)).status).toBe(200);
    }
  };
  const lists = {
    receipts: "/api/admin/fiscal-receipts?perPage=100",
    "receipts of a name": "/api/admin/fiscal-receipts?perPage=100&q=lou",
    "receipts to come": "/api/admin/fiscal-receipts-to-come?year=2026",
    "expense claims": "/api/admin/expense-claims?perPage=100",
    kits: `/api/kits/${kits.id}`,
  };
  const measure = () => costs(backend, database, lists, admin.cookie);
  await add(3);
  await measure();
  const few = await measure();
  await add(12);
  expect(await measure()).toEqual(few);
  expectFew(few, 8);
});
