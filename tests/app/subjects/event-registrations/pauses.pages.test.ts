import { afterAll, beforeAll, expect, test } from "vitest";
import { writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { addDays } from "#contract/formats/weeks";
import { addAbsence, setAbsenceRule } from "#tests/support/absences";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
  await setAbsenceRule(site.backend, admin, { absences: 2 });
});
afterAll(() => site.backend.close());

/** What the page shows; the texts of its namespaces are in a script after it. */
async function htmlOf(path: string, cookie: string) {
  const [shown = ""] = (await (await site.visit(path, { cookie })).text()).split("<script");
  return shown.replaceAll("\u00a0", " ");
}

const untilOf = (html: string) => /<p>(?:Jusqu’au|Up to and including) ([^<]+?)(?: inclus)?,? (?:vous|you)/.exec(html)?.[1];

test.each([
  { locale: "fr", prefix: "", title: "Vos inscriptions sont en pause" },
  { locale: "en", prefix: "/en", title: "Your registrations are paused" },
] as const)("a paused volunteer reads until when and why where events are listed, under $prefix/", async ({ locale, prefix, title }) => {
  const person = await signIn(site.backend, { role: "VOLUNTEER" });
  const pages = ["events", "my-events"].map((page) => `${prefix}/dashboard/${page}`);
  for (const page of pages) expect(await htmlOf(page, person.cookie)).not.toContain(title);
  for (const days of [4, 2]) await addAbsence(site.backend, admin, { userId: person.id, days });
  const { pause } = (await (await site.backend.request("/api/my-events/pause", { cookie: person.cookie })).json()) as {
    pause: { until: string; absences: { day: string }[] };
  };
  for (const page of pages) {
    const html = await htmlOf(page, person.cookie);
    expect(html).toContain(title);
    expect(untilOf(html)).toBe(dayIn(locale, pause.until));
    expect(html).toContain("Tri 4");
    expect(html).toContain(dayIn(locale, addDays(pause.until, -32)));
  }
});

const dayIn = (locale: Locale, day: string) => writtenDay(locale, day).replaceAll("\u00a0", " ");

test("without script, an administrator ends a pause on the page of the person", async () => {
  const person = await signIn(site.backend, { role: "VOLUNTEER" });
  const page = `/dashboard/admin/users/${person.id}/view`;
  expect(await htmlOf(page, admin)).not.toContain("Inscriptions en pause");
  for (const days of [4, 2]) await addAbsence(site.backend, admin, { userId: person.id, days });
  const paused = await htmlOf(page, admin);
  for (const text of ["Inscriptions en pause", "Tri 4", "Lever la pause"]) expect(paused).toContain(text);
  const lift = () =>
    site.visit(`/dashboard/admin/users/${person.id}/account`, { method: "POST", cookie: admin, form: { liftPause: "yes" } });
  expect((await lift()).status).toBe(303);
  expect(await htmlOf(page, admin)).not.toContain("Inscriptions en pause");
  // Somebody else has ended it meanwhile: said on the page, not as an error.
  expect((await lift()).status).toBe(303);
});
