import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { promoteEverywhere } from "#backend/modules/event-registrations/promoting";
import { eventQuotas, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { addEvent, placesOf, savePlaces } from "#tests/support/events";
import { cookiesOf, signIn } from "#tests/support/people";

const time = testClock();
let backend: TestBackend;
let admin = "";
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock });
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

/** Time passes for everybody: sessions are short, so that staff log in again. */
async function pass(hours: number) {
  time.pass(hours * 3600);
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
}

const volunteer = () => signIn(backend, { role: "VOLUNTEER" });
const hour = 3_600_000;
/** As the form writes it: an hour of clocks in France, which are one hour ahead of UTC in winter. */
const inHours = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * hour).toISOString().slice(0, 16);
/** By the clock of the machine, which the content's own checks read. */
const later = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(0, 16);
const coming = (hours = 100) => ({ startsAt: inHours(hours), endsAt: inHours(hours + 2) });

const post = (cookie: string, path: string, json: unknown = {}) => backend.request(path, { method: "POST", cookie, json });
const register = (cookie: string, id: string, quotaId: string | undefined, partySize = 1) =>
  post(cookie, `/api/my-events/${id}/registration`, { quotaId, partySize });
const answerTo = async (cookie: string, id: string) =>
  (await backend.request(`/api/my-events/${id}`, { cookie })).json() as Promise<{
    phase: string;
    free: number;
    mine: { status: string; position: number | null } | null;
    quotas: { free: number; refused: string | null }[];
  }>;
const stateOf = async (cookie: string, id: string) => (await answerTo(cookie, id)).mine?.status;
const topicsTo = async (id: string) =>
  (await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.userId, id)).orderBy(outgoingMails.createdAt)).map(
    ({ topic }) => topic,
  );

test("a volunteer takes the only place, the next one waits, and is offered it when it is free", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming() });
  const [first, second] = [await volunteer(), await volunteer()];
  expect(await (await register(first.cookie, id, quotas[0])).json()).toMatchObject({ status: "confirmed" });
  expect(await (await register(second.cookie, id, quotas[0])).json()).toMatchObject({ status: "waiting" });
  expect(await answerTo(second.cookie, id)).toMatchObject({ phase: "full", free: 0, mine: { status: "waiting", position: 1 } });

  expect((await post(first.cookie, `/api/my-events/${id}/cancel`)).status).toBe(200);
  expect(await stateOf(second.cookie, id)).toBe("offered");
  expect(await placesOf(backend, admin, id)).toMatchObject({ rules: { taken: 1 }, quotas: [{ taken: 1 }] });
  expect((await post(second.cookie, `/api/my-events/${id}/offer`, { accepted: true })).status).toBe(200);
  expect(await stateOf(second.cookie, id)).toBe("confirmed");
  expect(await topicsTo(first.id)).toEqual(["event_confirmed", "event_left"]);
  expect(await topicsTo(second.id)).toEqual(["event_waiting", "event_offer", "event_confirmed"]);
});

test("an offer ends with its deadline: it cannot be accepted any more, and the place goes to the next person", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), offerHours: 2 });
  const [first, second, third] = [await volunteer(), await volunteer(), await volunteer()];
  for (const { cookie } of [first, second, third]) await register(cookie, id, quotas[0]);
  await post(first.cookie, `/api/my-events/${id}/cancel`);
  await pass(2);
  for (const person of [second, third]) person.cookie = await cookiesOf(backend, person.id);
  expect((await post(second.cookie, `/api/my-events/${id}/offer`, { accepted: true })).status).toBe(409);
  await promoteEverywhere(backend.services);
  await promoteEverywhere(backend.services);
  expect(await stateOf(second.cookie, id)).toBe("offer_expired");
  expect(await stateOf(third.cookie, id)).toBe("offered");
  expect(await topicsTo(second.id)).toEqual(["event_waiting", "event_offer", "event_offer_expired"]);
  expect((await post(third.cookie, `/api/my-events/${id}/offer`, { accepted: false })).status).toBe(200);
  expect(await placesOf(backend, admin, id)).toMatchObject({ quotas: [{ taken: 0, waiting: 0 }] });
});

