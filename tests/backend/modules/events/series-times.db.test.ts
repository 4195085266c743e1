import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventQuotas, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { franceWallTime, instantInFrance } from "#contract/formats/france-time";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addRegistered, addSeries, datesOf, editEvent, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const edit = (id: string | undefined, changes: Record<string, unknown>) => editEvent(backend, cookie, id ?? "", changes);
const wall = (instant: Date | null | undefined) => (instant ? franceWallTime(instant) : null);
const at = (wallTime: string) => instantInFrance(wallTime) ?? new Date(0);

const timesOf = async (id: string | undefined) =>
  (await datesOf(backend, id ?? "")).map(({ startsAt, endsAt }) => `${wall(startsAt)} ${wall(endsAt)?.slice(11)}`);

async function fieldErrors(answer: Response) {
  return [answer.status, ((await answer.json()) as { fieldErrors?: Record<string, string[]> }).fieldErrors];
}

const setTimes = (id: string | undefined, startsAt: Date, endsAt: Date) =>
  backend.services.db
    .update(events)
    .set({ startsAt, endsAt })
    .where(eq(events.id, id ?? ""));

test("a date that has other hours keeps those that do not change: the start, the end, or both when only the day changes", async () => {
  const [one, two, three] = await addSeries(backend, cookie);
  await setTimes(three?.id, at("2031-01-29T17:00"), at("2031-01-29T20:00"));
  await edit(two?.id, { startsAt: "2031-01-22T18:00", endsAt: "2031-01-22T21:00", scope: "following" });
  expect((await timesOf(one?.id)).slice(2)).toEqual(["2031-01-29T18:00 20:00"]);
  await edit(two?.id, { startsAt: "2031-01-22T18:00", endsAt: "2031-01-22T21:30", scope: "following" });
  expect((await timesOf(one?.id)).slice(2)).toEqual(["2031-01-29T18:00 21:30"]);
  await setTimes(three?.id, at("2031-01-29T17:00"), at("2031-01-29T20:00"));
  await edit(two?.id, { startsAt: "2031-01-23T18:00", endsAt: "2031-01-23T21:30", scope: "following" });
  expect((await timesOf(one?.id)).slice(2)).toEqual(["2031-01-30T17:00 20:00"]);
});

test("a date that has begun is neither changed nor cancelled with the others", async () => {
  const [one, two] = await addSeries(backend, cookie);
  await setTimes(one?.id, new Date("2020-01-15T18:00Z"), new Date("2099-01-15T18:00Z"));
  await edit(two?.id, { placeName: "Le gymnase", scope: "all" });
  expect((await datesOf(backend, one?.id ?? "")).map(({ placeName }) => placeName)).toEqual(["Le local", "Le gymnase", "Le gymnase"]);
  const { dates } = (await (await backend.request(`/api/admin/events/${two?.id}/series`, { cookie })).json()) as {
    dates: { open: boolean }[];
  };
  expect(dates.map(({ open }) => open)).toEqual([false, true, true]);
  const json = { reason: { fr: "Le local est fermé." }, scope: "all", people: { this: 0, following: 0, all: 0 } };
  await backend.request(`/api/admin/events/${two?.id}/series/cancel`, { method: "POST", cookie, json });
  expect((await datesOf(backend, one?.id ?? "")).map(({ cancelledAt }) => cancelledAt !== null)).toEqual([false, true, true]);
});

test("a new day moves place groups with hours of their own and the registration of each date, and notifies the people of these groups", async () => {
  const event = { startsAt: "2031-02-05T18:30", endsAt: "2031-02-05T21:00" };
  const { id } = await addEvent(backend, cookie, {
    ...{ event, opensAt: "2031-01-01T08:00", closesAt: "2031-02-04T20:00" },
    quotas: [{ capacity: 4, startsAt: "2031-02-05T19:00", endsAt: "2031-02-05T20:00" }],
  });
  await repeat(backend, cookie, id, ["2031-02-12"], { publish: true });
  const dates = await datesOf(backend, id);
  const people = await Promise.all(dates.map((date) => addRegistered(backend, date.id)));
  expect((await edit(id, { startsAt: "2031-02-06T18:30", endsAt: "2031-02-06T21:00", scope: "following" })).status).toBe(200);
  const { db } = backend.services;
  for (const [place, { id: dateId }] of dates.entries()) {
    const day = ["2031-02-06", "2031-02-13"][place];
    const [quota] = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, dateId));
    expect([wall(quota?.startsAt), wall(quota?.endsAt)]).toEqual([`${day}T19:00`, `${day}T20:00`]);
    const [rules] = await db.select().from(registrationRules).where(eq(registrationRules.eventId, dateId));
    expect(wall(rules?.closesAt)).toBe(["2031-02-05T20:00", "2031-02-12T20:00"][place]);
    const mails = await db
      .select()
      .from(outgoingMails)
      .where(eq(outgoingMails.recipient, people[place]?.email ?? ""));
    expect(mails.map(({ topic }) => topic)).toContain("event_changed");
  }
});

