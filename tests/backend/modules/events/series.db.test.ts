import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventQuotas, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { eventSeries, events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { franceWallTime } from "#contract/formats/france-time";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { addRegistered as addRegisteredTo, addSeries as addSeriesTo, datesOf, editEvent, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let cookie: string;
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const walls = (rows: { startsAt: Date; endsAt: Date }[]) =>
  rows.map(({ startsAt, endsAt }) => `${franceWallTime(startsAt)} ${franceWallTime(endsAt).slice(11)}`);

const addSeries = (more?: Record<string, unknown>) => addSeriesTo(backend, cookie, more);
const addRegistered = (eventId: string) => addRegisteredTo(backend, eventId);
const edit = (id: string, changes: Record<string, unknown>) => editEvent(backend, cookie, id, changes);

const mailsTo = async (email: string) =>
  (await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.recipient, email))).map(({ topic }) => topic);

test("dates of a series are at the same hours of clocks, over both changes of them", async () => {
  const spring = await addEvent(backend, cookie, { event: { startsAt: "2031-03-26T18:30", endsAt: "2031-03-26T21:00" } });
  await repeat(backend, cookie, spring.id, ["2031-04-02"]);
  expect(walls(await datesOf(backend, spring.id))).toEqual(["2031-03-26T18:30 21:00", "2031-04-02T18:30 21:00"]);
  const autumn = await addEvent(backend, cookie, { event: { startsAt: "2031-10-22T18:30", endsAt: "2031-10-22T21:00" } });
  await repeat(backend, cookie, autumn.id, ["2031-10-29"]);
  const dates = await datesOf(backend, autumn.id);
  expect(walls(dates)).toEqual(["2031-10-22T18:30 21:00", "2031-10-29T18:30 21:00"]);
  expect(dates.map(({ startsAt }) => startsAt.getUTCHours())).toEqual([16, 17]);
});

test("a date on which clocks skip the hours of the event is refused, and may be left out", async () => {
  const { id } = await addEvent(backend, cookie, { event: { startsAt: "2031-03-23T02:30", endsAt: "2031-03-23T03:00" } });
  const { code, body } = await repeat(backend, cookie, id, ["2031-03-30", "2031-04-06"]);
  expect([code, body.fieldErrors?.days]).toEqual([422, ["event-series:error.clock?day=2031-03-30"]]);
  expect((await repeat(backend, cookie, id, ["2031-04-06"], { count: 3 })).code).toBe(200);
  // Only the start is skipped here.
  const long = await addEvent(backend, cookie, { event: { startsAt: "2031-03-23T02:30", endsAt: "2031-03-23T05:00" } });
  expect((await repeat(backend, cookie, long.id, ["2031-03-30"])).body.fieldErrors?.days).toEqual([
    "event-series:error.clock?day=2031-03-30",
  ]);
});

