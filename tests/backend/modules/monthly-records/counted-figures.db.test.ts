import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { countFigures } from "#backend/modules/monthly-records/counting";
import { countedMonths, deliveredKits, monthlyRecords } from "#backend/modules/monthly-records/tables";
import { erasePeople } from "#backend/modules/privacy/erasure";
import { sectors } from "#backend/modules/sectors/tables";
import type { Counting, ImpactMonth, ImpactTotals } from "#contract/charity/monthly-records";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { addKits, addStudent, kitsPage, orderKit } from "#tests/support/kits";
import { addPerson, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let cookie = "";
let admin = "";
let volunteer = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie, id: admin } = await signIn(backend, { role: "ADMIN" }));
  ({ id: volunteer } = await addPerson(backend, { role: "VOLUNTEER" }));
});
afterAll(() => backend.close());

const send = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie, json });
const aTeam = async () => (await publishContent(backend, "sectors", cookie)).id;
const countFrom = (team: string, month: string | null) => send("PUT", `/api/admin/sectors/${team}/counting`, { month });
const record = (team: string, month: string, more: object = {}) =>
  send("POST", `/api/admin/sectors/${team}/records`, { month, kits: 10, volunteerMinutes: 600, foodGrams: 5_000, ...more });
const previewOf = async (team: string, from: string) =>
  (await (await send("GET", `/api/admin/sectors/${team}/counting?from=${from}`)).json()) as Counting;
const pageOf = async (team: string) =>
  (await (await backend.request(`/api/teams/${team}`)).json()) as { impactTotals: ImpactTotals; impactMonths: ImpactMonth[] };
const count = () => countFigures(backend.services.db);

const addHours = (sectorId: string, date: string, minutes: number, status: "validated" | "submitted" = "validated") => {
  const decided = status === "validated" ? { validatorId: admin, validatedAt: time.clock() } : {};
  return backend.services.db
    .insert(volunteerHours)
    .values({ userId: volunteer, sectorId, date, minutes, status, ...decided, activity: "delivery", level: "field", source: "self" });
};
async function addDelivered(sectorId: string, days: string[]) {
  const event = await addContent(backend, "events", cookie, { sectorId });
  await backend.services.db.insert(deliveredKits).values(days.map((day) => ({ eventId: event.id, day })));
  return event.id;
}

test("from its first month on, a team's figures are what the software counts, and those before it stay as they were recorded", async () => {
  const team = await aTeam();
  for (const month of ["2026-08", "2026-09", "2026-10"]) await record(team, month);
  await addHours(team, "2026-08-03", 60);
  await addHours(team, "2026-09-30", 90);
  await addHours(team, "2026-10-01", 45, "submitted");
  await addDelivered(team, ["2026-08-04", "2026-09-01", "2026-10-31", "2026-10-31"]);
  await count();
  expect(await pageOf(team)).toMatchObject({ impactTotals: { kits: 30, hours: 30, kilograms: 15 } });
  const { plan } = await previewOf(team, "2026-09");
  expect(plan).toEqual({
    month: "2026-09",
    before: { kits: 30, hours: 30, kilograms: 15 },
    after: { kits: 13, hours: 11, kilograms: 15 },
    months: [
      { month: "2026-10", recorded: { kits: 10, minutes: 600 }, counted: { kits: 2, minutes: 0 } },
      { month: "2026-09", recorded: { kits: 10, minutes: 600 }, counted: { kits: 1, minutes: 90 } },
    ],
    more: 0,
  });
  expect((await countFrom(team, "2026-09")).status).toBe(200);
  expect(await pageOf(team)).toMatchObject({
    impactTotals: { kits: 13, hours: 11, kilograms: 15 },
    impactMonths: [
      { month: "2026-08", kits: 10, hours: 10, kilograms: 5 },
      { month: "2026-09", kits: 1, hours: 1.5, kilograms: 5 },
      { month: "2026-10", kits: 2, hours: 0, kilograms: 5 },
    ],
  });
  const list = (await (await send("GET", `/api/admin/sectors/${team}/records`)).json()) as { items: unknown[]; team: unknown };
  expect(list).toMatchObject({
    team: { countedFrom: "2026-09" },
    items: [
      { month: "2026-10", counted: { kits: 2, volunteerMinutes: 0 } },
      { month: "2026-09", kits: 10, counted: { kits: 1, volunteerMinutes: 90 } },
      { month: "2026-08", counted: null },
    ],
  });
  expect(await previewOf(team, "none")).toMatchObject({ plan: { month: null, after: { kits: 30, hours: 30 } } });
  expect((await countFrom(team, null)).status).toBe(200);
  expect(await pageOf(team)).toMatchObject({ impactTotals: { kits: 30, hours: 30, kilograms: 15 } });
  const log = await backend.services.db.select().from(auditLog).where(eq(auditLog.entityId, team)).orderBy(auditLog.seq);
  expect(log.filter(({ action }) => action === "team.count_from").map(({ changes }) => changes)).toEqual([
    { countedFrom: { before: null, after: "2026-09-01" } },
    { countedFrom: { before: "2026-09-01", after: null } },
  ]);
});

