import { describe, expect, onTestFinished, test } from "vitest";
import { startBackend } from "#tests/support/backend";
import { eventsIn } from "#tests/support/calendar-file";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { startSite } from "#tests/support/site";

const both = (fr: string, en: string) => ({ fr, en });
const plain = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
const prefixes = ["", "/en"] as const;

describe("published events", () => {
  const opened = siteWithClock();
  /** A new administrator: a session does not last for years. */
  async function adminAt(instant: string) {
    opened.time.set(instant);
    return (await signIn(opened.site.backend, { role: "ADMIN" })).cookie;
  }
  const structured = (html: string, type: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      .map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>)
      .filter((one) => [one["@type"]].flat().includes(type));

  test("are shown in the reader's language with their hours, also as structured data, and are removed when they are over", async () => {
    const { site, time } = opened;
    const cookie = await adminAt("2027-01-12T09:00:00Z");
    const { id } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
    const event = {
      title: both("Portes ouvertes", "Open day"),
      summary: both("Voir le tri.", "See the sorting."),
      accessNotes: both("Deuxième cour.", "Second courtyard."),
      startsAt: "2027-01-14T18:30",
      endsAt: "2027-01-14T20:00",
    };
    const { id: eventId } = await publishContent(site.backend, "events", cookie, { ...event, sectorId: id });
    const eventFacts = {
      "": ["jeudi 14 janvier, de 18 h 30 à 20 h", "Portes ouvertes", "Voir le tri.", "Deuxième cour.", "Le local"],
      "/en": ["Thursday 14 January, 18:30 to 20:00", "Open day", "See the sorting.", "Second courtyard.", "Le local"],
    };
    const announced = {
      "": ["Lyon, ", "jeudi 14 janvier à 18 h 30", "Portes ouvertes"],
      "/en": ["Lyon, ", "Thursday 14 January, 18:30", "Open day"],
    };
    for (const prefix of prefixes) {
      const [home, team] = [plain(await opened.open(prefix || "/")), plain(await opened.open(`${prefix}/team/lyon`))];
      for (const words of announced[prefix]) expect(home).toContain(words);
      for (const words of [...eventFacts[prefix], "24 rue du Marché-Levé"]) expect(team).toContain(words);
      for (const html of [home, team]) expect(html).toMatch(/<time datetime="2027-01-14T18:30\+01:00"/i);
      const facts = {
        "@type": "Event",
        name: eventFacts[prefix][1],
        startDate: "2027-01-14T18:30+01:00",
        endDate: "2027-01-14T20:00+01:00",
        url: `${site.backend.services.settings.publicUrl}${prefix}/events/${eventId}`,
      };
      const town = { "@type": "PostalAddress", addressLocality: "Lyon", addressCountry: "FR" };
      expect(structured(team, "Event")).toEqual([
        expect.objectContaining({
          ...facts,
          "@context": "https://schema.org",
          description: eventFacts[prefix][2],
          eventStatus: "https://schema.org/EventScheduled",
          eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
          location: {
            "@type": "Place",
            name: "Le local",
            address: { ...town, streetAddress: "24 rue du Marché-Levé", postalCode: "69007" },
          },
          organizer: expect.objectContaining({ "@type": "Organization", name: "Maillon" }),
        }),
      ]);
    }
    time.set("2027-01-14T18:59:59Z");
    expect(await opened.open("/")).toContain("Portes ouvertes");
    time.set("2027-01-14T19:00:00Z");
    for (const path of ["/", "/en", "/team/lyon", "/en/team/lyon"]) {
      const html = await opened.open(path);
      expect([path, html.includes("Portes ouvertes") || html.includes("Open day")]).toEqual([path, false]);
      expect(structured(html, "Event")).toEqual([]);
    }
  });

  test("are available to calendar programs, one by one or as a team's feed, and are cancelled there when unpublished", async () => {
    const { site } = opened;
    const cookie = await adminAt("2029-01-12T09:00:00Z");
    const { id: sectorId } = await publishContent(site.backend, "sectors", cookie, { name: "Reims", city: "Reims" });
    const day = { startsAt: "2029-01-14T18:30", endsAt: "2029-01-14T20:00", title: both("Portes ouvertes", "Open day"), sectorId };
    const { id } = await publishContent(site.backend, "events", cookie, day);
    const draft = await site.backend.request("/api/admin/events", {
      method: "POST",
      cookie,
      json: { ...day, type: "other", placeName: "Le local", placeAddress: "24 rue", title: both("Un brouillon", "Un brouillon") },
    });
    const { id: draftId } = (await draft.json()) as { id: string };
    const file = async (path: string) => {
      const answer = await site.visit(path);
      return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
    };
    for (const prefix of prefixes) {
      const [one, all] = [`${prefix}/events/${id}/calendar.ics`, `${prefix}/team/reims/calendar.ics`];
      const page = await opened.open(`${prefix}/team/reims`);
      for (const path of [one, all]) {
        expect(page).toContain(`href="${path}"`);
        const { status, type, text } = await file(path);
        expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
        expect(eventsIn(text)).toMatchObject([
          {
            ...{ uid: `${id}@localhost`, status: "CONFIRMED", summary: prefix ? "Open day" : "Portes ouvertes" },
            ...{ startsAt: "2029-01-14T17:30:00Z", endsAt: "2029-01-14T19:00:00Z" },
          },
        ]);
        expect(text).not.toContain("Un brouillon");
      }
    }
    expect((await file(`/events/${draftId}/calendar.ics`)).status).toBe(404);
    const [before] = eventsIn((await file(`/events/${id}/calendar.ics`)).text);
    await site.backend.request(`/api/admin/events/${id}/status`, { method: "POST", cookie, json: { status: "archived" } });
    for (const path of [`/events/${id}/calendar.ics`, "/team/reims/calendar.ics"]) {
      const { text } = await file(path);
      const [after] = eventsIn(text);
      expect([after?.status, text.includes("Portes ouvertes")]).toEqual(["CANCELLED", false]);
      expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    }
    for (const path of ["/events/rien/calendar.ics", `/events/${crypto.randomUUID()}/calendar.ics`, "/team/rien/calendar.ics"])
      expect([path, (await file(path)).status]).toEqual([path, 404]);
  });

  test("a date that ends on another day says both, and one without English says so", async () => {
    const { site } = opened;
    const cookie = await adminAt("2028-01-12T09:00:00Z");
    const { id: sectorId } = await publishContent(site.backend, "sectors", cookie, { name: "Caen", city: "Caen" });
    const night = { startsAt: "2028-01-14T22:00", endsAt: "2028-01-15T02:00" };
    await publishContent(site.backend, "events", cookie, { title: { fr: "Nuit de collecte" }, ...night, sectorId });
    expect(plain(await opened.open("/team/caen"))).toContain("Du vendredi 14 janvier à 22 h au samedi 15 janvier à 2 h");
    for (const path of ["/en", "/en/team/caen"])
      expect(await opened.open(path)).toMatch(/<span lang="fr">Nuit de collecte<\/span><span[^>]*>in French/);
    expect(await opened.open("/en/team/caen")).toContain("Friday 14 January, 22:00 to Saturday 15 January, 02:00");
  });

  test("the home page has three at most, a team's page five of its own", async () => {
    const { site } = opened;
    const cookie = await adminAt("2029-01-12T09:00:00Z");
    const { id } = await publishContent(site.backend, "sectors", cookie, { name: "Brest", city: "Brest" });
    for (let day = 1; day <= 6; day += 1)
      await publishContent(site.backend, "events", cookie, {
        title: { fr: `Rendez-vous ${day}` },
        startsAt: `2029-02-0${day}T10:00`,
        endsAt: `2029-02-0${day}T11:00`,
        sectorId: id,
      });
    const shown = async (path: string) => [...new Set((await opened.open(path)).match(/Rendez-vous \d/g))].sort();
    expect(await shown("/")).toEqual([1, 2, 3].map((day) => `Rendez-vous ${day}`));
    expect(await shown("/team/brest")).toEqual([1, 2, 3, 4, 5].map((day) => `Rendez-vous ${day}`));
  });
});

