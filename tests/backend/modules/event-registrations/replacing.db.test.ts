import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import type { EventDay } from "#contract/charity/event-day";
import type { EventForPerson } from "#contract/charity/event-registrations";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { crowdedEvent } from "#tests/support/event-race";
import { addEvent, placesOf } from "#tests/support/events";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin = "";
let sectorId = "";
beforeAll(async () => {
  backend = await startBackend();
  ({ cookie: admin } = await signIn(backend, { role: "ADMIN" }));
  ({ id: sectorId } = await publishContent(backend, "sectors", admin));
});
afterAll(() => backend.close());

// A Wednesday in the morning.
const times = { startsAt: "2099-06-10T10:00", endsAt: "2099-06-10T12:00" };
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);

type Rules = Parameters<typeof addEvent>[2];
const eventHere = (rules: Rules = {}) => addEvent(backend, admin, { ...rules, event: { ...times, sectorId, ...rules?.event } });

/** A volunteer of the sector who has time then. */
async function volunteer(person: object = {}) {
  const signed = await signIn(backend, { role: "VOLUNTEER", sectorId, ...person });
  await backend.services.db.insert(volunteerProfiles).values({ userId: signed.id, activities: [], moments: ["weekdayMorning"] });
  return signed;
}

type Signed = { id: string; cookie: string };
const post = (who: Signed, id: string, path: string, json: object) =>
  backend.request(`/api/my-events/${id}/${path}`, { method: "POST", cookie: who.cookie, json });
const register = (who: Signed, { id, quotas }: { id: string; quotas: string[] }) => post(who, id, "registration", { quotaId: quotas[0] });
const seek = (who: Signed, id: string, wanted = true) => post(who, id, "replacement", { wanted });
const seen = async (who: Signed, id: string) =>
  (await (await backend.request(`/api/my-events/${id}`, { cookie: who.cookie })).json()) as EventForPerson;
const offeredTo = async (who: Signed, id: string) => (await seen(who, id)).offeredPlaces;
const takeOver = async (who: Signed, id: string, registrationId: string) => (await post(who, id, "take-over", { registrationId })).status;
const registrationOf = async (who: Signed, eventId: string) => {
  const [own] = await backend.services.db
    .select()
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.userId, who.id), eq(eventRegistrations.eventId, eventId)));
  if (!own) throw new Error("not registered");
  return own;
};
const mailsAbout = async (eventId: string, topic: "event_replacement" | "event_replaced") =>
  backend.services.db
    .select({ userId: outgoingMails.userId, status: outgoingMails.status })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, eventId), eq(outgoingMails.topic, topic)));

/** An event whose only place is taken by somebody who looks for a replacement. */
async function offered(rules: Rules = {}) {
  const event = await eventHere(rules);
  const giver = await signIn(backend, { role: "VOLUNTEER", sectorId, birthDate: "1990-05-01" });
  expect((await register(giver, event)).status).toBe(200);
  expect((await seek(giver, event.id)).status).toBe(200);
  return { ...event, giver, place: (await registrationOf(giver, event.id)).id };
}

test("who cannot come stays responsible until a volunteer takes the place over, and both are notified", async () => {
  const taker = await volunteer();
  const { id, giver, place } = await offered();
  expect(await mailsAbout(id, "event_replacement")).toMatchObject([{ userId: taker.id }]);
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "confirmed" }, replacement: { wanted: true }, offeredPlaces: [] });
  expect(await offeredTo(taker, id)).toMatchObject([{ registrationId: place, refused: null }]);

  expect(await takeOver(taker, id, place)).toBe(200);
  expect(await seen(taker, id)).toMatchObject({ mine: { status: "confirmed" }, replacement: { wanted: false } });
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "cancelled_by_user" }, replacement: null });
  expect(await mailsAbout(id, "event_replaced")).toMatchObject([{ userId: giver.id }]);
  expect(await placesOf(backend, admin, id)).toMatchObject({ rules: { taken: 1 }, quotas: [{ taken: 1 }] });
  expect(await takeOver(await volunteer(), id, place)).toBe(409);
});

test("a search that is withdrawn takes back the mails that wait, and the place is not on offer", async () => {
  const taker = await volunteer();
  const { id, giver, place } = await offered();
  expect((await seek(giver, id, false)).status).toBe(200);
  expect((await mailsAbout(id, "event_replacement")).every(({ status }) => status === "expired")).toBe(true);
  expect(await offeredTo(taker, id)).toEqual([]);
  expect(await takeOver(taker, id, place)).toBe(409);
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "confirmed" } });
});

