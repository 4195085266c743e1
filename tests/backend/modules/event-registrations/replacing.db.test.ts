import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifyOfEventChange } from "#backend/modules/event-registrations/changes";
import { eventQuestions, eventRegistrations, registrationRules } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { volunteerProfiles } from "#backend/modules/registration/tables";
import type { EventDay } from "#contract/charity/event-day";
import { type EventForPerson, mostRegistrations } from "#contract/charity/event-registrations";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { serverUrl } from "#tests/support/database";
import { crowdedEvent } from "#tests/support/event-race";
import { addEvent, placesOf, savePlaces } from "#tests/support/events";
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
const takeOver = async (who: Signed, id: string, registrationId: string, answers = {}) =>
  (await post(who, id, "take-over", { registrationId, answers })).status;
const registrationOf = async (who: Signed, eventId: string) => {
  const [own] = await backend.services.db
    .select()
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.userId, who.id), eq(eventRegistrations.eventId, eventId)));
  if (!own) throw new Error("not registered");
  return own;
};
const mailsAbout = async (eventId: string, topic: "event_replacement" | "event_replaced" | "event_search_ended") =>
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

test("the list of one's own events says that a replacement is looked for, and then that one was found; to nobody else", async () => {
  const taker = await volunteer();
  const { id, giver, place } = await offered();
  const mine = async (who: Signed) => {
    const { items } = (await (await backend.request("/api/my-events?which=coming", { cookie: who.cookie })).json()) as {
      items: EventForPerson[];
    };
    return items.filter((event) => event.id === id).map(({ mine: own }) => [own?.status, own?.replacement]);
  };
  expect(await mine(giver)).toEqual([["confirmed", "wanted"]]);
  expect(await takeOver(taker, id, place)).toBe(200);
  expect(await mine(giver)).toEqual([["cancelled_by_user", "found"]]);
  expect(await mine(taker)).toEqual([["confirmed", null]]);
  // Who only cancels has no such event in the list.
  expect((await post(taker, id, "cancel", {})).status).toBe(200);
  expect(await mine(taker)).toEqual([]);
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
  expect((await seek(giver, event.id)).status).toBe(409);
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
  const byInvitation = { event: { visibility: "invitation" } };
  const proposals = [await eventHere({ quotas: [{ capacity: 3 }] }), await eventHere({ manual: true }), await eventHere(byInvitation)];
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

test("staff see on the page of the event who looks for a replacement, the longest first", async () => {
  const { id, giver, quotas } = await offered({ quotas: [{ capacity: 2 }] });
  const first = await signIn(backend, { role: "VOLUNTEER", sectorId, lastName: "Zola" });
  await register(first, { id, quotas });
  await seek(first, id);
  const since = new Date(Date.now() - 60_000);
  await backend.services.db.update(eventRegistrations).set({ replacementSince: since }).where(eq(eventRegistrations.userId, first.id));
  const day = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin })).json()) as EventDay;
  expect(day).toMatchObject({
    counts: { seeking: 2 },
    seeking: [{ userId: first.id, since: since.toISOString() }, { userId: giver.id }],
  });
  for (const one of [giver, first]) await seek(one, id, false);
  const after = (await (await backend.request(`/api/admin/events/${id}/day`, { cookie: admin })).json()) as EventDay;
  expect(after.seeking).toEqual([]);
});

test("who may not know an event takes no place of it over", async () => {
  const { id, place } = await offered({ roles: ["ADMIN", "VOLUNTEER"], event: { visibility: "members" } });
  await backend.services.db
    .update(registrationRules)
    .set({ roles: ["ADMIN"] })
    .where(eq(registrationRules.eventId, id));
  const outsider = await volunteer();
  expect(await takeOver(outsider, id, place)).toBe(404);
  expect(await takeOver(outsider, crypto.randomUUID(), place)).toBe(404);
});

