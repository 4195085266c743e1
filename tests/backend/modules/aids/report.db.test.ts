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
  const report = await reportOf("?monthFrom=2025-01&monthTo=2025-06");
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
  const whole = await reportOf("?monthFrom=2025-01&monthTo=2025-12");
  expect(whole.byKind).toMatchObject([
    { kind: "parcel", people: 16 },
    { kind: "clothes", people: null, aids: null },
    { kind: "voucher", people: null, aids: null },
  ]);
  expect((await reportOf("?monthFrom=2025-07&monthTo=2025-07")).people).toBeNull();
});

test("a period is of whole months: one that is too long begins later, one that ends before it begins is of a month", async () => {
  const period = async (query: string) => {
    const { from, to, adjusted } = await reportOf(query);
    return { from, to, adjusted };
  };
  expect(await period("?monthFrom=1990-01&monthTo=2025-06")).toEqual({ from: "2022-07-01", to: "2025-06-30", adjusted: true });
  expect(await period("?monthFrom=2025-06&monthTo=2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29", adjusted: true });
  expect(await period("?monthTo=2025-06")).toEqual({ from: "2025-01-01", to: "2025-06-30", adjusted: false });
  // Days are no part of it: two reports that differ by a day would name its aids.
  expect(await period("?monthTo=2025-06&dayFrom=2025-06-12&dayTo=2025-06-12")).toMatchObject({ from: "2025-01-01", to: "2025-06-30" });
  expect(await period("?monthFrom=2025-06-12&monthTo=2025-06")).toMatchObject({ from: "2025-01-01" });
});

test("the report says until when aids are erased", async () => {
  expect((await reportOf()).erasedUntil).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test("households, adults, children and new people are hidden where they are too few", async () => {
  const { db } = backend.services;
  // Eleven people helped in a month, of whom `known` were before.
  const month = async (year: number, homes: { adults: number; children: number }[], known: number) => {
    const people = await Promise.all(Array.from({ length: 11 }, () => addPerson(backend, { role: "BENEFICIARY" })));
    await db.insert(beneficiaryFiles).values(homes.map((home, at) => ({ userId: people[at]?.id ?? "", ...home })));
    await db
      .insert(aids)
      .values([
        ...people.map(({ id }) => ({ userId: id, kind: "meal" as const, day: `${year}-05-10` })),
        ...people.slice(0, known).map(({ id }) => ({ userId: id, kind: "meal" as const, day: `${year}-04-10` })),
      ]);
    return reportOf(`?monthFrom=${year}-05&monthTo=${year}-05`);
  };
  const homes = (count: number, children = 0) => Array.from({ length: count }, (_, at) => ({ adults: 1, children: at < children ? 1 : 0 }));
  const hidden = { households: null, withoutHousehold: null, adults: null, children: null };
  expect(await month(2011, homes(4), 5)).toMatchObject({ people: 11, newPeople: 6, ...hidden });
  expect(await month(2012, homes(6, 3), 8)).toMatchObject({
    newPeople: null,
    households: 6,
    withoutHousehold: 5,
    adults: 6,
    children: null,
  });
  expect(await month(2013, homes(6, 5), 0)).toMatchObject({ newPeople: 11, households: 6, adults: 6, children: 5 });
});

test("quiet months of the same person are hidden with another one", async () => {
  const { db } = backend.services;
  const people = await Promise.all(Array.from({ length: 9 }, () => addPerson(backend, { role: "BENEFICIARY" })));
  const [regular] = people;
  const day = (month: number) => `2015-0${month}-10`;
  await db
    .insert(aids)
    .values([
      ...[1, 2].flatMap((month) => people.map(({ id }) => ({ userId: id, kind: "meal" as const, day: day(month) }))),
      ...people.slice(0, 6).map(({ id }) => ({ userId: id, kind: "meal" as const, day: day(3) })),
      ...[4, 5, 6, 7, 8].map((month) => ({ userId: regular?.id ?? "", kind: "meal" as const, day: day(month) })),
    ]);
  const { byMonth } = await reportOf("?monthFrom=2015-01&monthTo=2015-12");
  expect(byMonth.map(({ aids: count }) => count)).toEqual([9, 9, null, null, null, null, null, null]);
  expect(JSON.stringify(byMonth)).not.toContain(regular?.id);
});

test("nobody but administrators reads it", async () => {
  for (const role of ["VOLUNTEER", "BENEFICIARY"] as const)
    expect((await reportOf("", (await signIn(backend, { role })).cookie)).answered).toBe(403);
});
