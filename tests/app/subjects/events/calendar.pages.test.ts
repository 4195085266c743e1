import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { franceDay } from "#contract/formats/france-time";
import { addContent } from "#tests/support/content";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const calendar = "/dashboard/admin/events/calendar";
const open = async (path: string, as = cookie) =>
  (await (await site.visit(path, { cookie: as })).text()).replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("&amp;", "&");
const year = Number(franceDay(new Date()).slice(0, 4)) + 1;
const on = (day: string, hour = "10:00") => ({ startsAt: `${year}-${day}T${hour}`, endsAt: `${year}-${day}T23:00` });
const titled = (fr: string) => ({ title: { fr } });

test("staff see the events of a month on their days, drafts and cancelled ones as well, with their places", async () => {
  const { id } = await addEvent(site.backend, cookie, {
    event: { ...titled("Tri du soir"), ...on("03-05", "18:30") },
    quotas: [{ capacity: 7 }],
  });
  const draft = await addContent(site.backend, "events", cookie, { ...titled("Brouillon de mars"), type: "training", ...on("03-31") });
  await addContent(site.backend, "events", cookie, { ...titled("Celui d’avril"), ...on("04-01") });
  const html = await open(`${calendar}?month=${year}-03`);
  for (const text of ["Tri du soir", "18 h 30", "0 sur 7", "Brouillon de mars", "Brouillon", `href="/dashboard/admin/events/${id}"`])
    expect([text, html.replaceAll(/[\u00a0\u202f]/g, " ").includes(text)]).toEqual([text, true]);
  expect(html).not.toContain("Celui d’avril");
  expect([html.includes(`month=${year}-02`), html.includes(`month=${year}-04`)]).toEqual([true, true]);
  expect(await open(`/en${calendar}?month=${year}-04`)).toContain("Celui d’avril");

  const trainings = await open(`${calendar}?month=${year}-03&type=training`);
  expect([trainings.includes("Tri du soir"), trainings.includes(`/dashboard/admin/events/${draft.id}`)]).toEqual([false, true]);
});

test("the list of events and its calendar lead to each other, also with a month that is none", async () => {
  expect(await open("/dashboard/admin/events?type=training")).toContain(`href="${calendar}?type=training"`);
  const html = await open(`${calendar}?month=autre`);
  expect(html).toContain('href="/dashboard/admin/events"');
  const { cookie: volunteer } = await signIn(site.backend, { role: "VOLUNTEER" });
  expect((await site.visit(calendar, { cookie: volunteer })).status).toBe(302);
});

test("a month with more events of a kind than its page shows leads to the list of that kind", async () => {
  const { db } = site.backend.services;
  const [startsAt, endsAt] = [new Date(`${year}-06-10T08:00Z`), new Date(`${year}-06-10T10:00Z`)];
  const where = { placeName: "Local", placeAddress: "1 rue des Maillons, Lyon" };
  const meetings = Array.from({ length: 101 }, (_, at) => ({
    ...titled(`Réunion ${at}`),
    ...where,
    startsAt,
    endsAt,
    type: "meeting" as const,
  }));
  await db.insert(events).values(meetings);
  const days = `startsAtFrom=${year}-06-01&startsAtTo=${year}-06-30`;
  const html = await open(`${calendar}?month=${year}-06&type=meeting`);
  expect(html).toContain(`href="/dashboard/admin/events?type=meeting&${days}"`);
  expect(await open(`${calendar}?month=${year}-06`)).toContain(`href="/dashboard/admin/events?${days}"`);
});