test.each([
  ["/", null],
  ["/team/lyon", "its team"],
])("publishing an event invalidates %s, and unpublishing it removes it there", async (path, team) => {
  const within = { timeout: 1_500, interval: 20 };
  const backend = await startBackend();
  onTestFinished(() => backend.close());
  const { app } = await startSite({}, backend);
  const site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { id } = await publishContent(backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
  const text = async (path: string) => plain(await (await site.visit(path)).text());
  expect(await text(path)).not.toContain("Prochains rendez-vous");
  const title = both("Un rendez-vous tout neuf", "A brand new date");
  const event = await publishContent(backend, "events", cookie, { title, sectorId: team ? id : null });
  await expect.poll(() => text(path), within).toContain("Un rendez-vous tout neuf");
  await backend.request(`/api/admin/events/${event.id}/status`, { method: "POST", cookie, json: { status: "draft" } });
  await expect.poll(() => text(path), within).not.toContain("Un rendez-vous tout neuf");
});

test("an event of the back-office says when it is, and can be edited with the hours as they were written", async () => {
  const site = await startSite({}, await startBackend());
  onTestFinished(() => site.backend.close());
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id: sectorId } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
  const day = { startsAt: "2030-07-12T18:30", endsAt: "2030-07-12T20:00" };
  const { id } = await publishContent(site.backend, "events", cookie, { title: both("Portes ouvertes", "Open day"), ...day, sectorId });
  const page = `/dashboard/admin/events/${id}`;
  const visit = async (path: string) => plain(await (await site.visit(path, { cookie })).text());
  const event = await visit(page);
  for (const words of ["vendredi 12 juillet 2030, de 18 h 30 à 20 h", "Portes ouvertes", ">Lyon<", `${page}/edit`, `href="/events/${id}"`])
    expect(event).toContain(words);
  expect(await visit(`/en${page}`)).toMatch(/Friday,? 12 July 2030, 18:30 to 20:00/);
  const form = await visit(`${page}/edit`);
  expect(form).toMatch(/<input[^>]*type="datetime-local"[^>]*value="2030-07-12T18:30"/);
  const csv = await visit("/dashboard/admin/events/export.csv");
  expect(csv).toContain("Portes ouvertes,Open day,Autre,Lyon,2030-07-12 18:30,Le local,");
});
