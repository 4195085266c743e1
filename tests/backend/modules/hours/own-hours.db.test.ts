import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { totalsOf } from "#backend/modules/hours/own";
import { proposeHours } from "#backend/modules/hours/proposing";
import { hourPeriods, volunteerHours } from "#backend/modules/hours/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
const time = testClock();
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
});
afterAll(() => backend.close());

const path = "/api/volunteer-hours";
const draft = { date: "2026-11-20", minutes: 120, activity: "delivery" };
const aVolunteer = (more: object = {}) => signIn(backend, { role: "VOLUNTEER", ...more });
type Answer = { status: number; body: { id: string; version: number; remark: string | null; fieldErrors?: Record<string, string[]> } };

async function send(cookie: string, json: object, to = path, method = "POST"): Promise<Answer> {
  const answer = await backend.request(to, { method, cookie, json });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

const rowOf = async (id: string) => (await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.id, id)))[0];

test("hours are sent, changed, and taken back while nobody has validated them", async () => {
  const { cookie } = await aVolunteer();
  const made = await send(cookie, { ...draft, description: "affiches" });
  expect([made.status, (await rowOf(made.body.id))?.status]).toEqual([201, "submitted"]);
  const edited = await send(cookie, { ...draft, minutes: 90, version: 1 }, `${path}/${made.body.id}`, "PATCH");
  expect([edited.status, edited.body.version, (await rowOf(made.body.id))?.minutes]).toEqual([200, 2, 90]);
  expect((await send(cookie, { ...draft, version: 1 }, `${path}/${made.body.id}`, "PATCH")).status).toBe(409);
  expect((await send(cookie, { version: 2 }, `${path}/${made.body.id}`, "DELETE")).status).toBe(200);
});

test("the hours of somebody else are not found", async () => {
  const [{ cookie }, other] = [await aVolunteer(), await aVolunteer()];
  const { body } = await send(cookie, draft);
  for (const [to, method] of [
    ["", "PATCH"],
    ["/confirm", "POST"],
    ["", "DELETE"],
  ] as const)
    expect((await send(other.cookie, { ...draft, version: 1 }, `${path}/${body.id}${to}`, method)).status).toBe(404);
  expect((await backend.request(`${path}/${body.id}`, { cookie: other.cookie })).status).toBe(404);
});

test.each([
  [{ date: "2026-11-22" }, "date", "hours:error.future"],
  [{ date: "2026-08-22" }, "date", "hours:error.old"],
  [{ minutes: 961 }, "minutes", "hours:error.minutes"],
  [{ minutes: 4 }, "minutes", "hours:error.minutes"],
  [{ sectorId: crypto.randomUUID() }, "sectorId", "hours:error.sector"],
])("an entry outside the limits says what to do: %o", async (more, field, text) => {
  const { cookie } = await aVolunteer();
  const { status, body } = await send(cookie, { ...draft, ...more });
  expect([status, body.fieldErrors]).toEqual([422, { [field]: [text] }]);
});

test("two missions at the same time are sent with a remark", async () => {
  const { cookie } = await aVolunteer();
  await send(cookie, { ...draft, startsAt: 600 });
  expect((await send(cookie, { ...draft, startsAt: 660 })).body.remark).toBe("overlap");
});

test.runIf(serverUrl)("twenty forms at once never make more than sixteen hours of a day", async () => {
  const { cookie, id } = await aVolunteer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(cookie, draft)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
  expect(answers.filter(({ status, body }) => status === 422 && body.fieldErrors?.minutes?.[0] === "hours:error.day")).toHaveLength(12);
  const rows = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.userId, id));
  expect(rows.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(960);
});

test("a week is sent whole or not at all", async () => {
  const { cookie, id } = await aVolunteer();
  const lines = [
    { ...draft, date: "2026-11-17" },
    { ...draft, date: "2026-11-22" },
  ];
  const refused = await send(cookie, { monday: "2026-11-16", lines }, `${path}/week`);
  expect([refused.status, refused.body.fieldErrors]).toEqual([422, { "2026-11-22.delivery": ["hours:error.future"] }]);
  expect(await backend.services.db.$count(volunteerHours, eq(volunteerHours.userId, id))).toBe(0);
  expect((await send(cookie, { monday: "2026-11-16", lines: lines.slice(0, 1) }, `${path}/week`)).status).toBe(201);
});

describe("days are those of clocks in France", () => {
  test.each([
    ["2026-11-21T22:59:00Z", "2026-11-21", "2026-11-22"],
    ["2026-11-21T23:01:00Z", "2026-11-22", "2026-11-23"],
    ["2026-03-28T22:59:00Z", "2026-03-28", "2026-03-29"],
    ["2026-03-29T21:59:00Z", "2026-03-29", "2026-03-30"],
    ["2026-03-29T22:01:00Z", "2026-03-30", "2026-03-31"],
    ["2026-10-24T22:01:00Z", "2026-10-25", "2026-10-26"],
    ["2026-10-25T22:59:00Z", "2026-10-25", "2026-10-26"],
    ["2026-10-25T23:01:00Z", "2026-10-26", "2026-10-27"],
  ])("at %s, %s has come and %s has not", async (now, today, tomorrow) => {
    time.set(now);
    const { cookie } = await aVolunteer();
    const came = await send(cookie, { ...draft, date: today });
    const notYet = await send(cookie, { ...draft, date: tomorrow });
    time.set("2026-11-21T10:00:00Z");
    expect([came.status, notYet.status]).toEqual([201, 422]);
  });
});

