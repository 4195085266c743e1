import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import type { FeedEvent } from "#contract/charity/calendar-feed";
import type { ComingEvent, EventForPerson } from "#contract/charity/event-registrations";
import type { PublicEvent } from "#contract/charity/events";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { contentRecords } from "#tests/support/content";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { signIn } from "#tests/support/people";

const onlineUrl = "https://meet.example/secret-room";
const nowhere = { placeName: "", placeAddress: "" };

async function opened(more: Record<string, unknown> = nowhere) {
  const time = testClock(new Date());
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const inHours = (hours: number) => new Date(time.clock().getTime() + (hours + 1) * 3_600_000).toISOString().slice(0, 16);
  const event = { type: "meeting", onlineUrl, startsAt: inHours(100), endsAt: inHours(102), ...more };
  return { time, backend, cookie, ...(await addEvent(backend, cookie, { event, guests: true, quotas: [{ capacity: 2 }] })) };
}

type Opened = Awaited<ReturnType<typeof opened>>;

async function join({ backend, id, quotas }: Opened) {
  const person = await signIn(backend, { role: "VOLUNTEER" });
  const json = { quotaId: quotas[0] };
  expect((await backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie: person.cookie, json })).status).toBe(200);
  return person;
}

const textOf = async (backend: TestBackend, path: string, cookie?: string) => (await backend.request(path, { cookie })).text();

async function linksOf({ backend, id }: Opened, cookie: string) {
  const read = async <Answer>(path: string) => (await (await backend.request(path, { cookie })).json()) as Answer;
  const one = await read<EventForPerson>(`/api/my-events/${id}`);
  const [coming] = (await read<{ items: ComingEvent[] }>("/api/my-events/coming")).items;
  const [mine] = (await read<{ items: ComingEvent[] }>("/api/my-events")).items;
  return [one.onlineUrl, coming?.onlineUrl ?? null, mine?.onlineUrl ?? null];
}

async function feedOf({ backend }: Opened, cookie: string) {
  const made = await backend.request("/api/my-events/calendar-feed", { method: "POST", cookie, json: {} });
  const answer = await backend.request("/api/calendar-feed", { method: "POST", json: await made.json() });
  return ((await answer.json()) as { items: FeedEvent[] }).items;
}

test.each([
  ["nowhere", nowhere, { placeName: ["content:error.placeOrOnline"] }],
  ["at a place without address", { placeAddress: "" }, { placeAddress: ["content:error.placeAddress"] }],
  ["at an address without name", { placeName: "", onlineUrl }, { placeName: ["content:error.place"] }],
  ["at a URL without TLS", { onlineUrl: "http://meet.example/room" }, { onlineUrl: ["content:error.onlineUrl"] }],
  ["online, with kits to hand over", { ...nowhere, type: "dressed", onlineUrl }, { placeName: ["content:error.place"] }],
])("an event %s is refused at its field", async (_, where, fieldErrors) => {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const json = { ...contentRecords.events, startsAt: "2031-01-10T18:00", endsAt: "2031-01-10T20:00", ...where };
  const answer = await backend.request("/api/admin/events", { method: "POST", cookie, json });
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ fieldErrors })]);
});

test("the database refuses an event that is nowhere, and a URL without TLS", async () => {
  const { db } = (await backendForTest()).services;
  const [startsAt, endsAt] = [new Date("2031-01-10T18:00Z"), new Date("2031-01-10T20:00Z")];
  const row = { title: { fr: "Un" }, type: "meeting" as const, startsAt, endsAt };
  for (const where of [nowhere, { placeName: "Ici", placeAddress: "" }, { ...nowhere, onlineUrl: "http://meet.example/room" }])
    await expect(db.insert(events).values({ ...row, ...where })).rejects.toThrow();
  await db.insert(events).values({ ...row, ...nowhere, onlineUrl });
});

test("no response for everybody says where one joins online, only that one does", async () => {
  const { backend, id } = await opened();
  const paths = ["/api/events", `/api/events/${id}`, `/api/events/${id}/page`, "/api/search?q=brouillon"];
  const answers = await Promise.all(paths.map((path) => textOf(backend, path)));
  expect(answers.map((text) => text.includes("meet.example"))).toEqual(paths.map(() => false));
  expect(JSON.parse(answers[2] ?? "") as PublicEvent).toMatchObject({ id, online: true, placeName: "" });
});