test("a party gets all its places or none, and lets a smaller one pass that fits", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 3 }] });
  const [one, three, two] = [await volunteer(), await volunteer(), await volunteer()];
  await register(one.cookie, id, quotas[0], 1);
  expect(await (await register(three.cookie, id, quotas[0], 3)).json()).toMatchObject({ status: "waiting" });
  expect(await (await register(two.cookie, id, quotas[0], 2)).json()).toMatchObject({ status: "confirmed" });
  const listed = (await (await backend.request(`/api/admin/events/${id}/participants`, { cookie: admin })).json()) as {
    items: { status: string; held: string | null }[];
  };
  expect(listed.items.map(({ status }) => status)).toEqual(["confirmed", "waiting", "confirmed"]);
  await post(two.cookie, `/api/my-events/${id}/cancel`);
  expect(await stateOf(three.cookie, id)).toBe("waiting");
  const held = (await (
    await backend.request(`/api/admin/events/${id}/participants?status=waiting`, { cookie: admin })
  ).json()) as typeof listed;
  expect(held.items).toMatchObject([{ held: "party" }]);
});

test("nobody passes those who wait and would fit", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 1 }] });
  const [first, second, third] = [await volunteer(), await volunteer(), await volunteer()];
  await register(first.cookie, id, quotas[0]);
  await register(second.cookie, id, quotas[0]);
  // A place that something else freed, before the job has given it away.
  await backend.services.db.delete(eventRegistrations).where(eq(eventRegistrations.userId, first.id));
  expect(await (await register(third.cookie, id, quotas[0])).json()).toMatchObject({ status: "waiting" });
  await promoteEverywhere(backend.services);
  expect([await stateOf(second.cookie, id), await stateOf(third.cookie, id)]).toEqual(["offered", "waiting"]);
});

test("more places promote the waiting list in the same answer; fewer than are taken are refused with their number", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 2 }] });
  const people = [await volunteer(), await volunteer(), await volunteer(), await volunteer()];
  for (const { cookie } of people) await register(cookie, id, quotas[0]);
  const more = await savePlaces(backend, admin, id, { version: 1, quotas: [{ id: quotas[0], capacity: 3 }] });
  expect(await more.json()).toEqual({ promoted: 1, notified: 0 });
  expect(await placesOf(backend, admin, id)).toMatchObject({ counts: { confirmed: 2, offered: 1, waiting: 1 } });
  const fewer = await savePlaces(backend, admin, id, { version: 2, quotas: [{ id: quotas[0], capacity: 2 }] });
  expect([fewer.status, await fewer.json()]).toMatchObject([
    422,
    { fieldErrors: { "quotas[0].capacity": ["events:error.belowTaken?count=3"] } },
  ]);
  expect((await savePlaces(backend, admin, id, { version: 1, quotas: [{ id: quotas[0], capacity: 9 }] })).status).toBe(409);
  const without = await savePlaces(backend, admin, id, { version: 2, quotas: [{ capacity: 5 }] });
  expect([without.status, await without.json()]).toMatchObject([409, { count: 4 }]);
});

test("all quotas together have no more places than the total", async () => {
  const quotas = [{ capacity: 2 }, { capacity: 2 }];
  const { id, quotas: ids } = await addEvent(backend, admin, { event: coming(), quotas, totalCapacity: 3 });
  const states = [];
  for (const at of [0, 0, 1, 1])
    states.push(((await (await register((await volunteer()).cookie, id, ids[at])).json()) as { status: string }).status);
  expect(states).toEqual(["confirmed", "confirmed", "confirmed", "waiting"]);
  const row = { eventId: id, quotaId: ids[1] ?? "", guestName: "Invitée", status: "confirmed" as const };
  await expect(backend.services.db.insert(eventRegistrations).values(row)).rejects.toThrow();
  await expect(
    backend.services.db
      .update(eventQuotas)
      .set({ taken: 3 })
      .where(eq(eventQuotas.id, ids[0] ?? "")),
  ).rejects.toThrow();
});

