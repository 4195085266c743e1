import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import type { PublicEvent } from "#contract/charity/events";
import { backendForTest, startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addContent, contentRecords, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const list = "/api/admin/events";
const send = (method: string, path: string, json?: unknown) => backend.request(path, { method, cookie, json });
const create = (more: object) => send("POST", list, { ...contentRecords.events, ...more });

test.each([
  ["winter", "2026-12-05T18:30", "2026-12-05T17:30:00.000Z"],
  ["summer", "2026-07-05T18:30", "2026-07-05T16:30:00.000Z"],
])("hours are written as clocks in France show them in %s, kept in UTC, and read as they were written", async (_, startsAt, utc) => {
  const { id } = (await (await create({ startsAt, endsAt: startsAt.replace("18:30", "20:00") })).json()) as { id: string };
  const [row] = await backend.services.db.select().from(events).where(eq(events.id, id));
  expect(row?.startsAt.toISOString()).toBe(utc);
  expect(await (await send("GET", `${list}/${id}`)).json()).toMatchObject({ startsAt });
});

test.each(["2026-02-30T10:00", "2026-12-05", "2026-12-05T10:00Z", "0000-12-05T10:00", "3026-12-05T10:00", "demain", ""])(
  "%j is no hour of an event",
  async (startsAt) => {
    expect((await create({ startsAt })).status).toBe(422);
  },
);

test.each(["2026-12-05T10:00", "2026-12-05T09:59"])(
  "an event that begins at ten does not end at %s, neither for the form nor for the database",
  async (endsAt) => {
    const answer = await create({ startsAt: "2026-12-05T10:00", endsAt });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      expect.objectContaining({ fieldErrors: { endsAt: ["content:error.endsFirst"] } }),
    ]);
    const startsAt = new Date("2026-12-05T09:00:00Z");
    const row = { title: { fr: "Un" }, placeName: "Ici", placeAddress: "Là", startsAt, endsAt: startsAt };
    await expect(backend.services.db.insert(events).values({ ...row, type: "other" })).rejects.toThrow();
    const after = { ...row, endsAt: new Date("2026-12-05T10:00:00Z") };
    await expect(backend.services.db.insert(events).values({ ...after, type: "fête" as "other" })).rejects.toThrow();
  },
);

test("the list begins with the next one and ends with those that are over, the last one first, and is filtered by type and team", async () => {
  const own = await backendForTest();
  const { cookie: admin } = await signIn(own, { role: "ADMIN" });
  const { id: sectorId } = await addContent(own, "sectors", admin);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 11);
  const on = (days: number, more: object) => ({ startsAt: `${inDays(days)}10:00`, endsAt: `${inDays(days)}11:00`, ...more });
  const days = {
    later: on(9, { sectorId: null }),
    next: on(2, { type: "training", sectorId }),
    over: on(-2, { sectorId }),
    older: on(-20, { sectorId: null }),
  };
  const names = new Map<string, string>();
  for (const [name, day] of Object.entries(days)) names.set((await addContent(own, "events", admin, day)).id, name);
  const found = async (query: string) => {
    const answer = (await (await own.request(list + query, { cookie: admin })).json()) as { items: { id: string }[] };
    return answer.items.map(({ id }) => names.get(id));
  };
  expect(await found("")).toEqual(["next", "later", "over", "older"]);
  expect(await found("?order=desc")).toEqual(["older", "over", "later", "next"]);
  expect(await found("?type=training")).toEqual(["next"]);
  expect(await found(`?sectorId=${sectorId}`)).toEqual(["next", "over"]);
});

test("published events that are not over are public, the next one first; drafts and past ones are not", async () => {
  const own = await backendForTest({ clock: time.clock });
  const { cookie: admin } = await signIn(own, { role: "ADMIN" });
  const team = await publishContent(own, "sectors", admin, { name: "Lyon" });
  const hidden = await addContent(own, "sectors", admin, { name: "Pas encore" });
  const at = (day: string, from: string, to: string) => ({ startsAt: `2026-11-${day}T${from}`, endsAt: `2026-11-${day}T${to}` });
  const on = (fr: string, more: object) => publishContent(own, "events", admin, { title: { fr }, sectorId: null, ...more });
  await on("Passé", at("20", "18:00", "19:00"));
  await on("Fini à l’instant", at("21", "09:00", "11:00"));
  await on("En cours", { ...at("21", "10:00", "11:01"), sectorId: team.id });
  await on("Demain", { ...at("22", "10:00", "11:00"), sectorId: hidden.id });
  await on("Lundi", at("23", "10:00", "11:00"));
  await on("Mardi", at("24", "10:00", "11:00"));
  await addContent(own, "events", admin, { title: { fr: "Brouillon" }, ...at("22", "10:00", "11:00") });
  const read = async (path: string) => (await (await own.request(path)).json()) as { items: PublicEvent[] };
  const { items } = await read("/api/events");
  expect(items.map(({ title, team }) => [title.fr, team?.slug ?? null])).toEqual([
    ["En cours", "lyon"],
    ["Demain", null],
    ["Lundi", null],
  ]);
  expect((await read("/api/events?limit=10")).items.map(({ title }) => title.fr)).toEqual(["En cours", "Demain", "Lundi", "Mardi"]);
  const { events: ofTeam } = (await (await own.request("/api/teams/lyon")).json()) as { events: PublicEvent[] };
  expect(ofTeam.map(({ title }) => title.fr)).toEqual(["En cours"]);
  expect(items[0]).not.toHaveProperty("status");
});