test("nobody is notified of a place that is not for volunteers", async () => {
  await volunteer();
  for (const rules of [{ roles: ["ADMIN"] }, { roles: ["ADMIN", "VOLUNTEER"], quotas: [{ capacity: 1, roles: ["ADMIN"] }] }] as Rules[]) {
    const { id, quotas } = await eventHere(rules);
    const giver = await signIn(backend, { role: "ADMIN", sectorId });
    expect((await register(giver, { id, quotas })).status).toBe(200);
    expect(await (await seek(giver, id)).json()).toEqual({ notified: 0 });
    expect(await mailsAbout(id, "event_replacement")).toEqual([]);
  }
});

test("a search that the team ends is a mail to who searched, each time; one that its person ends is none", async () => {
  const { id, quotas, giver } = await offered();
  const other = await offered();
  const manual = async (on: boolean) => {
    const { rules } = await placesOf(backend, admin, id);
    const places = { version: rules.version, manual: on, quotas: [{ id: quotas[0], capacity: 1 }] };
    expect((await savePlaces(backend, admin, id, places)).status).toBe(200);
  };
  await manual(true);
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "confirmed" }, replacement: null });
  expect(await mailsAbout(id, "event_search_ended")).toMatchObject([{ userId: giver.id }]);
  const [mail] = await backend.services.db
    .select({ text: outgoingMails.text })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.aboutId, id), eq(outgoingMails.topic, "event_search_ended")));
  expect(mail?.text).toContain("La place reste la vôtre");
  await manual(false);
  await seek(giver, id);
  await manual(true);
  expect(await mailsAbout(id, "event_search_ended")).toHaveLength(2);
  await seek(other.giver, other.id, false);
  expect(await mailsAbout(other.id, "event_search_ended")).toEqual([]);
});

test("a party that waits is not notified and cannot take a place over", async () => {
  const event = await eventHere();
  const [giver, waits] = [await signIn(backend, { role: "VOLUNTEER", sectorId }), await signIn(backend, { role: "VOLUNTEER" })];
  await register(giver, event);
  const [quotaId = ""] = event.quotas;
  const values = { eventId: event.id, quotaId, userId: waits.id, status: "waiting", partySize: 3 } as const;
  await backend.services.db.insert(eventRegistrations).values(values);
  await seek(giver, event.id);
  expect((await mailsAbout(event.id, "event_replacement")).map(({ userId }) => userId)).not.toContain(waits.id);
  expect(await offeredTo(waits, event.id)).toMatchObject([{ refused: "already" }]);
  expect(await takeOver(waits, event.id, (await registrationOf(giver, event.id)).id)).toBe(422);
  expect(await registrationOf(waits, event.id)).toMatchObject({ status: "waiting", partySize: 3 });
});

test("who takes a place over answers the questions of the event, and who waits for it has done so", async () => {
  const { id, quotas, place, giver } = await offered();
  const [question] = await backend.services.db
    .insert(eventQuestions)
    .values({ eventId: id, position: 0, kind: "text", label: { fr: "Taille" }, required: true })
    .returning();
  const [taker, waits] = [await volunteer(), await signIn(backend, { role: "VOLUNTEER" })];
  const answers = { [question?.id ?? ""]: "M" };
  await post(waits, id, "registration", { quotaId: quotas[0], answers: { [question?.id ?? ""]: "L" } });
  expect(await takeOver(taker, id, place)).toBe(422);
  expect(await takeOver(taker, id, place, answers)).toBe(200);
  expect((await registrationOf(taker, id)).answers).toMatchObject([{ question: question?.id, answer: "M" }]);
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "cancelled_by_user" } });
  await seek(taker, id);
  expect(await takeOver(waits, id, (await registrationOf(taker, id)).id)).toBe(200);
  expect((await registrationOf(waits, id)).answers).toMatchObject([{ answer: "L" }]);
});

