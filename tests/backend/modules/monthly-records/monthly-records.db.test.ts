import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import type { ImpactMonth, ImpactTotals, MonthlyRecord } from "#contract/charity/monthly-records";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend({ clock: testClock().clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN", firstName: "Inès", lastName: "Garnier" }));
});
afterAll(() => backend.close());

const october = { month: "2026-10", kits: 42, volunteerMinutes: 3_010, foodGrams: 315_500 };
const pathOf = (team: string, month = "") => `/api/admin/sectors/${team}/records${month && `/${month}`}`;
const send = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie, json });
const create = (team: string, more: object = {}) => send("POST", pathOf(team), { ...october, ...more });
const aSector = async () => (await addContent(backend, "sectors", cookie)).id;
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

test("a month is created, corrected and deleted, and each step is in the audit log with its figures", async () => {
  const team = await aSector();
  const made = await create(team);
  const record = (await made.json()) as MonthlyRecord;
  expect([made.status, record]).toEqual([201, expect.objectContaining({ ...october, version: 1, updatedBy: "Inès Garnier" })]);
  const { month, ...figures } = october;
  const edited = await send("PATCH", pathOf(team, month), { ...figures, kits: 43, version: 1 });
  expect([edited.status, await edited.json()]).toEqual([200, expect.objectContaining({ kits: 43, version: 2 })]);
  expect((await send("DELETE", pathOf(team, month))).status).toBe(200);
  expect((await send("GET", pathOf(team, month))).status).toBe(404);
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, record.id)).orderBy(auditLog.seq);
  expect(log.map(({ action }) => action)).toEqual(["monthly_record.create", "monthly_record.edit", "monthly_record.remove"]);
  expect(log[1]?.changes).toEqual({ kits: { before: 42, after: 43 } });
});

test("the months of a team come newest first, and no other team's", async () => {
  const [team, other] = [await aSector(), await aSector()];
  for (const month of ["2026-08", "2026-10", "2025-12"]) await create(team, { month });
  await create(other, { month: "2026-09" });
  const { items } = (await (await send("GET", pathOf(team))).json()) as { items: MonthlyRecord[] };
  expect(items.map(({ month }) => month)).toEqual(["2026-10", "2026-08", "2025-12"]);
});

test("the newest 24 months come with the list for its charts, the newest last, whatever its page and order", async () => {
  const team = await aSector();
  const rows = Array.from({ length: 30 }, (_, at) => ({
    sectorId: team,
    month: `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`,
    kits: at,
    volunteerMinutes: 100,
    foodGrams: 1_500,
  }));
  await backend.services.db.insert(monthlyRecords).values(rows);
  const { months } = (await (await send("GET", `${pathOf(team)}?order=asc&page=2&perPage=5`)).json()) as { months: ImpactMonth[] };
  expect([months.length, months[0]?.month]).toEqual([24, "2023-07"]);
  expect(months.at(-1)).toEqual({ month: "2025-06", kits: 29, hours: 1.67, kilograms: 1.5 });
});