test("who may not take a place is told why, and takes none", async () => {
  const rules = { event: coming(), roles: ["VOLUNTEER" as const], minAge: 18, needsMembership: true };
  const { id, quotas } = await addEvent(backend, admin, { ...rules, quotas: [{ capacity: 5 }, { capacity: 5, needsDriver: true }] });
  const refusal = async (person: Parameters<typeof signIn>[1]) => {
    const { cookie } = await signIn(backend, person);
    const answer = await register(cookie, id, quotas[0]);
    return [answer.status, ((await answer.json()) as { fieldErrors?: Record<string, string[]> }).fieldErrors?.quotaId?.[0]];
  };
  expect(await refusal({ role: "BENEFICIARY" })).toEqual([422, "events:refused.role"]);
  expect(await refusal({ role: "VOLUNTEER", birthDate: "2009-06-01" })).toEqual([422, "events:refused.age"]);
  expect(await refusal({ role: "VOLUNTEER" })).toEqual([422, "events:refused.age"]);
  expect(await refusal({ role: "VOLUNTEER", birthDate: "1990-06-01" })).toEqual([422, "events:refused.membership"]);
  expect(await refusal({ role: "DONATOR_INDIVIDUAL" })).toEqual([403, undefined]);
  expect(await placesOf(backend, admin, id)).toMatchObject({ rules: { taken: 0 } });
});

test("a place of drivers is for those whose documents are approved and count on the day of the event", async () => {
  const quotas = [{ capacity: 5, needsDriver: true }];
  const { id, quotas: ids } = await addEvent(backend, admin, { event: coming(), quotas });
  const answerOf = async (driver: Partial<typeof driverProfiles.$inferInsert> | null) => {
    const { id: userId, cookie } = await volunteer();
    const until = { licenceExpiry: "2099-01-01", insuranceExpiry: "2099-01-01", inspectionExpiry: "2099-01-01" };
    if (driver)
      await backend.services.db.insert(driverProfiles).values({ userId, vehicle: "car", ...until, status: "approved", ...driver });
    const answer = await register(cookie, id, ids[0]);
    return ((await answer.json()) as { fieldErrors?: Record<string, string[]> }).fieldErrors?.quotaId?.[0] ?? answer.status;
  };
  expect(await answerOf(null)).toBe("events:refused.driver");
  expect(await answerOf({ status: "pending" })).toBe("events:refused.driver");
  expect(await answerOf({ insuranceExpiry: "2020-01-01" })).toBe("events:refused.driver");
  expect(await answerOf({})).toBe(200);
});

test("nobody registers twice, nor for two events at the same time", async () => {
  const [one, other] = [
    await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 5 }] }),
    await addEvent(backend, admin, { event: coming(101), quotas: [{ capacity: 5 }] }),
  ];
  const { cookie } = await volunteer();
  expect((await register(cookie, one.id, one.quotas[0])).status).toBe(200);
  expect(await (await register(cookie, one.id, one.quotas[0])).json()).toMatchObject({
    fieldErrors: { quotaId: ["events:refused.already"] },
  });
  expect(await (await register(cookie, other.id, other.quotas[0])).json()).toMatchObject({
    fieldErrors: { quotaId: ["events:refused.overlap"] },
  });
  expect((await post(cookie, `/api/my-events/${one.id}/cancel`)).status).toBe(200);
  expect((await register(cookie, other.id, other.quotas[0])).status).toBe(200);
});

test("registration opens and closes at its times, and cancelling by oneself ends before the event", async () => {
  const rules = { event: coming(50), opensAt: inHours(2), closesAt: inHours(30), cancelUntilHours: 10, quotas: [{ capacity: 5 }] };
  const { id, quotas } = await addEvent(backend, admin, rules);
  const [first, second] = [await volunteer(), await volunteer()];
  expect((await answerTo(first.cookie, id)).phase).toBe("not_open");
  expect((await register(first.cookie, id, quotas[0])).status).toBe(409);
  await pass(2);
  first.cookie = await cookiesOf(backend, first.id);
  expect((await register(first.cookie, id, quotas[0])).status).toBe(200);
  await pass(28);
  second.cookie = await cookiesOf(backend, second.id);
  expect((await register(second.cookie, id, quotas[0])).status).toBe(409);
  await pass(10);
  first.cookie = await cookiesOf(backend, first.id);
  expect((await post(first.cookie, `/api/my-events/${id}/cancel`)).status).toBe(409);
  expect(await stateOf(first.cookie, id)).toBe("confirmed");
});

