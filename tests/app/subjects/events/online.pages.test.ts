import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend, testClock } from "#tests/support/backend";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const time = testClock(new Date());
const onlineUrl = "https://meet.example/secret-room";
let site: Site;
let admin = "";
let event = { id: "", quotas: [""] };
let offered = event;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock, limits: noLimits }));
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
  const later = (hours: number) => new Date(time.clock().getTime() + hours * 3_600_000).toISOString().slice(0, 16);
  const where = { placeName: "", placeAddress: "", onlineUrl };
  const meeting = {
    event: {
      title: { fr: "Réunion de rentrée", en: "First meeting" },
      type: "meeting",
      startsAt: later(100),
      endsAt: later(102),
      ...where,
    },
  };
  event = await addEvent(site.backend, admin, meeting);
  offered = await addEvent(site.backend, admin, meeting);
});
afterAll(() => site.backend.close());

const open = async (path: string, cookie?: string) => (await site.visit(path, { cookie })).text();

test.each([
  ["", "en ligne"],
  ["/en", "online"],
])("the public pages under %j/ say that an event is online, and not where one joins", async (prefix, word) => {
  const page = await open(`${prefix}/events/${event.id}`);
  expect([page.includes(`>${word}<`), page.includes("OnlineEventAttendanceMode"), page.includes("VirtualLocation")]).toEqual([
    true,
    true,
    true,
  ]);
  const calendar = await open(`${prefix}/events/${event.id}/calendar.ics`);
  expect(calendar).toContain(`LOCATION:${word}`);
  for (const text of [page, calendar, await open(`${prefix}/`), await open(`${prefix}/search?q=rentrée`)])
    expect(text).not.toContain("meet.example");
});

test("who has a place has the link on the page of the event and in their calendar; who has none reads that it is online", async () => {
  const [seated, waiting] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
  const path = `/dashboard/events/${event.id}`;
  for (const { cookie } of [seated, waiting]) {
    expect(await open(path, cookie)).not.toContain("meet.example");
    const json = { quotaId: event.quotas[0] };
    await site.backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie, json });
  }
  expect(await open(path, seated.cookie)).toContain(`href="${onlineUrl}"`);
  expect(await open(`/dashboard/admin/events/${event.id}`, admin)).toContain(`href="${onlineUrl}"`);
  const other = await open(path, waiting.cookie);
  expect([other.includes(">en ligne<"), other.includes("meet.example")]).toEqual([true, false]);
  const feed = async (cookie: string) => {
    const made = await site.backend.request("/api/my-events/calendar-feed", { method: "POST", cookie, json: {} });
    const { token } = (await made.json()) as { token: string };
    return (await open(`/events/my-calendar.ics?token=${token}`)).replaceAll("\r\n ", "").replaceAll("\u00a0", " ");
  };
  expect(await feed(seated.cookie)).toContain(`Pour rejoindre en ligne : ${onlineUrl}`);
  expect(await feed(waiting.cookie)).not.toContain("meet.example");
});

test("the page of the link of an offer says that the event is online, and not where one joins", async () => {
  const [seated, waiting] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
  const post = (cookie: string, act: string) =>
    site.backend.request(`/api/my-events/${offered.id}/${act}`, { method: "POST", cookie, json: { quotaId: offered.quotas[0] } });
  for (const { cookie } of [seated, waiting]) await post(cookie, "registration");
  await post(seated.cookie, "cancel");
  const token = await eventGuest(site.backend, time).tokenFor(waiting.email, "event_offer");
  const page = await open(`/events/registration?token=${token}`);
  expect([page.includes(">en ligne<"), page.includes("meet.example")]).toEqual([true, false]);
});
