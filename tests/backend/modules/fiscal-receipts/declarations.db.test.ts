import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { readWorkQueues } from "#backend/modules/dashboard/work-queues";
import { annualDeclarations } from "#backend/modules/fiscal-receipts/tables";
import { organisationSettings } from "#backend/modules/organisation/tables";
import type { DeclaredYear } from "#contract/giving/annual-declarations";
import { declarationDue } from "#contract/giving/annual-declarations";
import { backendForTest, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";
import { addReceiptFacts, signed } from "#tests/support/receipt-facts";
import { addPaidGift, receiptsOf } from "#tests/support/receipts";

const path = "/api/admin/fiscal-receipt-declaration";

/** Three receipts of 2026, of 10, 20 and 30 euros. */
async function office() {
  const time = testClock(new Date("2026-06-10T10:00:00Z"));
  const backend = await backendForTest({ clock: time.clock });
  const email = "admin@example.org";
  let { id, cookie } = await signIn(backend, { role: "ADMIN", email, firstName: "Inès", lastName: "Martin" });
  const receipts = receiptsOf(backend, () => cookie);
  await addReceiptFacts(backend);
  const ids: string[] = [];
  for (const [place, cents] of [1_000, 2_000, 3_000].entries())
    ids.push(await receipts.issue((await addPaidGift(backend, `d${place}@example.org`, cents, `2026-05-0${place + 1}`)).id));
  const later = async (instant: string) => {
    time.set(instant);
    ({ id, cookie } = await signIn(backend, { role: "ADMIN", firstName: "Inès", lastName: "Martin" }));
  };
  const at = (instant: string) => time.set(instant);
  const record = (json: object) => backend.request(path, { method: "POST", cookie, json });
  const years = async () => (await receipts.read<{ years: DeclaredYear[] }>(path)).years;
  const queue = async () =>
    (await readWorkQueues(backend.services, { id, role: "ADMIN", permissions: [] }, time.clock())).queues.declarations;
  return { backend, receipts, ids, later, at, record, years, queue };
}

test("a declaration is due by the second working day after 1 May", () => {
  expect([2024, 2025, 2026, 2027].map(declarationDue)).toEqual(["2025-05-05", "2026-05-05", "2027-05-04", "2028-05-03"]);
});

const filing = { year: 2026, filedOn: "2027-05-04", reference: "DS-123", receipts: 3, cents: 6_000 };

test("a year is waiting once it is over, and late after its day, until its declaration is recorded with the sums that it declares", async () => {
  const { backend, later, record, years, queue } = await office();
  expect([await years(), await queue()]).toMatchObject([[{ year: 2026, state: "running" }], undefined]);
  await later("2027-02-01T10:00:00Z");
  expect(await years()).toMatchObject([{ year: 2026, state: "due", dueOn: "2027-05-04", receipts: 3, cents: 6_000, filed: [] }]);
  expect(await queue()).toEqual({ count: 1, oldest: "2026-12-31T23:00:00.000Z", late: 0 });
  await later("2027-05-05T10:00:00Z");
  expect([await years(), await queue()]).toMatchObject([[{ state: "late" }], { count: 1, late: 1 }]);
  expect((await record(filing)).status).toBe(201);
  const { db } = backend.services;
  const [stored] = await db.select().from(annualDeclarations);
  expect(stored).toMatchObject({ ...filing, place: 1, countedAt: new Date("2027-05-05T10:00:00Z") });
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.entityType, "annual_declaration"));
  expect(entry).toMatchObject({ action: "annual_declaration.create", entityId: stored?.id });
  expect(JSON.stringify(entry?.changes)).not.toContain("DS-123");
  const [year] = await years();
  expect(year).toMatchObject({ state: "filed", filed: [{ reference: "DS-123", receipts: 3, cents: 6_000, recordedBy: "Inès Martin" }] });
  expect(await queue()).toBeUndefined();
});