test("whatever the first month, each month of a team counts in one place: none twice, and none in neither", {
  timeout: 120_000,
}, async () => {
  const { db } = backend.services;
  const months = ["2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"];
  const pair = [await aTeam(), await aTeam()];
  const deliveries = [await addDelivered(pair[0] ?? "", ["2026-05-01"]), await addDelivered(pair[1] ?? "", ["2026-05-01"])];
  const done = fc.record({ team: fc.nat(1), month: fc.nat(5), amount: fc.integer({ min: 1, max: 9 }) });
  const all = fc.record({
    days: fc.tuple(fc.option(fc.nat(5)), fc.option(fc.nat(5))),
    recorded: fc.uniqueArray(done, { selector: ({ team, month }) => `${team} ${month}`, maxLength: 12 }),
    hours: fc.array(done, { maxLength: 12 }),
    kits: fc.array(done, { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(all, async ({ days, recorded, hours, kits }) => {
      await db.delete(monthlyRecords);
      await db.delete(volunteerHours);
      await db.delete(deliveredKits);
      for (const team of pair) await countFrom(team, null);
      for (const { team, month, amount } of recorded)
        await record(pair[team] ?? "", months[month] ?? "", {
          kits: amount * 100,
          volunteerMinutes: amount * 6_000,
          foodGrams: amount * 1_000,
        });
      for (const [at, { team, month, amount }] of hours.entries())
        await addHours(pair[team] ?? "", `${months[month]}-${String(at + 1).padStart(2, "0")}`, amount * 60);
      for (const { team, month } of kits)
        await db.insert(deliveredKits).values({ eventId: deliveries[team] ?? "", day: `${months[month]}-28` });
      await count();
      for (const [at, day] of days.entries()) await countFrom(pair[at] ?? "", day === null ? null : (months[day] ?? null));
      const sums = { kits: 0, hours: 0 };
      for (const [at, team] of pair.entries()) {
        const first = days[at] ?? Number.POSITIVE_INFINITY;
        const expected = { kits: 0, hours: 0 };
        for (const one of recorded.filter(({ team: of, month }) => of === at && month < first)) {
          expected.kits += one.amount * 100;
          expected.hours += one.amount * 100;
        }
        expected.kits += kits.filter(({ team: of, month }) => of === at && month >= first).length;
        for (const one of hours.filter(({ team: of, month }) => of === at && month >= first)) expected.hours += one.amount;
        const page = await pageOf(team);
        expect(page.impactTotals).toMatchObject(expected);
        const drawn = page.impactMonths.reduce((sum, one) => ({ kits: sum.kits + one.kits, hours: sum.hours + one.hours }), {
          kits: 0,
          hours: 0,
        });
        expect(drawn).toEqual(expected);
        sums.kits += expected.kits;
        sums.hours += expected.hours;
      }
      expect(await (await backend.request("/api/figures")).json()).toMatchObject(sums);
    }),
    { numRuns: 25 },
  );
});

test("hours and kits of an activity count for the team above it, and those without a team for none", async () => {
  const team = await aTeam();
  const { id: activity } = await addContent(backend, "sectors", cookie, { kind: "activity", parentId: team });
  const { id: alone } = await addContent(backend, "sectors", cookie, { kind: "activity" });
  await countFrom(team, "2026-10");
  await addHours(activity, "2026-10-11", 120);
  await addHours(alone, "2026-10-12", 120);
  await addDelivered(activity, ["2026-10-11"]);
  await count();
  expect(await pageOf(team)).toMatchObject({ impactTotals: { kits: 1, hours: 2 } });
  expect(await backend.services.db.$count(countedMonths, eq(countedMonths.sectorId, alone))).toBe(0);
  expect((await countFrom(activity, "2026-10")).status).toBe(404);
});

describe("a month that the software counts", () => {
  test("takes kilos, and neither kits nor hours; what was recorded before stays until it is deleted", async () => {
    const team = await aTeam();
    await record(team, "2026-10");
    await countFrom(team, "2026-10");
    const refused = await record(team, "2026-11");
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ fieldErrors: { kits: ["sectors:records.error.counted"] } }),
    ]);
    expect(await (await record(team, "2026-11", { kits: 0 })).json()).toMatchObject({ fieldErrors: { hours: expect.anything() } });
    expect((await record(team, "2026-11", { kits: 0, volunteerMinutes: 0 })).status).toBe(201);
    expect((await record(team, "2026-09")).status).toBe(201);
    const path = `/api/admin/sectors/${team}/records/2026-10`;
    const figures = { kits: 10, volunteerMinutes: 600, foodGrams: 6_000, version: 1 };
    expect((await send("PATCH", path, { ...figures, kits: 11 })).status).toBe(422);
    expect((await send("PATCH", path, { ...figures, volunteerMinutes: 0 })).status).toBe(422);
    expect((await send("PATCH", path, figures)).status).toBe(200);
    expect((await send("DELETE", path)).status).toBe(200);
  });

  test("is refused by the database as well, also while its first day is being set", async () => {
    const { db } = backend.services;
    const team = await aTeam();
    const month = { sectorId: team, month: "2026-10-01", foodGrams: 0 };
    await db.insert(monthlyRecords).values({ ...month, month: "2026-09-01", kits: 1, volunteerMinutes: 1 });
    await countFrom(team, "2026-09");
    for (const typed of [
      { kits: 1, volunteerMinutes: 0 },
      { kits: 0, volunteerMinutes: 1 },
    ])
      await expect(db.insert(monthlyRecords).values({ ...month, ...typed })).rejects.toThrow();
    await db.insert(monthlyRecords).values({ ...month, kits: 0, volunteerMinutes: 0 });
    await expect(db.update(monthlyRecords).set({ kits: 2 }).where(eq(monthlyRecords.sectorId, team))).rejects.toThrow();
    await db.update(monthlyRecords).set({ foodGrams: 7 }).where(eq(monthlyRecords.sectorId, team));
    const racing = await aTeam();
    const answers = await Promise.all([countFrom(racing, "2026-10"), record(racing, "2026-10"), record(racing, "2026-11")]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 422].includes(status))).toEqual([]);
    expect(await pageOf(racing)).toMatchObject({ impactTotals: { kits: 0, hours: 0 } });
  });

  test.each([
    ["a day within a month", { countedFrom: "2026-10-02" }],
    ["an activity", { kind: "activity" as const, countedFrom: "2026-10-01" }],
  ])("does not begin with %s", async (_, values) => {
    const team = await aTeam();
    await expect(backend.services.db.update(sectors).set(values).where(eq(sectors.id, team))).rejects.toThrow();
  });

  test("begins next month at the latest, and its team becomes no activity", async () => {
    const team = await aTeam();
    expect((await countFrom(team, "2027-01")).status).toBe(422);
    expect((await countFrom(team, "2026-12")).status).toBe(200);
    const { version } = (await (await send("GET", `/api/admin/sectors/${team}`)).json()) as { version: number };
    const answer = await send("PATCH", `/api/admin/sectors/${team}`, { ...contentRecords.sectors, kind: "activity", version });
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ fieldErrors: { kind: expect.anything() } })]);
  });
});

