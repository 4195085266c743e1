import { afterAll, beforeAll, expect, test } from "vitest";
import { aids } from "#backend/modules/aids/tables";
import { beneficiaryFiles } from "#backend/modules/verification/tables";
import type { AidReport } from "#contract/charity/aid-report";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { addPerson, signIn } from "#tests/support/people";

let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const reportOf = async (query = "", cookie = admin) => {
  const answer = await backend.request(`/api/admin/aid-report${query}`, { cookie });
  return { answered: answer.status, ...((await answer.json()) as AidReport) };
};

test("the report counts people once, by aid, sector and month, and shows nothing of fewer than five", async () => {
  const [one, other] = [await publishContent(backend, "sectors", admin), await publishContent(backend, "sectors", admin)];
  const { db } = backend.services;
  const helped = async (at: number, sectorId: string) => {
    const { id } = await addPerson(backend, { role: "BENEFICIARY", sectorId, firstName: "Prénom", lastName: `Nom${at}` });
    if (at % 2 === 0) await db.insert(beneficiaryFiles).values({ userId: id, adults: 2, children: 1 });
    return id;
  };
  const people: string[] = [];
  for (let at = 0; at < 16; at += 1) people.push(await helped(at, at < 10 ? one.id : other.id));
  await db.insert(aids).values([
    ...people.map((userId) => ({ userId, kind: "parcel" as const, day: "2025-03-10", quantity: 2 })),
    ...people.slice(0, 12).map((userId) => ({ userId, kind: "parcel" as const, day: "2025-03-20" })),
    ...people.slice(0, 8).map((userId) => ({ userId, kind: "clothes" as const, day: "2025-04-02" })),
    // Outside the period: before it, so that six are not new, and after it.
    ...people.slice(0, 6).map((userId) => ({ userId, kind: "meal" as const, day: "2024-12-31" })),
    ...people.slice(0, 3).map((userId) => ({ userId, kind: "voucher" as const, day: "2025-07-01" })),
  ]);
  const report = await reportOf("?dayFrom=2025-01-01&dayTo=2025-06-30");
  expect(report).toMatchObject({
    ...{ answered: 200, from: "2025-01-01", to: "2025-06-30" },
    ...{ people: 16, newPeople: 10, households: 8, adults: 16, children: 8, withoutHousehold: 8 },
    byKind: [
      { kind: "parcel", people: 16, aids: 44 },
      { kind: "clothes", people: 8, aids: 8 },
    ],
    byMonth: [
      { month: "2025-03", people: 16, aids: 44 },
      { month: "2025-04", people: 8, aids: 8 },
    ],
  });
  expect(report.bySector.map(({ people }) => people).sort()).toEqual([10, 6]);
  expect(JSON.stringify(report)).not.toMatch(/Nom\d/);

  // Three with a voucher: neither they nor what would lead to them.
  const whole = await reportOf("?dayFrom=2025-01-01&dayTo=2025-12-31");
  expect(whole.byKind).toMatchObject([
    { kind: "parcel", people: 16 },
    { kind: "clothes", people: null, aids: null },
    { kind: "voucher", people: null, aids: null },
  ]);
  expect((await reportOf("?dayFrom=2025-07-01&dayTo=2025-07-31")).people).toBeNull();
});

test("a period that is too long begins later, and one that ends before it begins is of a day", async () => {
  expect(await reportOf("?dayFrom=1990-01-01&dayTo=2025-06-30")).toMatchObject({ from: "2022-06-30", to: "2025-06-30" });
  expect(await reportOf("?dayFrom=2025-06-30&dayTo=2025-01-01")).toMatchObject({ from: "2025-01-01", to: "2025-01-01" });
  expect(await reportOf("?dayTo=2025-06-30")).toMatchObject({ from: "2025-01-01" });
});

test("nobody but administrators reads it", async () => {
  for (const role of ["VOLUNTEER", "BENEFICIARY"] as const)
    expect((await reportOf("", (await signIn(backend, { role })).cookie)).answered).toBe(403);
});
