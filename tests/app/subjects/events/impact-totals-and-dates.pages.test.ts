import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { monthlyRecords } from "#backend/modules/monthly-records/tables";
import { startBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";
import { keepCookies, type Site, startSite } from "#tests/support/site";

const both = (fr: string, en: string) => ({ fr, en });
const plain = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
const prefixes = ["", "/en"] as const;

/** A site with one published team with monthly records. */
async function aSite() {
  const site = await startSite({}, await startBackend());
  onTestFinished(() => site.backend.close());
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
  const write = (figures: object, month = "2026-09") =>
    site.backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie, json: { month, ...figures } });
  const read = async (path: string) => plain(await (await site.visit(path, { language: path.startsWith("/en") ? "en" : "fr" })).text());
  return { site, cookie, id, write, read };
}

describe("the impact totals of the teams", () => {
  test("are on each page with figures, as sums, formatted in the reader's language", async () => {
    const { site, cookie, write, read } = await aSite();
    const { id: second } = await publishContent(site.backend, "sectors", cookie, { name: "Lille", city: "Lille" });
    await write({ kits: 1_000, volunteerMinutes: 90_000, foodGrams: 9_000_500 });
    await site.backend.request(`/api/admin/sectors/${second}/records`, {
      method: "POST",
      cookie,
      json: { month: "2026-09", kits: 234, volunteerMinutes: 30, foodGrams: 500 },
    });
    const numbers = { "": ["1 234", "1 500", "9 001"], "/en": ["1,234", "1,500", "9,001"] };
    for (const prefix of prefixes) {
      const [kits, hours, kilograms] = numbers[prefix];
      const shown = {
        [prefix || "/"]: [kits, hours, kilograms],
        [`${prefix}/story`]: [kits, hours, kilograms],
        [`${prefix}/delivraide`]: [kits, hours, kilograms],
        [`${prefix}/dressed`]: [hours],
      };
      for (const [path, figures] of Object.entries(shown)) {
        const html = await read(path);
        for (const figure of figures) expect([path, figure, html.includes(`>${figure}`)]).toEqual([path, figure, true]);
      }
      const team = await read(`${prefix}/team/lyon`);
      const counted = prefix ? "Counted in our database on " : "Comptés dans notre base le ";
      for (const path of [prefix || "/", `${prefix}/story`, `${prefix}/team/lyon`])
        expect((await read(path)).match(new RegExp(`${counted}\\d+(er)? \\p{L}+ \\d{4}`, "gu"))).toHaveLength(1);
      expect([team.includes(prefix ? ">1,000<" : ">1 000<"), team.includes(">234")]).toEqual([true, false]);
    }
  });

  test("are hidden while they are zero", async () => {
    const { read, write } = await aSite();
    const words = /(?:\d |>)kits? livrés?|kilos? sauvés?|heures? de bénévolat/;
    for (const path of ["/", "/story", "/delivraide", "/dressed", "/euro-solidaire", "/team/lyon"])
      expect([path, words.exec(await read(path))?.[0]]).toEqual([path, undefined]);
    await write({ kits: 0, volunteerMinutes: 0, foodGrams: 2_000 });
    for (const path of ["/", "/team/lyon"]) {
      const html = await read(path);
      expect([path, html.includes("kilos sauvés"), /(?:\d |>)kits? livrés?|heures? de bénévolat/.exec(html)?.[0]]).toEqual([
        path,
        true,
        undefined,
      ]);
    }
  });
});