test("what was cancelled between the filing and its record is to be corrected, and waits since it was cancelled", async () => {
  const { backend, receipts, ids, later, record, years, queue } = await office();
  await later("2027-05-04T14:00:00Z");
  await receipts.cancel(ids[0] ?? "");
  await later("2027-05-05T10:00:00Z");
  expect((await record(filing)).status).toBe(201);
  expect(await years()).toMatchObject([{ state: "changed", receipts: 2, cents: 5_000, filed: [{ receipts: 3, cents: 6_000 }] }]);
  expect(await queue()).toEqual({ count: 1, oldest: "2027-05-04T14:00:00.000Z", late: 0 });
  const corrected = { ...filing, filedOn: "2027-05-05", reference: "DS-124", receipts: 2, cents: 5_000 };
  expect((await record(corrected)).status).toBe(201);
  const filed = [{ reference: "DS-124", receipts: 2, cents: 5_000 }, { reference: "DS-123" }];
  expect([await years(), await queue()]).toMatchObject([[{ state: "filed", filed }], undefined]);

  // The replacement counts in the year in which it is issued. The year waits since then, and not since its own end.
  await later("2029-11-05T10:00:00Z");
  await receipts.replace(ids[1] ?? "");
  expect(await years()).toMatchObject([
    { year: 2029, state: "running", receipts: 1, cents: 2_000 },
    { year: 2026, state: "changed", receipts: 1, cents: 3_000 },
  ]);
  expect(await queue()).toEqual({ count: 1, oldest: "2029-11-05T10:00:00.000Z", late: 0 });
  expect(await backend.services.db.$count(annualDeclarations)).toBe(2);
});

test("a cancellation that began before a declaration was recorded, and ended after that, is a change of it", async () => {
  const { receipts, ids, later, at, record, years, queue } = await office();
  await later("2027-05-04T09:59:00Z");
  at("2027-05-04T10:00:00Z");
  expect((await record(filing)).status).toBe(201);
  expect([await years(), await queue()]).toMatchObject([[{ state: "filed" }], undefined]);
  at("2027-05-04T09:59:59Z");
  await receipts.cancel(ids[2] ?? "");
  at("2027-05-04T10:01:00Z");
  expect(await years()).toMatchObject([{ state: "changed", receipts: 2, cents: 3_000 }]);
  expect(await queue()).toEqual({ count: 1, oldest: "2027-05-04T10:00:00.000Z", late: 0 });
});

test("declarations of a year that are recorded at once are all there, each in its place, and the last one counts", async () => {
  const { backend, later, record, years } = await office();
  await later("2027-05-04T10:00:00Z");
  const other = { ...filing, reference: "DS-124", receipts: 2, cents: 5_000 };
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => record(at % 2 === 0 ? filing : other)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const stored = await backend.services.db.select().from(annualDeclarations).orderBy(annualDeclarations.place);
  expect(stored.map(({ place }) => place)).toEqual(answers.map((_, at) => at + 1));
  const [year] = await years();
  expect(year?.filed.map(({ id }) => id)).toEqual(stored.map(({ id }) => id).toReversed());
  expect(year?.state).toBe(stored.at(-1)?.receipts === 3 ? "filed" : "changed");
});

test("a declaration is not filed before the last one of its year", async () => {
  const { backend, later, record } = await office();
  await later("2027-05-06T10:00:00Z");
  expect((await record(filing)).status).toBe(201);
  const before = await record({ ...filing, filedOn: "2027-05-03", reference: "DS-124" });
  const { fieldErrors } = (await before.json()) as { fieldErrors: object };
  expect([before.status, fieldErrors]).toEqual([422, { filedOn: ["receipts:error.filedBefore"] }]);
  expect(await backend.services.db.$count(annualDeclarations)).toBe(1);
  expect((await record({ ...filing, reference: "DS-124" })).status).toBe(201);
  // The same declaration, whose day was typed wrongly.
  expect((await record({ ...filing, reference: "DS-124", filedOn: "2027-05-03" })).status).toBe(201);
});

