import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { eventSeries, events } from "#backend/modules/events/tables";
import { volunteerHours } from "#backend/modules/hours/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie = "";
let own = "";
let other = "";
let sectorIds: string[] = [];
/** Soon enough for the calendar. */
const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
beforeAll(async () => {
  site = await startSite();
  const { db } = site.backend.services;
  const rows = await db
    .insert(sectors)
    .values(
      ["Lyon", "Lille"].map((name) => ({ name, slug: name.toLowerCase(), kind: "local_team" as const, status: "published" as const })),
    )
    .returning();
  sectorIds = rows.map(({ id }) => id);
  const [here = "", elsewhere = ""] = sectorIds;
  const admin = (await signIn(site.backend, { role: "ADMIN" })).cookie;
  const add = async (sectorId: string, title: string) => {
    const event = { sectorId, title: { fr: title }, startsAt: `${day}T18:00`, endsAt: `${day}T20:00` };
    const added = await addEvent(site.backend, admin, { event, manual: true, quotas: [{ capacity: 4 }] });
    const person = await addPerson(site.backend, { role: "VOLUNTEER" });
    const quotaId = added.quotas[0] ?? "";
    await db.insert(eventRegistrations).values([
      { eventId: added.id, quotaId, userId: person.id, status: "confirmed" },
      { eventId: added.id, quotaId, guestName: "Ana", status: "pending" },
    ]);
    return added.id;
  };
  own = await add(here, "Collecte de Lyon");
  other = await add(elsewhere, "Collecte de Lille");
  await db.update(events).set({ visibility: "invitation" });
  ({ cookie } = await signIn(site.backend, { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_MANAGE", sectorId: here }] }));
});
afterAll(() => site.backend.close());

const folder = "/dashboard/admin/events";
const pagesOf = (id: string) =>
  ["", "/participants", "/places", "/questions", "/series", "/qrcodes", "/edit"].map((page) => `${folder}/${id}${page}`);
const read = async (path: string) => {
  const answer = await site.visit(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};

test("the menu of a coordinator has the events of their team with what waits, beside those that they take part in", async () => {
  const { html } = await read("/dashboard");
  expect(html).toContain(`href="${folder}?pending=yes"`);
  expect(html).toMatch(/href="\/dashboard\/(my-)?events"/);
});

test("their list, calendar and preview have the events of their team alone, and lead to nothing that is for administrators", async () => {
  for (const path of [folder, `${folder}?look=${own}`, `${folder}/calendar?month=${day.slice(0, 7)}`]) {
    const { status, html } = await read(path);
    expect([path, status, html.includes("Collecte de Lyon"), html.includes("Collecte de Lille")]).toEqual([path, 200, true, false]);
    for (const closed of ["import", "bin", "scan"]) expect(html).not.toContain(`${folder}/${closed}`);
    expect(html).not.toMatch(/value="remove"|href="[^"]*\/audit-log/);
  }
  expect((await read(folder)).html).toContain(`${folder}/export.csv`);
  const file = await site.visit(`${folder}/export.csv`, { cookie });
  const text = await file.text();
  expect([file.status, text.includes("Collecte de Lyon"), text.includes("Collecte de Lille")]).toEqual([200, true, false]);
});

test("every tab of an event of their team opens, without links to pages of administrators; one of another team is not found", async () => {
  for (const path of pagesOf(own)) {
    const { status, html } = await read(path);
    expect([path, status]).toEqual([path, 200]);
    for (const closed of ['/notify"', "/dashboard/admin/events/scan", '/view"', "/dashboard/admin/projects/"])
      expect([path, html.includes(closed)]).toEqual([path, false]);
    expect(html).not.toMatch(/ask=remove|participants\/export/);
  }
  for (const path of pagesOf(other)) expect([path, (await read(path)).status]).toEqual([path, 404]);
  for (const path of [`${folder}/${own}/notify`, `${folder}/bin`, `${folder}/import`, `${folder}/scan`])
    expect((await site.visit(path, { cookie })).headers.get("location")).toBe("/");
});

test("the form of a new event offers their team alone, and sets it up", async () => {
  const { html } = await read(`${folder}/create`);
  expect(sectorIds.map((id) => html.includes(`value="${id}"`))).toEqual([true, false]);
  expect(html).toMatch(new RegExp(`<option[^>]*value="${sectorIds[0]}"[^>]*selected`));
  const form = {
    ...{ "title.fr": "Tri du samedi", type: "other", visibility: "public", sectorId: sectorIds[0] ?? "" },
    ...{ startsAt: "2030-02-01T10:00", endsAt: "2030-02-01T12:00", placeName: "Le local", placeAddress: "1 rue Haute" },
  };
  const added = await site.visit(`${folder}/create`, { cookie, form });
  expect([added.status, added.headers.get("location")]).toEqual([303, expect.stringMatching(/\/edit$/)]);
  const removal = await read(`${added.headers.get("location")}?ask=remove`);
  expect([removal.status, removal.html.includes('value="remove"'), removal.html.includes('name="title.fr"')]).toEqual([200, false, true]);
  const refused = await site.visit(`${folder}/create`, { cookie, form: { ...form, sectorId: sectorIds[1] ?? "" } });
  expect([refused.status, (await refused.text()).includes("Choisissez une équipe dont vous gérez les évènements.")]).toEqual([422, true]);
});

test("the door of an event leads back to its page in the office for whoever looks after it, and to their own events for others", async () => {
  const scanner = { role: "VOLUNTEER", inSectors: [{ permission: "EVENTS_SCAN", sectorId: sectorIds[0] ?? "" }] } as const;
  const { cookie: other } = await signIn(site.backend, { ...scanner, inSectors: [...scanner.inSectors] });
  const back = async (reader: string) => {
    const answer = await site.visit(`/dashboard/events/${own}/door`, { cookie: reader });
    return /<a[^>]*class="door-round"[^>]*>/.exec(await answer.text())?.[0];
  };
  expect(await back(cookie)).toContain(`href="${folder}/${own}"`);
  expect(await back(other)).toContain('href="/dashboard/my-events"');
});

test("a date whose series is of another team otherwise is shown as one of it, without the form of a new series and choices of dates", async () => {
  const { db } = site.backend.services;
  const [series] = await db
    .insert(eventSeries)
    .values({ rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=2", startsLocal: `${day}T18:00`, excluded: [] })
    .returning();
  const [first, second] = [day, new Date(Date.now() + 27 * 86_400_000).toISOString().slice(0, 10)];
  for (const [id, seriesDay] of [
    [other, first],
    [own, second],
  ] as const)
    await db.update(events).set({ seriesId: series?.id, seriesDay }).where(eq(events.id, id));
  const { html } = await read(`${folder}/${own}/series`);
  expect([html.includes("1 date"), html.includes('name="frequency"')]).toEqual([true, false]);
  for (const page of ["edit", "places"]) expect((await read(`${folder}/${own}/${page}`)).html).not.toContain('name="scope"');
  await db.update(events).set({ seriesId: null, seriesDay: null });
});

test("an event that is over says what is left to do and who reopens it, without forms and links of others", async () => {
  const { db } = site.backend.services;
  const hour = 3_600_000;
  const ended = { startsAt: new Date(Date.now() - 26 * hour), endsAt: new Date(Date.now() - 24 * hour) };
  await db.update(events).set(ended).where(eq(events.id, own));
  const date = new Date(Date.now() - 30 * hour).toISOString().slice(0, 10);
  const hours = { eventId: own, date, minutes: 120, activity: "distribution", level: "field", source: "event" } as const;
  for (const status of ["submitted", "proposed"] as const)
    await db.insert(volunteerHours).values({ ...hours, status, userId: (await addPerson(site.backend, { role: "VOLUNTEER" })).id });
  const reopening = "Pour le rouvrir, adressez\u2011vous à l’administration.";
  const left = ["1 déclaration d’heures à valider", "1 bénévole n’a pas confirmé ses heures"];
  const admin = (await signIn(site.backend, { role: "ADMIN", permissions: ["EVENTS_REOPEN"] })).cookie;
  const shown = async (reader: string) => {
    const [html = ""] = (await (await site.visit(`${folder}/${own}`, { cookie: reader })).text()).split("<script");
    const links = [...html.matchAll(/href="\/dashboard\/admin\/volunteer-hours\?[^"]*eventId/g)].length;
    return {
      left: left.map((text) => html.includes(text)),
      links,
      remind: html.includes('value="remind"'),
      reopening: html.includes(reopening),
    };
  };
  expect(await shown(cookie)).toEqual({ left: [true, true], links: 0, remind: false, reopening: true });
  expect(await shown(admin)).toEqual({ left: [true, true], links: 2, remind: true, reopening: false });
  const closed = await site.visit(`${folder}/${own}`, { cookie, form: { intent: "close", left: "3" } });
  expect(closed.status).toBe(303);
  expect((await read(`${folder}/${own}`)).html).toContain(reopening);
});

test("a volunteer without the right has no such pages, nor a menu entry", async () => {
  const volunteer = await signIn(site.backend, { role: "VOLUNTEER" });
  for (const path of [folder, ...pagesOf(own)])
    expect((await site.visit(path, { cookie: volunteer.cookie })).headers.get("location")).toBe("/");
  expect(await (await site.visit("/dashboard", { cookie: volunteer.cookie })).text()).not.toContain(folder);
});