test("a delivered kit counts once, no more once that is corrected, and still when its student is erased", async () => {
  const { db } = backend.services;
  const team = await aTeam();
  const event = await addKits(backend, cookie, { event: { sectorId: team } });
  const [stays, leaves] = [await addStudent(backend), await addStudent(backend)];
  for (const student of [stays, leaves]) expect((await orderKit(backend, student.cookie, event)).status).toBe(200);
  time.pass(101 * 3600);
  ({ cookie, id: admin } = await signIn(backend, { role: "ADMIN" }));
  const { items } = await kitsPage(backend, cookie, event.id);
  const move = (to: string, ids: string[]) => send("POST", `/api/kits/${event.id}/moves`, { move: to, ids });
  const ids = items.map(({ id }) => id);
  for (const to of ["in_preparation", "collected", "delivered"]) await move(to, ids);
  const kits = () => db.$count(deliveredKits, eq(deliveredKits.eventId, event.id));
  expect(await kits()).toBe(2);
  const [first] = items.filter(({ userId }) => userId === stays.id);
  await move("absent", [first?.id ?? ""]);
  expect(await kits()).toBe(1);
  await move("delivered", [first?.id ?? ""]);
  expect(await kits()).toBe(2);
  await erasePeople(backend.services, null, [leaves.id], time.clock());
  await countFrom(team, "2026-11");
  expect(await kits()).toBe(2);
  expect(await pageOf(team)).toMatchObject({ impactTotals: { kits: 2 } });
});