test("a year of which no receipt counts is neither due nor late; what was declared of it is to be corrected", async () => {
  const { receipts, ids, later, record, years, queue } = await office();
  await later("2027-05-05T10:00:00Z");
  for (const id of ids) await receipts.cancel(id);
  expect([await years(), await queue()]).toMatchObject([[{ state: "none", receipts: 0 }], undefined]);
  expect((await record(filing)).status).toBe(201);
  expect([await years(), await queue()]).toMatchObject([[{ state: "changed" }], { count: 1 }]);
  const wrong = await record({ ...filing, receipts: 0 });
  const { fieldErrors } = (await wrong.json()) as { fieldErrors: object };
  expect([wrong.status, fieldErrors]).toEqual([422, { cents: ["receipts:error.noTotal"] }]);
  expect((await record({ ...filing, receipts: 0, cents: 0 })).status).toBe(201);
  expect([await years(), await queue()]).toMatchObject([[{ state: "filed" }], undefined]);
});

test("without the calendar year as financial year, no day is known, nothing is late, and what was declared is not compared", async () => {
  const { backend, receipts, later, record, queue } = await office();
  const facts = { ...signed, fiscalYearEnd: "31/08" };
  await backend.services.db.insert(organisationSettings).values({ part: "receipts", facts, number: 2, validFrom: "2026-06-01" });
  await backend.services.organisation.reload();
  await later("2027-11-05T10:00:00Z");
  expect(await receipts.read(path)).toMatchObject({ financialYearEnd: "31/08", years: [{ state: "due", dueOn: null }] });
  expect(await queue()).toEqual({ count: 1, oldest: "2026-12-31T23:00:00.000Z", late: 0 });
  expect((await record({ ...filing, receipts: 41, cents: 123_456 })).status).toBe(201);
  expect(await receipts.read(path)).toMatchObject({ years: [{ state: "filed", filed: [{ receipts: 41, cents: 123_456 }] }] });
  expect(await queue()).toBeUndefined();
});

test("no declaration of a year that is not over, without receipts or of a day to come, and none by others", async () => {
  const { backend, later, record } = await office();
  await later("2027-02-01T10:00:00Z");
  const valid = { ...filing, filedOn: "2027-01-31" };
  for (const [wrong, error] of [
    [{ filedOn: "2027-02-02" }, { filedOn: ["receipts:error.filedAhead"] }],
    [{ filedOn: "2026-12-31" }, { filedOn: ["receipts:error.filedInYear"] }],
    [{ year: 2027 }, { filedOn: ["receipts:error.filedInYear"] }],
    [{ year: 2025 }, { year: ["receipts:error.noneOfYear"] }],
  ] as const) {
    const answer = await record({ ...valid, ...wrong });
    expect([answer.status, ((await answer.json()) as { fieldErrors: object }).fieldErrors]).toEqual([422, error]);
  }
  expect((await record({ ...valid, reference: " " })).status).toBe(422);
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(path, { method: "POST", cookie, json: valid })).status).toBe(403);
  expect(await backend.services.db.$count(annualDeclarations)).toBe(0);
});

test("the database holds a declaration as it was filed, after its year", async () => {
  const { backend, later, record } = await office();
  const { db } = backend.services;
  await later("2027-02-01T10:00:00Z");
  expect((await record({ ...filing, filedOn: "2027-01-31" })).status).toBe(201);
  const refused = async (statement: ReturnType<typeof sql>, constraint: string) =>
    expect(
      await db.execute(statement).then(
        () => null,
        (error: { cause: { constraint?: string } }) => error.cause.constraint,
      ),
    ).toBe(constraint);
  await refused(sql`update annual_declarations set reference = 'DS-2'`, "annual_declarations_stay");
  await refused(sql`delete from annual_declarations`, "annual_declarations_stay");
  const copy = (
    place: number,
    filedOn: string,
    cents: number,
  ) => sql`insert into annual_declarations (year, place, filed_on, reference, receipts, cents, counted_at, recorded_by, created_at)
    select year, ${place}::int, ${filedOn}::date, reference, receipts, ${cents}::bigint, counted_at, recorded_by, created_at from annual_declarations`;
  await refused(copy(2, "2026-12-31", 6_000), "annual_declarations_year_over");
  await refused(copy(1, "2027-01-31", 6_000), "annual_declarations_place");
  await refused(copy(2, "2027-01-31", 0), "annual_declarations_counted");
});