describe("cached pages", () => {
  /** A site with a page cache. */
  async function aKeepingSite() {
    const backend = await startBackend();
    onTestFinished(() => backend.close());
    const { app } = await startSite({}, backend);
    const site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
    await backend.changes.subscribe(() => {});
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const { id } = await publishContent(backend, "sectors", cookie, { name: "Lyon", city: "Lyon" });
    const markOf = async (path: string) => (await site.visit(path)).headers.get("etag");
    const text = async (path: string) => plain(await (await site.visit(path)).text());
    return { backend, site, cookie, id, markOf, text };
  }
  const within = { timeout: 1_500, interval: 20 };

  test("a new month invalidates the pages that count it, and no others", async () => {
    const { backend, cookie, id, markOf, text } = await aKeepingSite();
    const counting = ["/", "/story", "/delivraide", "/dressed", "/team/lyon", "/press"];
    const others = ["/euro-solidaire", "/partners", "/jobs", "/news", "/further-support"];
    const pages = [...counting, ...others];
    const read = async (paths: string[]) =>
      Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await markOf(path)] as const)));
    const marks = async () => JSON.stringify(await read(pages));
    // The team's own publication may still arrive at the page cache.
    await expect.poll(async () => new Set([await marks(), await marks()]).size, within).toBe(1);
    const before = await read(pages);
    expect(Object.values(before)).not.toContain(null);
    const json = { month: "2026-09", kits: 7_001, volunteerMinutes: 60 * 7_002, foodGrams: 7_003_000 };
    await backend.request(`/api/admin/sectors/${id}/records`, { method: "POST", cookie, json });
    await expect.poll(() => text("/"), within).toMatch(/kits livrés<\/dt><dd[^>]*>7 001</);
    for (const path of counting) await expect.poll(async () => (await markOf(path)) !== before[path], within).toBe(true);
    for (const path of others) expect([path, await markOf(path)]).toEqual([path, before[path]]);
  });

  test.each([
    ["/", null],
    ["/team/lyon", "its team"],
  ])("publishing an event invalidates %s, and unpublishing it removes it there", async (path, team) => {
    const { backend, cookie, id, text } = await aKeepingSite();
    expect(await text(path)).not.toContain("Prochains rendez-vous");
    const title = both("Un rendez-vous tout neuf", "A brand new date");
    const event = await publishContent(backend, "events", cookie, { title, sectorId: team ? id : null });
    await expect.poll(() => text(path), within).toContain("Un rendez-vous tout neuf");
    await backend.request(`/api/admin/events/${event.id}/status`, { method: "POST", cookie, json: { status: "draft" } });
    await expect.poll(() => text(path), within).not.toContain("Un rendez-vous tout neuf");
  });
});