test("staff confirm requests as long as there are places, and decline others", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), manual: true, quotas: [{ capacity: 1 }] });
  const [first, second] = [await volunteer(), await volunteer()];
  for (const { cookie } of [first, second])
    expect(await (await register(cookie, id, quotas[0])).json()).toMatchObject({ status: "pending" });
  const rows = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const act = async (action: string, ids: string[]) =>
    (await post(admin, `/api/admin/events/${id}/participants/act`, { action, selection: { ids } })).json();
  expect(
    await act(
      "confirm",
      rows.map((row) => row.id),
    ),
  ).toMatchObject({ changed: 1, leftCount: 1, promoted: 0 });
  expect(
    await act(
      "refuse",
      rows.map((row) => row.id),
    ),
  ).toMatchObject({ changed: 1, leftCount: 1, promoted: 0 });
  expect([await stateOf(first.cookie, id), await stateOf(second.cookie, id)]).toEqual(["confirmed", "refused"]);
  expect(await topicsTo(second.id)).toEqual(["event_pending", "event_refused"]);
});

test("a cancelled event tells everybody once, and cancels in the name of as many people as were named", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 1 }] });
  const [first, second] = [await volunteer(), await volunteer()];
  for (const { cookie } of [first, second]) await register(cookie, id, quotas[0]);
  const cancel = (people: number) =>
    post(admin, `/api/admin/events/${id}/cancel`, { reason: { fr: "Orage annoncé", en: "Storm ahead" }, people });
  expect((await cancel(1)).status).toBe(409);
  expect(await (await cancel(2)).json()).toEqual({ notified: 2 });
  expect((await cancel(2)).status).toBe(409);
  expect((await topicsTo(first.id)).filter((topic) => topic === "event_cancelled")).toHaveLength(1);
  expect(await answerTo(first.cookie, id)).toMatchObject({ phase: "cancelled", mine: { status: "cancelled_by_staff" } });
  expect((await register((await volunteer()).cookie, id, quotas[0])).status).toBe(409);
});

test("an event with people does not leave the site in silence, by no way", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: { startsAt: later(100), endsAt: later(102) } });
  await register((await volunteer()).cookie, id, quotas[0]);
  const put = (status: string) => backend.request(`/api/admin/events/${id}/status`, { method: "POST", cookie: admin, json: { status } });
  for (const status of ["draft", "archived"]) {
    const answer = await put(status);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "people_registered", count: 1 }]);
  }
  const bulk = (await (await post(admin, "/api/admin/events/bulk", { action: "archived", selection: { ids: [id] } })).json()) as object;
  expect(bulk).toMatchObject({ changed: 0, refused: 1 });
  expect((await backend.request(`/api/admin/events/${id}`, { method: "DELETE", cookie: admin })).status).toBe(409);
  await expect(backend.services.db.update(events).set({ status: "draft" }).where(eq(events.id, id))).rejects.toThrow();
  expect(await placesOf(backend, admin, id)).toMatchObject({ phase: "full" });
});

test("who attended finds the hours proposed, and their event in their own time line; who did not has none", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(30), quotas: [{ capacity: 5 }] });
  const [present, absent] = [await volunteer(), await volunteer()];
  for (const { cookie } of [present, absent]) await register(cookie, id, quotas[0]);
  const rows = await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id));
  const act = (action: string, ids: string[]) => post(admin, `/api/admin/events/${id}/participants/act`, { action, selection: { ids } });
  const ids = rows.map((row) => row.id);
  expect((await act("attended", ids)).status).toBe(409);
  await backend.services.db
    .update(events)
    .set({ startsAt: new Date(time.clock().getTime() - 2 * hour), endsAt: new Date(time.clock().getTime() + hour) })
    .where(eq(events.id, id));
  expect(await (await act("attended", ids)).json()).toMatchObject({ changed: 2 });
  const proposed = () => backend.services.db.select().from(volunteerHours).where(eq(volunteerHours.eventId, id));
  expect((await proposed()).map(({ minutes, status }) => [minutes, status])).toEqual([
    [180, "proposed"],
    [180, "proposed"],
  ]);
  const missed = rows.filter(({ userId }) => userId === absent.id).map((row) => row.id);
  expect(await (await act("no_show", missed)).json()).toMatchObject({ changed: 1 });
  expect((await proposed()).map(({ userId }) => userId)).toEqual([present.id]);
  const timeline = (await (await backend.request("/api/account/timeline", { cookie: present.cookie })).json()) as {
    items: { kind: string }[];
  };
  expect(timeline.items.map(({ kind }) => kind)).toContain("event");
});