test("a month of a team is created once: the second time is an error at its field, also concurrently", async () => {
  const team = await aSector();
  const answers = await Promise.all([create(team, { kits: 1 }), create(team, { kits: 2 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const again = await create(team);
  expect([again.status, await again.json()]).toEqual([
    422,
    expect.objectContaining({ fieldErrors: { month: ["sectors:records.error.taken"] } }),
  ]);
  expect(await backend.services.db.$count(monthlyRecords, eq(monthlyRecords.sectorId, team))).toBe(1);
});

test("of two corrections of the same version one is saved; the other is refused with the current record", async () => {
  const team = await aSector();
  await create(team);
  const { month, ...figures } = october;
  const answers = await Promise.all([1, 2].map((kits) => send("PATCH", pathOf(team, month), { ...figures, kits, version: 1 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(await late?.json()).toMatchObject({ code: "stale", current: { month, version: 2 } });
});

test("the current month may be recorded, a future one may not", async () => {
  const team = await aSector();
  expect((await create(team, { month: "2026-11" })).status).toBe(201);
  const ahead = await create(team, { month: "2026-12" });
  expect([ahead.status, await ahead.json()]).toEqual([
    422,
    expect.objectContaining({ fieldErrors: { month: ["sectors:records.error.future"] } }),
  ]);
});

test.each([
  ["a negative number", { kits: -1 }],
  ["half a minute", { volunteerMinutes: 0.5 }],
  ["more grams than the database can hold", { foodGrams: 2 ** 31 }],
  ["a thirteenth month", { month: "2026-13" }],
  ["a day", { month: "2026-10-02" }],
])("%s is refused", async (_, more) => {
  expect((await create(await aSector(), more)).status).toBe(422);
});

test("records are stored for teams: an activity and an unknown sector are not found", async () => {
  const { id } = await addContent(backend, "sectors", cookie, { kind: "activity" });
  for (const sector of [id, crypto.randomUUID()])
    for (const answer of [await create(sector), await send("GET", pathOf(sector))]) expect(answer.status).toBe(404);
  expect((await send("GET", pathOf(await aSector(), "2026-10"))).status).toBe(404);
});

test("a team that has records is not removed", async () => {
  const team = await aSector();
  await create(team);
  const answer = await send("DELETE", `/api/admin/sectors/${team}`);
  expect([answer.status, await codeOf(answer)]).toEqual([409, "in_use"]);
});

describe("the database itself", () => {
  const month = { month: "2026-10-01", kits: 1, volunteerMinutes: 1, foodGrams: 1 };
  test.each([
    ["a month that is no first day", { month: "2026-10-02" }],
    ["a month in the future", { month: "2099-01-01" }],
    ["less than no kit", { kits: -1 }],
    ["less than no minute", { volunteerMinutes: -1 }],
    ["less than no gram", { foodGrams: -1 }],
  ])("refuses %s", async (_, more) => {
    const { db } = backend.services;
    await expect(db.insert(monthlyRecords).values({ ...month, ...more, sectorId: await aSector() })).rejects.toThrow();
  });

  test("refuses a second row for the same month of a team", async () => {
    const [{ db }, sectorId] = [backend.services, await aSector()];
    await db.insert(monthlyRecords).values({ ...month, sectorId });
    await expect(db.insert(monthlyRecords).values({ ...month, sectorId })).rejects.toThrow();
  });
});

test.each(["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL", null] as const)(
  "%s neither reads nor writes the months of a team",
  async (role) => {
    const team = await aSector();
    await create(team);
    const { month, ...figures } = october;
    const theirs = role ? (await signIn(backend, { role })).cookie : undefined;
    const ask = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie: theirs, json });
    const answers = [
      await ask("GET", pathOf(team)),
      await ask("GET", pathOf(team, month)),
      await ask("POST", pathOf(team), { ...october, month: "2026-09" }),
      await ask("PATCH", pathOf(team, month), { ...figures, version: 1 }),
      await ask("DELETE", pathOf(team, month)),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(role ? 403 : 401));
  },
);

test("the public figures are the sums of all records rounded down to whole units; a team's page has its own", async () => {
  const own = await startBackend({ clock: testClock().clock });
  const { cookie: admin } = await signIn(own, { role: "ADMIN" });
  const read = async (path: string) => (await own.request(path)).json();
  const none = { kits: 0, hours: 0, kilograms: 0 };
  expect(await read("/api/figures")).toMatchObject(none);
  const sectors = [await publishContent(own, "sectors", admin), await publishContent(own, "sectors", admin)];
  expect(((await read(`/api/teams/${sectors[0]?.id}`)) as { impactTotals: ImpactTotals }).impactTotals).toEqual(none);
  for (const [at, { id }] of sectors.entries())
    for (const month of ["2026-09", "2026-10"])
      await own.request(pathOf(id), { method: "POST", cookie: admin, json: { ...october, month, kits: 10 + at } });
  expect(await read("/api/figures")).toMatchObject({ kits: 42, hours: 200, kilograms: 1_262 });
  expect(await read(`/api/teams/${sectors[1]?.id}`)).toMatchObject({ impactTotals: { kits: 22, hours: 100, kilograms: 631 } });
  await own.close();
});