describe("dates", () => {
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
    await publishContent(site.backend, "events", cookie, { ...event, sectorId: id });
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
        url: `${site.backend.services.settings.publicUrl}${prefix}/team/lyon`,
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
      return { status: answer.status, type: answer.headers.get("content-type"), text: (await answer.text()).replaceAll("\r\n ", "") };
    };
    for (const prefix of prefixes) {
      const [one, all] = [`${prefix}/events/${id}/calendar.ics`, `${prefix}/team/reims/calendar.ics`];
      const page = await opened.open(`${prefix}/team/reims`);
      for (const path of [one, all]) {
        expect(page).toContain(`href="${path}"`);
        const { status, type, text } = await file(path);
        expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
        for (const line of [`UID:${id}@localhost`, "DTSTART:20290114T173000Z", "DTEND:20290114T190000Z", "STATUS:CONFIRMED"])
          expect(text).toContain(line);
        expect(text).toContain(prefix ? "SUMMARY;LANGUAGE=en:Open day" : "SUMMARY;LANGUAGE=fr:Portes ouvertes");
        expect(text).not.toContain("Un brouillon");
      }
    }
    expect((await file(`/events/${draftId}/calendar.ics`)).status).toBe(404);
    const sequenceOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    const before = sequenceOf((await file(`/events/${id}/calendar.ics`)).text);
    await site.backend.request(`/api/admin/events/${id}/status`, { method: "POST", cookie, json: { status: "archived" } });
    for (const path of [`/events/${id}/calendar.ics`, "/team/reims/calendar.ics"]) {
      const { text } = await file(path);
      expect([text.includes("STATUS:CANCELLED"), text.includes("Portes ouvertes"), sequenceOf(text) > before]).toEqual([true, false, true]);
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

describe("the months of a team in the back-office", () => {
  let site: Site;
  let cookie = "";
  let page = "";
  let team = "";
  beforeAll(async () => {
    site = await startSite();
    ({ cookie } = await signIn(site.backend, { role: "ADMIN", firstName: "Inès", lastName: "Garnier" }));
    ({ id: team } = await publishContent(site.backend, "sectors", cookie, { name: "Lyon" }));
    page = `/dashboard/admin/sectors/${team}/records`;
  });
  afterAll(() => site.backend.close());

  const typed = { month: "2026-09", kits: "12", hours: "20.5", kilograms: "95.25", intent: "save" };
  const read = async (path: string) => plain(await (await site.visit(path, { cookie })).text());

  test("are entered and corrected without script in hours and kilograms, and stored in minutes and grams", async () => {
    const made = await site.visit(page, { cookie, form: typed });
    expect([made.status, made.headers.get("location")]).toEqual([303, page]);
    expect(plain(await (await site.visit(page, { cookie: keepCookies(cookie, made) })).text())).toContain("Mois enregistré.");
    const rows = () => site.backend.services.db.select().from(monthlyRecords).where(eq(monthlyRecords.sectorId, team));
    expect(await rows()).toEqual([expect.objectContaining({ month: "2026-09-01", kits: 12, volunteerMinutes: 1_230, foodGrams: 95_250 })]);
    const list = await read(page);
    for (const words of ["septembre 2026", ">20,5<", ">95,25<", "Inès Garnier", "1 mois"]) expect(list).toContain(words);
    expect(await read(`/en${page}`)).toContain("September 2026");
    const form = await read(`${page}?month=2026-09`);
    for (const words of ["Corriger septembre 2026", 'value="20.5"', 'name="version" value="1"']) expect(form).toContain(words);
    const { month: _, ...figures } = typed;
    const edited = await site.visit(`${page}?month=2026-09`, { cookie, form: { ...figures, kits: "13", version: "1" } });
    expect([edited.status, (await rows())[0]?.kits]).toEqual([303, 13]);
    const late = await site.visit(`${page}?month=2026-09`, { cookie, form: { ...figures, kits: "99", version: "1" } });
    const conflict = plain(await late.text());
    expect([late.status, (await rows())[0]?.kits]).toEqual([409, 13]);
    for (const words of ["Inès Garnier a enregistré ce mois", 'value="99"', 'name="version" value="2"']) expect(conflict).toContain(words);
  });

  test("are exported with the numbers of the screen", async () => {
    const file = await (await site.visit(`${page}/export.csv`, { cookie })).text();
    const [header, row] = file.replace("\uFEFF", "").split("\n");
    expect(header).toBe("Mois,Kits livrés,Heures de bénévolat,Kilos de nourriture,Par,Modifié");
    expect(row).toMatch(/^2026-09,13,20\.5,95\.25,Inès Garnier,/);
    expect((await site.visit(page.replace(team, crypto.randomUUID()), { cookie })).status).toBe(404);
    expect((await site.visit(`${page.replace(team, crypto.randomUUID())}/export.csv`, { cookie })).status).toBe(404);
  });

  test("show errors at the field, and keep the values; a month is deleted by its own button", async () => {
    const twice = await site.visit(page, { cookie, form: { ...typed, kits: "77" } });
    const html = plain(await twice.text());
    expect([twice.status, html.includes("Ce mois a déjà ses chiffres."), html.includes('value="77"')]).toEqual([422, true, true]);
    expect((await site.visit(page, { cookie, form: { ...typed, kits: "-1" } })).status).toBe(400);
    expect((await site.visit(page, { cookie, form: { ...typed, month: "2099-01" } })).status).toBe(422);
    const gone = await site.visit(`${page}?month=2026-09`, { cookie, form: { intent: "remove" } });
    expect([gone.status, gone.headers.get("location")]).toEqual([303, page]);
    expect(await read(page)).toContain("Aucun mois pour l’instant.");
    expect((await site.visit(`${page}?month=2026-09`, { cookie })).status).toBe(404);
  });
});

test("an event of the back-office says when it is, and can be edited with the hours as they were written", async () => {
  const { site, cookie, id: sectorId } = await aSite();
  const day = { startsAt: "2030-07-12T18:30", endsAt: "2030-07-12T20:00" };
  const { id } = await publishContent(site.backend, "events", cookie, { title: both("Portes ouvertes", "Open day"), ...day, sectorId });
  const page = `/dashboard/admin/events/${id}`;
  const visit = async (path: string) => plain(await (await site.visit(path, { cookie })).text());
  const event = await visit(page);
  for (const words of ["vendredi 12 juillet 2030, de 18 h 30 à 20 h", "Portes ouvertes", ">Lyon<", `${page}/edit`])
    expect(event).toContain(words);
  expect(await visit(`/en${page}`)).toMatch(/Friday,? 12 July 2030, 18:30 to 20:00/);
  const form = await visit(`${page}/edit`);
  expect(form).toMatch(/<input[^>]*type="datetime-local"[^>]*value="2030-07-12T18:30"/);
  const csv = await visit("/dashboard/admin/events/export.csv");
  expect(csv).toContain("Portes ouvertes,Open day,Autre,Lyon,2030-07-12 18:30,Le local,");
});
