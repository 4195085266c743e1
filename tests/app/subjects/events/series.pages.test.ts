import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "#backend/modules/events/tables";
import { datesOf, repeat } from "#tests/support/event-series";
import { addEvent } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const pageOf = async (path: string) =>
  ((await (await site.visit(path, { cookie })).text()).split("<script")[0] ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
const add = () =>
  addEvent(site.backend, cookie, { event: { title: { fr: "Tri du soir" }, startsAt: "2031-01-15T18:30", endsAt: "2031-01-15T21:00" } });

test("the page shows the dates of a rule before it saves them, and then lists them", async () => {
  const { id } = await add();
  const path = `/dashboard/admin/events/${id}/series`;
  expect(await pageOf(path)).not.toContain("Dates à créer");
  const query = "?frequency=weekly&interval=1&weekdays=WE&monthly=day&until=&count=3";
  const shown = await pageOf(path + query);
  expect(shown).toContain("mercredi 22 janvier 2031");
  expect(shown).toContain("mercredi 29 janvier 2031");
  expect(shown).toContain("Chaque semaine : mercredi, 3 dates en tout");
  expect(await datesOf(site.backend, id)).toHaveLength(0);
  const form = { frequency: "weekly", interval: "1", weekdays: "WE", monthly: "day", count: "3", days: "2031-01-29" };
  const saved = await site.visit(path + query, { cookie, form });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  const listed = await pageOf(path);
  expect(listed).toContain("mercredi 29 janvier 2031");
  expect(listed).toContain("Jour laissé de côté : 22 janvier 2031.");
  expect(await pageOf(`/dashboard/admin/events/${id}`)).toContain(`href="${path}"`);
  expect(await pageOf("/dashboard/admin/events")).toContain(`href="${path}"`);
});

test("a rule that makes no dates says what to do at its field, also in English", async () => {
  const { id } = await add();
  const query = "frequency=weekly&interval=1&weekdays=MO&monthly=day&until=&count=3";
  expect(await pageOf(`/dashboard/admin/events/${id}/series?${query}`)).toContain("Cochez aussi le jour de l’évènement");
  expect(await pageOf(`/en/dashboard/admin/events/${id}/series?${query}`)).toContain("Tick the day of the event as well");
  expect(await pageOf(`/dashboard/admin/events/${id}/series?frequency=weekly&interval=0&count=3`)).toContain(
    "Indiquez un nombre entre 1 et 12.",
  );
});

test("the form of a date asks which dates a change is for, and changes these", async () => {
  const { id } = await add();
  await repeat(site.backend, cookie, id, ["2031-01-22", "2031-01-29"]);
  const [, second] = await datesOf(site.backend, id);
  const path = `/dashboard/admin/events/${second?.id}/edit`;
  const shown = await pageOf(path);
  expect(shown).toContain("Cette date et les suivantes : 2 dates");
  expect(shown).toContain("Toutes les dates à venir : 3 dates");
  expect(shown).toMatch(/<input[^>]*form="record"[^>]*value="following"|<input[^>]*value="following"[^>]*form="record"/);
  const form = {
    ...{
      version: String(second?.version),
      "title.fr": "Tri du soir",
      "summary.fr": "",
      "accessNotes.fr": "",
      type: "other",
      visibility: "public",
    },
    ...{ startsAt: "2031-01-22T18:30", endsAt: "2031-01-22T21:00", placeName: "Le gymnase", placeAddress: second?.placeAddress ?? "" },
    ...{ intent: "save", scope: "following" },
  };
  expect((await site.visit(path, { cookie, form })).status).toBe(303);
  expect((await datesOf(site.backend, id)).map(({ placeName }) => placeName)).toEqual(["Le local", "Le gymnase", "Le gymnase"]);
  // The version has changed with it.
  const early = {
    ...form,
    version: String((second?.version ?? 0) + 1),
    startsAt: "2021-01-20T18:30",
    endsAt: "2021-01-20T21:00",
    scope: "all",
  };
  const refused = await site.visit(path, { cookie, form: early });
  expect([refused.status, (await refused.text()).includes("La date du 15 janvier 2031 serait déjà passée")]).toEqual([422, true]);
});

test("the cancellation of a date asks which, and cancels these", async () => {
  const { id } = await add();
  await repeat(site.backend, cookie, id, ["2031-01-22"], { publish: true });
  const path = `/dashboard/admin/events/${id}/places`;
  const shown = await pageOf(path);
  expect(shown).toContain("Toutes les dates à venir : 2 dates");
  expect(shown.match(/Personne n’a d’inscription\.(?! L’évènement)/g)).toHaveLength(3);
  expect(shown).not.toContain("L’évènement sera marqué comme annulé");
  const form = {
    ...{ intent: "cancelEvent", "reason.fr": "Travaux", scope: "all" },
    ...{ "people.this": "0", "people.following": "0", "people.all": "0" },
  };
  expect((await site.visit(path, { cookie, form })).status).toBe(303);
  const { db } = site.backend.services;
  const [last] = await db.select().from(events).where(eq(events.seriesDay, "2031-01-22")).limit(1);
  expect(last).toBeDefined();
  expect((await datesOf(site.backend, id)).every(({ cancelledAt }) => cancelledAt !== null)).toBe(true);
});