test("who has a place, and staff, read where one joins; who waits or has not registered does not", async () => {
  const here = await opened();
  const { backend, cookie } = here;
  const [seated, second, waiting] = [await join(here), await join(here), await join(here)];
  expect(await linksOf(here, seated.cookie)).toEqual([onlineUrl, onlineUrl, onlineUrl]);
  expect(await linksOf(here, waiting.cookie)).toEqual([null, null, null]);
  expect(await linksOf(here, (await signIn(backend, { role: "VOLUNTEER" })).cookie)).toEqual([null, null, null]);
  expect(await linksOf(here, cookie)).toEqual([onlineUrl, onlineUrl, null]);
  expect(await feedOf(here, seated.cookie)).toMatchObject([{ state: "confirmed", online: true, onlineUrl }]);
  expect(await feedOf(here, waiting.cookie)).toMatchObject([{ state: "tentative", online: true, onlineUrl: null }]);

  const mails = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.aboutId, here.id));
  const hasLink = new Map(mails.map(({ userId, text }) => [userId, text?.includes(onlineUrl)]));
  expect([hasLink.get(seated.id), hasLink.get(second.id), hasLink.get(waiting.id)]).toEqual([true, true, false]);

  await backend.request(`/api/my-events/${here.id}/cancel`, { method: "POST", cookie: seated.cookie, json: {} });
  expect(await linksOf(here, seated.cookie)).toEqual([null, null, null]);
  expect(await feedOf(here, seated.cookie)).toMatchObject([{ state: "cancelled", onlineUrl: null }]);
});

test("a guest reads it once the registration is confirmed", async () => {
  const here = await opened();
  const guest = eventGuest(here.backend, here.time);
  await guest.ask(here, "lou@example.org");
  const token = await guest.tokenFor("lou@example.org");
  expect(JSON.stringify(await guest.read(token))).not.toContain("meet.example");
  await guest.confirm(token);
  expect(await guest.read(token)).toMatchObject({ event: { online: true }, onlineUrl });
  const mails = await mailsTo(here.backend, "lou@example.org");
  expect(mails.map(({ topic, text }) => [topic, text.includes(onlineUrl)])).toEqual([
    ["event_confirmed", true],
    ["event_guest_confirm", false],
  ]);
});

test("a new link is a change for those who have a place, and for nobody else; leaving a place for the screen is one for all", async () => {
  const here = await opened({ placeName: "Le local", placeAddress: "24 rue du Marché-Levé, 69007 Lyon" });
  const { backend, id, time } = here;
  const [seated, second, waiting] = [await join(here), await join(here), await join(here)];
  const edit = async (change: Record<string, unknown>) => {
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const record = (await (await backend.request(`/api/admin/events/${id}`, { cookie })).json()) as Record<string, unknown>;
    const answer = await backend.request(`/api/admin/events/${id}`, { method: "PATCH", cookie, json: { ...record, ...change } });
    expect(answer.status).toBe(200);
  };
  const changes = async () => {
    const rows = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "event_changed"));
    return new Map(rows.filter(({ status }) => status === "waiting").map(({ userId, text }) => [userId, text ?? ""]));
  };
  await edit({ onlineUrl: "https://meet.example/other-room" });
  const first = await changes();
  expect([...first.keys()].sort()).toEqual([seated.id, second.id].sort());
  expect(first.get(seated.id)).toContain("le lien pour rejoindre en ligne");
  expect(first.get(seated.id)).toContain("https://meet.example/other-room");

  time.pass(3_600);
  await edit({ ...nowhere });
  const all = await changes();
  expect([...all.keys()].sort()).toEqual([seated.id, second.id, waiting.id].sort());
  expect([all.get(seated.id)?.includes("other-room"), all.get(waiting.id)?.includes("other-room")]).toEqual([true, false]);
});

test("a copy of an event is online, too", async () => {
  const { backend, cookie, id } = await opened();
  const copy = await backend.request(`/api/admin/events/${id}/copy`, { method: "POST", cookie, json: { day: "2028-03-14" } });
  const { id: copied } = (await copy.json()) as { id: string };
  expect(JSON.parse(await textOf(backend, `/api/admin/events/${copied}`, cookie))).toMatchObject({ onlineUrl, placeName: "" });
});