describe("public pages", () => {
  test("are invalidated once for a run that changed a month on show, and not for the hours themselves", async () => {
    const published: (string | null)[] = [];
    onTestFinished(await backend.changes.subscribe((type) => void published.push(type)));
    const [shown, hidden] = [await aTeam(), await aTeam()];
    await countFrom(shown, "2026-10");
    await count();
    await expect.poll(() => published.includes("team")).toBe(true);
    published.length = 0;
    const figures = () => published.filter((type) => type === "monthly_record").length;
    await addHours(hidden, "2026-10-20", 60);
    await count();
    for (const day of ["21", "22", "23"]) await addHours(shown, `2026-10-${day}`, 60);
    await addHours(shown, "2026-09-21", 60);
    await count();
    await count();
    await expect.poll(figures).toBe(1);
    expect(published.filter((type) => type !== "monthly_record")).toEqual([]);
  });

  test("follow a team and an event that become part of another team, and an event that is given to another", async () => {
    const { db } = backend.services;
    const [from, into, other] = [await aTeam(), await aTeam(), await aTeam()];
    await db.update(sectors).set({ countedFrom: "2026-10-01" }).where(sql`${sectors.id} in (${from}, ${into}, ${other})`);
    await addHours(from, "2026-10-25", 60);
    await addHours(into, "2026-10-26", 120);
    const event = await addDelivered(from, ["2026-10-25"]);
    await record(from, "2026-10", { kits: 0, volunteerMinutes: 0 });
    await record(into, "2026-10", { kits: 0, volunteerMinutes: 0 });
    expect((await send("POST", `/api/admin/sectors/${from}/merge`, { intoId: into })).status).toBe(200);
    expect(await pageOf(into)).toMatchObject({ impactTotals: { kits: 1, hours: 3, kilograms: 10 } });
    await db.update(events).set({ sectorId: other }).where(eq(events.id, event));
    await count();
    expect(await pageOf(into)).toMatchObject({ impactTotals: { kits: 0 } });
    expect(await pageOf(other)).toMatchObject({ impactTotals: { kits: 1 } });
    await countFrom(other, "2026-11");
    const unfit = await send("POST", `/api/admin/sectors/${other}/merge`, { intoId: into });
    expect(await unfit.json()).toMatchObject({ fieldErrors: { intoId: ["sectors:merge.error.counted"] } });
  });
});

test("only administrators read and set the first month", async () => {
  const team = await aTeam();
  const { cookie: theirs } = await signIn(backend, { role: "VOLUNTEER" });
  for (const [method, json] of [["GET"], ["PUT", { month: null }]] as const)
    expect((await backend.request(`/api/admin/sectors/${team}/counting`, { method, cookie: theirs, json })).status).toBe(403);
});