test("it is possible after the limit of cancelling, and until the event begins", async () => {
  const event = await eventHere();
  const [giver, taker] = [await signIn(backend, { role: "VOLUNTEER", sectorId }), await volunteer()];
  await register(giver, event);
  const starts = (minutes: number) =>
    backend.services.db
      .update(events)
      .set({ startsAt: soon(minutes), endsAt: soon(minutes + 60) })
      .where(eq(events.id, event.id));
  await starts(30);
  expect((await post(giver, event.id, "cancel", {})).status).toBe(409);
  expect((await seek(giver, event.id)).status).toBe(200);
  const { id: place } = await registrationOf(giver, event.id);
  await starts(-1);
  expect(await takeOver(taker, event.id, place)).toBe(409);
  expect((await seek(giver, event.id, false)).status).toBe(409);
  await starts(30);
  expect(await takeOver(taker, event.id, place)).toBe(200);
});

test("only who fits the rules of the place can take it over, and reads why not", async () => {
  const { id, place } = await offered({ minAge: 18, event: { visibility: "public" } });
  const child = await volunteer({ birthDate: "2090-01-01" });
  expect(await offeredTo(child, id)).toMatchObject([{ refused: "age" }]);
  expect(await takeOver(child, id, place)).toBe(422);
  const drivers = await eventHere({ quotas: [{ capacity: 1, needsDriver: true }] });
  const giver = await signIn(backend, { role: "VOLUNTEER", sectorId });
  const [quotaId = ""] = drivers.quotas;
  await backend.services.db.insert(eventRegistrations).values({ eventId: drivers.id, quotaId, userId: giver.id, status: "confirmed" });
  await seek(giver, drivers.id);
  const walker = await volunteer();
  expect(await offeredTo(walker, drivers.id)).toMatchObject([{ refused: "driver" }]);
  expect(await takeOver(walker, drivers.id, (await registrationOf(giver, drivers.id)).id)).toBe(422);
  expect((await mailsAbout(drivers.id, "event_replacement")).length).toBe(0);
});

test("who waits for the same places is notified, and leaves the waiting list with the place", async () => {
  const event = await eventHere();
  const [giver, waits] = [await signIn(backend, { role: "VOLUNTEER", sectorId }), await signIn(backend, { role: "VOLUNTEER" })];
  await register(giver, event);
  await register(waits, event);
  await seek(giver, event.id);
  expect(await mailsAbout(event.id, "event_replacement")).toContainEqual({ userId: waits.id, status: "waiting" });
  expect(await offeredTo(waits, event.id)).toMatchObject([{ refused: null }]);
  expect(await takeOver(waits, event.id, (await registrationOf(giver, event.id)).id)).toBe(200);
  expect((await registrationOf(waits, event.id)).status).toBe("confirmed");
  expect(await placesOf(backend, admin, event.id)).toMatchObject({ rules: { taken: 1 }, counts: { confirmed: 1, cancelled_by_user: 1 } });
});

test("a place is not handed on of a party, where staff choose each person, or by invitation", async () => {
  const proposals = [await eventHere({ quotas: [{ capacity: 3 }] }), await eventHere({ manual: true })];
  for (const [at, { id, quotas }] of proposals.entries()) {
    const giver = await signIn(backend, { role: "VOLUNTEER", sectorId });
    const [quotaId = ""] = quotas;
    const values = { eventId: id, quotaId, userId: giver.id, status: "confirmed", partySize: at === 0 ? 2 : 1 } as const;
    await backend.services.db.insert(eventRegistrations).values(values);
    expect(await seen(giver, id)).toMatchObject({ replacement: null });
    expect((await seek(giver, id)).status).toBe(409);
  }
  expect((await seek(await volunteer(), proposals[0]?.id ?? "")).status).toBe(409);
});

test("staff see on the page of the event who looks for a replacement", async () => {
  const { id, giver } = await offered();
  const day = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin })).json()) as EventDay;
  expect(day.seeking).toMatchObject([{ userId: giver.id }]);
  await seek(giver, id, false);
  const after = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin })).json()) as EventDay;
  expect(after.seeking).toEqual([]);
});

test.runIf(serverUrl)("of 50 who take a place over at once over two backends, one gets it", { timeout: 120_000 }, async () => {
  const crowd = await crowdedEvent(1);
  const [giver, ...people] = await crowd.volunteers(51);
  if (!giver) throw new Error("nobody");
  await crowd.registerAll([giver]);
  expect((await crowd.send(0, giver.cookie, "replacement", { wanted: true })).status).toBe(200);
  const [seat] = await crowd.db.select().from(eventRegistrations).where(eq(eventRegistrations.eventId, crowd.id));
  const answers = await Promise.all(
    people.map(({ cookie }, at) => crowd.send(at, cookie, "take-over", { registrationId: seat?.id ?? "" })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  expect(await placesOf(crowd.backend, crowd.admin, crowd.id)).toMatchObject({
    rules: { taken: 1 },
    counts: { confirmed: 1, cancelled_by_user: 1 },
  });
});