test("other hours of the same day take along place groups that would lie outside them, and leave others as they are", async () => {
  const event = { startsAt: "2031-03-05T14:00", endsAt: "2031-03-05T17:00" };
  const quotas = [{ capacity: 4, startsAt: "2031-03-05T14:00", endsAt: "2031-03-05T15:00" }];
  const { id } = await addEvent(backend, cookie, { event, quotas });
  const person = await addRegistered(backend, id);
  const { db } = backend.services;
  const slot = async () => {
    const [quota] = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, id));
    return [wall(quota?.startsAt), wall(quota?.endsAt)];
  };
  expect((await edit(id, { startsAt: "2031-03-05T13:30", endsAt: "2031-03-05T17:00" })).status).toBe(200);
  expect(await slot()).toEqual(["2031-03-05T14:00", "2031-03-05T15:00"]);
  expect((await edit(id, { startsAt: "2031-03-05T17:30", endsAt: "2031-03-05T21:00" })).status).toBe(200);
  expect(await slot()).toEqual(["2031-03-05T18:00", "2031-03-05T19:00"]);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.recipient, person.email));
  expect(mails.map(({ topic }) => topic)).toContain("event_changed");
});

test.each(["this date of a series", "a single event"])(
  "%s that moves to another day takes its place groups along, and no registration that is open closes",
  async (which) => {
    const event = { startsAt: "2031-03-05T18:30", endsAt: "2031-03-05T21:00" };
    const { id } = await addEvent(backend, cookie, {
      ...{ event, opensAt: "2020-01-01T08:00", closesAt: "2031-03-04T20:00" },
      quotas: [{ capacity: 4, startsAt: "2031-03-05T19:00", endsAt: "2031-03-05T20:00" }],
    });
    if (which !== "a single event") await repeat(backend, cookie, id, ["2031-03-12"], { publish: true });
    expect((await edit(id, { startsAt: "2031-03-07T18:30", endsAt: "2031-03-07T21:00" })).status).toBe(200);
    const { db } = backend.services;
    const [quota] = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, id));
    expect([wall(quota?.startsAt), wall(quota?.endsAt)]).toEqual(["2031-03-07T19:00", "2031-03-07T20:00"]);
    const [rules] = await db.select().from(registrationRules).where(eq(registrationRules.eventId, id));
    expect([wall(rules?.opensAt), wall(rules?.closesAt)]).toEqual(["2020-01-01T08:00", "2031-03-06T20:00"]);
    const [, other] = which === "a single event" ? [] : await datesOf(backend, id);
    if (other) {
      const [stays] = await db.select().from(eventQuotas).where(eq(eventQuotas.eventId, other.id));
      expect(wall(stays?.startsAt)).toBe("2031-03-12T19:00");
    }
  },
);

test("a new place of a series takes its point along to the other dates", async () => {
  const [one, two] = await addSeries(backend, cookie);
  await edit(two?.id, { latitude: 45.7, longitude: 4.8 });
  const points = async () => (await datesOf(backend, one?.id ?? "")).map(({ latitude, longitude }) => [latitude, longitude]);
  expect(await points()).toEqual([
    [null, null],
    [45.7, 4.8],
    [null, null],
  ]);
  await edit(two?.id, { placeAddress: "1 place du Pont, 69003 Lyon", latitude: 45.71, scope: "all" });
  expect(await points()).toEqual([
    [45.71, 4.8],
    [45.71, 4.8],
    [45.71, 4.8],
  ]);
  await edit(two?.id, { placeAddress: "9 quai Nord, 69009 Lyon", latitude: 45.79 });
  await edit(one?.id, { latitude: 45.72, scope: "all" });
  expect(await points()).toEqual([
    [45.72, 4.8],
    [45.79, 4.8],
    [45.72, 4.8],
  ]);
  await edit(one?.id, { placeAddress: "2 place du Pont, 69003 Lyon", scope: "all" });
  expect(await points()).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test("a refusal that another date causes names its day", async () => {
  const [one, two] = await addSeries(backend, cookie);
  const early = { startsAt: "2021-01-20T18:30", endsAt: "2021-01-20T21:00", scope: "all" };
  expect(await fieldErrors(await edit(two?.id, early))).toEqual([
    422,
    { startsAt: ["content:events.own.scope.refused.over?day=2031-01-15"] },
  ]);
  await setTimes(one?.id, at("2031-01-15T18:30"), at("2031-01-15T19:00"));
  const later = { startsAt: "2031-01-22T20:00", endsAt: "2031-01-22T21:00", scope: "all" };
  expect(await fieldErrors(await edit(two?.id, later))).toEqual([
    422,
    { endsAt: ["content:events.own.scope.refused.order?day=2031-01-15"] },
  ]);
});

test("no date of a series with people leaves in silence", async () => {
  const [one, two] = await addSeries(backend, cookie);
  await addRegistered(backend, one?.id ?? "");
  const answer = await edit(two?.id, { startsAt: "2021-01-20T18:30", endsAt: "2021-01-20T21:00", scope: "all" });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    ...{ code: "people_registered", count: 1 },
    fieldErrors: { startsAt: ["content:events.own.scope.refused.people?day=2031-01-15"] },
  });
  expect((await timesOf(one?.id))[0]).toBe("2031-01-15T18:30 21:00");
});

test("a change that moves another date to hours which clocks skip is refused by its day", async () => {
  const { id } = await addEvent(backend, cookie, { event: { startsAt: "2031-03-23T01:30", endsAt: "2031-03-23T05:00" } });
  await repeat(backend, cookie, id, ["2031-03-30"]);
  const answer = await edit(id, { startsAt: "2031-03-23T02:30", endsAt: "2031-03-23T05:00", scope: "all" });
  expect(await fieldErrors(answer)).toEqual([422, { startsAt: ["content:events.own.scope.refused.clock?day=2031-03-30"] }]);
});