describe("proposals", () => {
  async function anEvent(): Promise<string> {
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    return (await addContent(backend, "events", cookie)).id;
  }
  const propose = (userId: string, eventId: string, more: object = {}) =>
    backend.services.db.transaction((tx) =>
      proposeHours(tx, { credits: [{ userId, date: "2026-11-20", minutes: 89, ...more }], eventId, sectorId: null, now: time.clock() }),
    );

  test("are made once, follow the event until they are confirmed, and are confirmed by their person alone", async () => {
    const [{ cookie, id }, eventId] = [await aVolunteer(), await anEvent()];
    await propose(id, eventId);
    await propose(id, eventId, { minutes: 90 });
    const rows = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.eventId, eventId));
    expect(rows.map(({ minutes, status, source }) => [minutes, status, source])).toEqual([[90, "proposed", "event"]]);
    const [row] = rows;
    expect((await send(cookie, { version: 2 }, `${path}/${row?.id}/confirm`)).status).toBe(200);
    expect(await propose(id, eventId, { minutes: 300 })).toBe(0);
    expect(await rowOf(row?.id ?? "")).toMatchObject({ minutes: 90, status: "submitted" });
    const [event] = await backend.services.db.select().from(events).where(eq(events.id, eventId));
    expect(event).toBeDefined();
  });

  test("are not counted in the day, and refused there only when they are confirmed", async () => {
    const [{ cookie, id }, eventId] = [await aVolunteer(), await anEvent()];
    await send(cookie, { ...draft, minutes: 900 });
    expect(await propose(id, eventId)).toBe(1);
    const [row] = await backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.eventId, eventId));
    const { status, body } = await send(cookie, { version: 1 }, `${path}/${row?.id}/confirm`);
    expect([status, body.fieldErrors?.minutes]).toEqual([422, ["hours:error.day"]]);
  });

  test("are not made in a year that is closed, nor for a moment", async () => {
    const [{ id }, eventId] = [await aVolunteer(), await anEvent()];
    await backend.services.db.insert(hourPeriods).values({ year: 2024, closedAt: time.clock() });
    expect([await propose(id, eventId, { date: "2024-05-01" }), await propose(id, eventId, { minutes: 4 })]).toEqual([0, 0]);
  });
});

test("the page of a person has totals, proposals, rejected hours and the week, and no one else's", async () => {
  const { cookie, id } = await aVolunteer();
  await send(cookie, { ...draft, date: "2026-11-17" });
  await send((await aVolunteer()).cookie, draft);
  const { id: validatorId } = await signIn(backend, { role: "ADMIN" });
  const about = { userId: id, activity: "other", level: "field", source: "self", validatorId } as const;
  await backend.services.db.insert(volunteerHours).values([
    { ...about, date: "2026-02-03", minutes: 60, status: "validated", validatedAt: time.clock() },
    { ...about, date: "2025-02-03", minutes: 30, status: "validated", validatedAt: time.clock() },
    { ...about, date: "2026-11-02", minutes: 45, status: "rejected", rejectReason: "Quel jour ?", rejectedAt: time.clock() },
  ]);
  const page = await (await backend.request(path, { cookie })).json();
  expect(page).toMatchObject({
    today: "2026-11-21",
    totals: { month: 120, monthToConfirm: 0, validatedYear: 60, validatedLastYear: 30, waiting: 120, rejected: 45 },
    rejected: [{ rejectReason: "Quel jour ?" }],
    week: { monday: "2026-11-16", rows: [{ date: "2026-11-17" }] },
    leads: false,
  });
  expect(page).toMatchObject({ latest: { length: 4 }, totals: { months: [0, 60, 0, 0, 0, 0, 0, 0, 0, 0, 120, 0] } });
});

test.each([
  "?from=9999-99-99.00000000-0000-4000-8000-000000000000",
  "?from=2026-11-01.x",
  "?week=0000-01-01",
  "?week=9999-12-31",
  "?week=2026-02-30",
])("an address with %s shows one's hours as if it said nothing", async (query) => {
  const { cookie } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(`/api/volunteer-hours${query}`, { cookie })).status).toBe(200);
});

test("on 29 February, hours are compared with those of a year before", async () => {
  const { id } = await signIn(backend, { role: "VOLUNTEER" });
  expect(await totalsOf(backend.services.db, id, "2028-02-29")).toMatchObject({ validatedLastYear: 0 });
});