test("registrations are erased two years after their event, and free their places", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), quotas: [{ capacity: 3 }] });
  const person = await volunteer();
  await register(person.cookie, id, quotas[0]);
  await backend.services.db
    .insert(eventRegistrations)
    .values({ eventId: id, quotaId: quotas[0] ?? "", guestName: "Nadia", status: "confirmed" });
  const ends = new Date("2024-11-20T10:00:00Z");
  await backend.services.db
    .update(events)
    .set({ startsAt: new Date(ends.getTime() - hour), endsAt: ends })
    .where(eq(events.id, id));
  await applyRetention(backend.services);
  expect(await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, id))).toEqual([]);
  expect(await placesOf(backend, admin, id)).toMatchObject({ rules: { taken: 0 } });
});

test("where staff confirm each registration, a free place waits for them", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming(), manual: true, quotas: [{ capacity: 1 }] });
  const [first, second] = [await volunteer(), await volunteer()];
  await register(first.cookie, id, quotas[0]);
  const act = async (action: string, ids: string[]) =>
    (await post(admin, `/api/admin/events/${id}/participants/act`, { action, selection: { ids } })).json();
  const idsOf = async (userId: string) =>
    (await backend.services.db.select().from(eventRegistrations).where(eq(eventRegistrations.userId, userId))).map((row) => row.id);
  await act("confirm", await idsOf(first.id));
  await register(second.cookie, id, quotas[0]);
  await post(first.cookie, `/api/my-events/${id}/cancel`);
  await promoteEverywhere(backend.services);
  expect(await stateOf(second.cookie, id)).toBe("waiting");
  expect(await act("promote", await idsOf(second.id))).toMatchObject({ changed: 1 });
  expect(await stateOf(second.cookie, id)).toBe("offered");
});

test("a suspended account loses its place to the next person, and is offered none", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: coming() });
  const [seated, gone, next] = [await volunteer(), await volunteer(), await volunteer()];
  for (const { cookie } of [seated, gone, next]) await register(cookie, id, quotas[0]);
  await backend.services.db
    .update(users)
    .set({ accountState: "suspended" })
    .where(inArray(users.id, [seated.id, gone.id]));
  await promoteEverywhere(backend.services);
  expect(await stateOf(next.cookie, id)).toBe("offered");
  expect(await topicsTo(gone.id)).toEqual(["event_waiting"]);
  expect(await placesOf(backend, admin, id)).toMatchObject({ counts: { cancelled_by_staff: 2, offered: 1 } });
});

test("an event that is not for everybody is closed to whoever is not registered any more", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: { ...coming(), visibility: "invitation" }, roles: ["VOLUNTEER"] });
  const person = await volunteer();
  const read = async () => (await backend.request(`/api/my-events/${id}`, { cookie: person.cookie })).status;
  expect(await read()).toBe(404);
  expect((await register(person.cookie, id, quotas[0])).status).toBe(404);
  await post(admin, `/api/admin/events/${id}/participants`, { email: person.email, quotaId: quotas[0], partySize: 1 });
  expect(await read()).toBe(200);
  await post(person.cookie, `/api/my-events/${id}/cancel`);
  expect(await read()).toBe(404);
  const { items } = (await (await backend.request("/api/my-events", { cookie: person.cookie })).json()) as {
    items: { placeName: string }[];
  };
  expect(items.filter(({ placeName }) => placeName !== "")).toEqual([]);
});

test("an event with people is not moved into the past and put away", async () => {
  const { id, quotas } = await addEvent(backend, admin, { event: { startsAt: later(50), endsAt: later(52) } });
  await register((await volunteer()).cookie, id, quotas[0]);
  const record = (await (await backend.request(`/api/admin/events/${id}`, { cookie: admin })).json()) as Record<string, unknown>;
  const json = { ...record, startsAt: "2024-05-01T10:00", endsAt: "2024-05-01T12:00" };
  const answer = await backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie: admin, json });
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: "people_registered", count: 1 }]);
});