test("who waits answers what the event asked since, or what staff left open for them", async () => {
  const { id, quotas, place } = await offered();
  const waits = await signIn(backend, { role: "VOLUNTEER" });
  await post(waits, id, "registration", { quotaId: quotas[0] });
  const questions = await backend.services.db
    .insert(eventQuestions)
    .values([
      { eventId: id, position: 0, kind: "text", label: { fr: "Taille" }, required: true },
      { eventId: id, position: 1, kind: "text", label: { fr: "Remarque" } },
    ])
    .returning();
  const [size] = questions;
  expect(await takeOver(waits, id, place)).toBe(422);
  expect(await registrationOf(waits, id)).toMatchObject({ status: "waiting" });
  expect(await takeOver(waits, id, place, { [size?.id ?? ""]: "M" })).toBe(200);
  expect(await registrationOf(waits, id)).toMatchObject({ status: "confirmed", answers: [{ question: size?.id, answer: "M" }] });
});

test("rules that allow no replacement end each search with its mails, and who still looks for somebody can stop to", async () => {
  const isOver = async ({ id, giver }: Awaited<ReturnType<typeof offered>>) => {
    expect((await registrationOf(giver, id)).replacementSince).toBeNull();
    expect((await mailsAbout(id, "event_replacement")).every(({ status }) => status === "expired")).toBe(true);
  };
  const [chosen, invited, stuck] = [await offered(), await offered(), await offered()];
  const { rules } = await placesOf(backend, admin, chosen.id);
  const quotas = [{ id: chosen.quotas[0], capacity: 1 }];
  expect((await savePlaces(backend, admin, chosen.id, { version: rules.version, manual: true, quotas })).status).toBe(200);
  await isOver(chosen);
  const [stored] = await backend.services.db.select().from(events).where(eq(events.id, invited.id));
  if (!stored) throw new Error("no event");
  const { clock, db } = backend.services;
  await notifyOfEventChange({ ...backend.services, db, clock }, stored, { ...stored, visibility: "invitation" });
  await isOver(invited);
  await db.update(registrationRules).set({ manual: true }).where(eq(registrationRules.eventId, stuck.id));
  expect(await seen(stuck.giver, stuck.id)).toMatchObject({ replacement: { wanted: true } });
  expect((await seek(stuck.giver, stuck.id, false)).status).toBe(200);
  await isOver(stuck);
  expect((await seek(stuck.giver, stuck.id)).status).toBe(409);
});

test("who is moved to other places does not offer the new ones", async () => {
  const { id, giver, place, quotas } = await offered({ quotas: [{ capacity: 1 }, { capacity: 1 }] });
  const json = { quotaId: quotas[1], selection: { ids: [place] } };
  expect((await backend.request(`/api/admin/events/${id}/participants/move`, { method: "POST", cookie: admin, json })).status).toBe(200);
  expect(await seen(giver, id)).toMatchObject({ mine: { status: "confirmed" }, replacement: { wanted: false } });
  expect(await offeredTo(await volunteer(), id)).toEqual([]);
});

test("who has registered for an event too often is offered no place", async () => {
  const { id, quotas, place } = await offered();
  const often = await volunteer();
  const [quotaId = ""] = quotas;
  const values = { eventId: id, quotaId, userId: often.id, status: "cancelled_by_user" } as const;
  await backend.services.db.insert(eventRegistrations).values(Array.from({ length: mostRegistrations }, () => values));
  expect(await offeredTo(often, id)).toEqual([]);
  expect(await takeOver(often, id, place)).toBe(409);
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

test("a volunteer looks for a replacement twenty times a day, since each time others are written to", async () => {
  const { id, giver } = await offered();
  for (let at = 1; at < 20; at += 1) await backend.services.limits.take("helpersByPerson", giver.id);
  expect((await seek(giver, id, false)).status).toBe(200);
  expect((await seek(giver, id)).status).toBe(429);
});