test("dates have the places of the event, the days that were left out are stored, and a draft has drafts", async () => {
  const event = { title: { fr: "Tri du soir", en: "Evening sort" }, startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" };
  const { id, quotas } = await addEvent(backend, cookie, { event, minAge: 16, quotas: [{ capacity: 4 }] });
  const { db } = backend.services;
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", guestName: "Ana Silva", status: "confirmed" });
  expect(await repeat(backend, cookie, id, ["2031-01-29"], { count: 3 })).toEqual({ code: 200, body: { dates: 1 } });
  const [first, second] = await datesOf(backend, id);
  expect([first?.status, second?.status, second?.seriesDay]).toEqual(["published", "draft", "2031-01-29"]);
  expect(second?.title).toEqual({ fr: "Tri du soir", en: "Evening sort" });
  const [rules] = await db
    .select()
    .from(registrationRules)
    .where(eq(registrationRules.eventId, second?.id ?? ""));
  expect(rules).toMatchObject({ minAge: 16, taken: 0 });
  expect(await db.$count(eventQuotas, eq(eventQuotas.eventId, second?.id ?? ""))).toBe(1);
  const [series] = await db
    .select()
    .from(eventSeries)
    .where(eq(eventSeries.id, first?.seriesId ?? ""));
  expect(series).toMatchObject({ rrule: "FREQ=WEEKLY;BYDAY=WE;COUNT=3", startsLocal: "2031-01-15T18:30", excluded: ["2031-01-22"] });
  const [logged] = await db.select().from(auditLog).where(eq(auditLog.action, "event.repeat"));
  expect(logged).toMatchObject({ entityType: "event", changes: { dates: { after: expect.any(Number) } } });
});

test("an event is repeated once, on days of its rule, and only while it is to come", async () => {
  const [first] = await addSeries();
  const id = first?.id ?? "";
  expect(await repeat(backend, cookie, id, ["2031-01-22"])).toMatchObject({ code: 409, body: { code: "in_series" } });
  const other = await addEvent(backend, cookie, { event: { startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" } });
  expect((await repeat(backend, cookie, other.id, ["2031-01-23"])).body.fieldErrors).toHaveProperty("days");
  expect((await repeat(backend, cookie, other.id, ["2031-01-22"], { weekdays: ["MO"] })).body.fieldErrors).toHaveProperty("weekdays");
  await backend.services.db
    .update(events)
    .set({ startsAt: new Date("2020-01-15T18:00Z"), endsAt: new Date("2020-01-15T19:00Z") })
    .where(eq(events.id, other.id));
  expect((await repeat(backend, cookie, other.id, ["2020-01-22"])).code).toBe(409);
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  expect((await repeat(backend, volunteer, id, ["2031-01-22"])).code).toBe(403);
});

test("a change of one date leaves the others, of the following ones those before, of all none that is to come", async () => {
  const dates = await addSeries();
  const [one, two, three] = dates.map(({ id }) => id);
  expect((await edit(two ?? "", { placeName: "La salle" })).status).toBe(200);
  const places = async () => (await datesOf(backend, one ?? "")).map(({ placeName }) => placeName);
  expect(await places()).toEqual(["Le local", "La salle", "Le local"]);
  await edit(two ?? "", { placeName: "Le gymnase", scope: "following" });
  expect(await places()).toEqual(["Le local", "Le gymnase", "Le gymnase"]);
  // Cancelled dates stay as they are.
  await backend.services.db
    .update(events)
    .set({ cancelledAt: new Date(), cancelReason: { fr: "Travaux" } })
    .where(eq(events.id, three ?? ""));
  await edit(two ?? "", { placeName: "La mairie", scope: "all" });
  expect(await places()).toEqual(["La mairie", "La mairie", "Le gymnase"]);
  const onlineUrl = "https://meet.example/room";
  await edit(two ?? "", { onlineUrl, scope: "all" });
  expect((await datesOf(backend, one ?? "")).map((date) => date.onlineUrl)).toEqual([onlineUrl, onlineUrl, null]);
  expect(await backend.services.db.$count(auditLog, eq(auditLog.entityId, one ?? ""))).toBeGreaterThan(2);
});

test("a new time moves other dates by as many days to the same hours, and notifies those who are registered for them", async () => {
  const [one, two, three] = await addSeries();
  const before = await addRegistered(one?.id ?? "");
  const after = await addRegistered(three?.id ?? "");
  await edit(two?.id ?? "", { startsAt: "2031-01-23T19:00", endsAt: "2031-01-23T21:30", scope: "following" });
  expect(walls(await datesOf(backend, one?.id ?? ""))).toEqual([
    "2031-01-15T18:30 21:00",
    "2031-01-23T19:00 21:30",
    "2031-01-30T19:00 21:30",
  ]);
  expect(await mailsTo(after.email)).toContain("event_changed");
  expect(await mailsTo(before.email)).toEqual([]);
  // A text that nobody has to know by mail.
  const other = await addRegistered(one?.id ?? "");
  await edit(two?.id ?? "", { summary: { fr: "On trie." }, startsAt: "2031-01-23T19:00", endsAt: "2031-01-23T21:30", scope: "all" });
  expect(await mailsTo(other.email)).toEqual([]);
});

test("a cancellation of following dates or all says the reason to everybody, and is refused when there are more people than named", async () => {
  const [one, two, three] = await addSeries();
  const [first, last] = [await addRegistered(one?.id ?? ""), await addRegistered(three?.id ?? "")];
  const cancel = (id: string | undefined, scope: string, people: number) =>
    backend.request(`/api/admin/events/${id}/series/cancel`, {
      method: "POST",
      cookie,
      json: { reason: { fr: "Le local est fermé." }, scope, people: { this: people, following: people, all: people } },
    });
  expect((await cancel(two?.id, "following", 0)).status).toBe(409);
  const answer = await cancel(two?.id, "following", 1);
  expect(await answer.json()).toEqual({ dates: 2, notified: 1 });
  expect((await datesOf(backend, one?.id ?? "")).map(({ cancelledAt }) => cancelledAt !== null)).toEqual([false, true, true]);
  expect([await mailsTo(last.email), await mailsTo(first.email)]).toEqual([["event_cancelled"], []]);
  expect(await (await cancel(one?.id, "all", 1)).json()).toEqual({ dates: 1, notified: 1 });
  expect(await mailsTo(first.email)).toEqual(["event_cancelled"]);
});

test("the dates of a series are listed with their registrations, and the list and the event say how many there are", async () => {
  const [one, two] = await addSeries();
  await addRegistered(two?.id ?? "");
  const answer = await backend.request(`/api/admin/events/${one?.id}/series`, { cookie });
  const { series, dates } = (await answer.json()) as { series: { rrule: string }; dates: { people: number; open: boolean }[] };
  expect(series.rrule).toBe("FREQ=WEEKLY;BYDAY=WE;COUNT=3");
  expect(dates.map(({ people, open }) => [people, open])).toEqual([
    [0, true],
    [1, true],
    [0, true],
  ]);
  const day = await (await backend.request(`/api/admin/events/${one?.id}/day`, { cookie })).json();
  expect(day).toMatchObject({ seriesDates: 3 });
  const { items } = (await (await backend.request("/api/admin/events?perPage=100", { cookie })).json()) as {
    items: { id: string; seriesDates: number | null }[];
  };
  expect(items.find(({ id }) => id === two?.id)?.seriesDates).toBe(3);
});

test("the list of events names the series of each, and is narrowed to one", async () => {
  const [one, two, three] = await addSeries();
  await edit(one?.id ?? "", { title: { fr: "Tri du mercredi" }, scope: "all" });
  await addSeries();
  await edit(two?.id ?? "", { title: { fr: "Tri de fête" } });
  const read = async (path: string) => (await (await backend.request(path, { cookie })).json()) as { items: Record<string, unknown>[] };
  const { items: series } = await read("/api/admin/event-series");
  expect(series).toContainEqual({ id: one?.seriesId, title: { fr: "Tri du mercredi" }, firstDay: "2031-01-15" });
  const { items } = await read(`/api/admin/events?seriesId=${one?.seriesId}`);
  expect(items.map(({ id, seriesTitle }) => [id, seriesTitle])).toEqual(
    [one, two, three].map((date) => [date?.id, { fr: "Tri du mercredi" }]),
  );
  expect((await backend.request("/api/admin/event-series", { cookie: (await signIn(backend, { role: "VOLUNTEER" })).cookie })).status).toBe(
    403,
  );
});

test("an event whose other dates were deleted is single, and may be repeated again", async () => {
  const [one, two, three] = await addSeries();
  for (const date of [two, three]) await backend.services.db.delete(events).where(eq(events.id, date?.id ?? ""));
  const shown = await (await backend.request(`/api/admin/events/${one?.id}/series`, { cookie })).json();
  expect(shown).toMatchObject({ series: null, dates: [{ id: one?.id }] });
  expect(await (await backend.request(`/api/admin/events/${one?.id}/day`, { cookie })).json()).toMatchObject({ seriesDates: null });
  expect((await repeat(backend, cookie, one?.id ?? "", ["2031-01-22"])).code).toBe(200);
  expect(await datesOf(backend, one?.id ?? "")).toHaveLength(2);
});

test("the database has no day of a series twice", async () => {
  const [one, two] = await addSeries();
  const twice = backend.services.db
    .update(events)
    .set({ seriesDay: one?.seriesDay })
    .where(eq(events.id, two?.id ?? ""));
  await expect(twice).rejects.toMatchObject({ cause: { constraint: "events_once_in_series" } });
});
