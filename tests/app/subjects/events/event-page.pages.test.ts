import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishPhases } from "#backend/modules/event-guests/public-page";
import { instantInFrance } from "#contract/formats/france-time";
import { startBackend, testClock } from "#tests/support/backend";
import { eventsIn } from "#tests/support/calendar-file";
import { publishContent } from "#tests/support/content";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent, placesOf, savePlaces } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { formsIn } from "#tests/support/page-forms";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

const time = testClock(new Date());
let site: Site;
let admin = "";
let guest: ReturnType<typeof eventGuest>;
beforeAll(async () => {
  site = await startSite({}, await startBackend({ clock: time.clock, limits: noLimits }));
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
  guest = eventGuest(site.backend, time);
});
afterAll(() => site.backend.close());

const plain = (html: string) => html.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("&#x27;", "'");
const open = async (path: string) => plain(await (await site.visit(path)).text());
const later = (hours: number) => new Date(time.clock().getTime() + hours * 3_600_000).toISOString().slice(0, 16);
const coming = (title: string) => ({
  title: { fr: title, en: `${title} (en)` },
  summary: { fr: "Un bac à l’entrée.", en: "A crate at the entrance." },
  startsAt: later(100),
  endsAt: later(102),
});
const structured = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>)
    .find((one) => one["@type"] === "Event");

describe.each([
  {
    prefix: "",
    words: ["Un bac à l’entrée.", "Tout le monde, sur inscription", "Il reste des places."],
    button: "Réserver ma place",
  },
  {
    prefix: "/en",
    words: ["A crate at the entrance.", "Everyone, with a registration", "There are places left."],
    button: "Book my place",
  },
])("the page of an event under $prefix/", ({ prefix, words, button }) => {
  test("says what, when, where, for whom and what is left, to people and to search engines, without script", async () => {
    const event = await addEvent(site.backend, admin, {
      event: coming("Grande collecte"),
      guests: true,
      quotas: [{ capacity: 9 }],
    });
    const path = `${prefix}/events/${event.id}`;
    const answer = await site.visit(path);
    const html = plain(await answer.text());
    expect([answer.status, answer.headers.get("set-cookie"), html.includes("<script src")]).toEqual([200, null, false]);
    for (const text of [...words, button, "Le local", "24 rue du Marché-Levé", prefix ? "Grande collecte (en)" : "Grande collecte"])
      expect(html).toContain(text);
    const url = `http://localhost:3000${path}`;
    expect(html).toContain(`<link rel="canonical" href="${url}"`);
    for (const [language, address] of [
      ["fr", `/events/${event.id}`],
      ["en", `/en/events/${event.id}`],
    ])
      expect(html).toContain(`<link rel="alternate" href="http://localhost:3000${address}" hrefLang="${language}"`);
    const [, image] = html.match(/property="og:image" content="[^"]*?(\/(?:en\/)?events\/[^"]*)"/) ?? [];
    expect([image, structured(html)?.image]).toEqual([`${path}/share.png`, expect.stringContaining(`${path}/share.png`)]);
    expect(html).toMatch(/property="og:image:alt" content="Grande collecte[^"]*, [^"]*\d/);
    expect(html).toContain('property="og:type" content="website"');
    const picture = await site.visit(image ?? "", { language: prefix ? "en" : "fr" });
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await site.visit(`${prefix}/events/${crypto.randomUUID()}/share.png`)).status).toBe(404);
    expect(structured(html)).toMatchObject({
      ...{ url, eventStatus: "https://schema.org/EventScheduled", eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode" },
      location: { "@type": "Place", name: "Le local" },
      offers: { "@type": "Offer", price: 0, availability: "https://schema.org/InStock" },
    });
    expect(html).toContain(`href="${prefix}/events/${event.id}/calendar.ics"`);
    expect((await site.visit(`${path}/calendar.ics`)).status).toBe(200);
    expect(await open(prefix || "/")).toContain(`href="${path}"`);
    expect(await open("/sitemap.xml")).toContain(`<loc>${url}</loc>`);
    expect(await open(`${prefix}/search?q=collecte`)).toContain(`href="${path}"`);
  });
});

test("an event without registration, one that is closed and one for accounts say so, and offer nothing", async () => {
  const { id } = await publishContent(site.backend, "events", admin, coming("Portes ouvertes"));
  const html = await open(`/events/${id}`);
  expect([html.includes("Venez sans inscription."), structured(html)?.offers]).toEqual([true, undefined]);
  const soon = await addEvent(site.backend, admin, { event: coming("Bientôt"), guests: true, opensAt: later(48), closesAt: later(72) });
  expect(await open(`/events/${soon.id}`)).toContain("Les inscriptions ouvrent le");
  const members = await addEvent(site.backend, admin, { event: coming("Avec un compte"), roles: ["VOLUNTEER"] });
  const page = await open(`/events/${members.id}`);
  for (const words of ["Avec un compte : bénévoles", "Les places se réservent avec un compte.", `/dashboard/events/${members.id}`])
    expect(page).toContain(words);
  expect(formsIn(page, "/").map(({ action }) => action)).not.toContain(`/events/${members.id}#book`);
});

test("an event is running, over or cancelled with its reason, and one that is taken off the site has no page", async () => {
  const event = await addEvent(site.backend, admin, { event: coming("Annulée"), guests: true });
  const json = { reason: { fr: "Le local est fermé." }, people: 0 };
  await site.backend.request(`/api/admin/events/${event.id}/cancel`, { method: "POST", cookie: admin, json });
  const html = await open(`/events/${event.id}`);
  expect([html.includes("Le local est fermé."), html.includes('id="book"')]).toEqual([true, false]);
  expect(structured(html)).toMatchObject({ eventStatus: "https://schema.org/EventCancelled" });
  for (const [title, hours, words] of [
    ["Commencée", -1, "a commencé"],
    ["Passée", -9, "est passé"],
  ] as const) {
    const times = { startsAt: later(hours), endsAt: later(hours + 3) };
    const { id } = await publishContent(site.backend, "events", admin, { ...coming(title), ...times });
    expect(await open(`/events/${id}`)).toContain(words);
  }
  const { id } = await publishContent(site.backend, "events", admin, coming("Retirée"));
  expect((await site.visit(`/events/${id}`)).status).toBe(200);
  await site.backend.request(`/api/admin/events/${id}/status`, { method: "POST", cookie: admin, json: { status: "archived" } });
  for (const path of [`/events/${id}`, "/events/rien", `/events/${crypto.randomUUID()}`])
    expect([path, (await site.visit(path)).status]).toEqual([path, 404]);
});

test("nothing of an event that is not for everybody is on a public page, feed, search, map or response", async () => {
  const secret = "Rendez-vous discret";
  const shown = await publishContent(site.backend, "events", admin, coming("Date ouverte"));
  for (const visibility of ["members", "invitation"]) {
    const place = { placeName: "Lieu discret", placeAddress: "1 rue discrète" };
    const event = await addEvent(site.backend, admin, { guests: true, event: { ...coming(secret), ...place, visibility } });
    for (const path of [`/events/${event.id}`, `/en/events/${event.id}`, `/events/${event.id}/calendar.ics`])
      expect([path, (await site.visit(path)).status]).toEqual([path, 404]);
    // Neither has who may see it elsewhere: the page is the same for all, and cached.
    expect((await site.visit(`/events/${event.id}`, { cookie: admin })).status).toBe(404);
    for (const path of ["", "/page"]) expect((await site.backend.request(`/api/events/${event.id}${path}`)).status).toBe(404);
    expect((await guest.ask(event, "lou@example.org")).status).toBe(404);
    for (const path of ["/", `/events/${shown.id}`, "/search?q=discret", "/sitemap.xml", "/en/sitemap.xml", "/news/feed.xml"]) {
      const html = await open(path);
      expect([path, html.includes("discret</"), html.includes(secret), html.includes(event.id), html.includes("rue discrète")]).toEqual([
        path,
        false,
        false,
        false,
        false,
      ]);
    }
    for (const path of ["/api/events?limit=20", "/api/search?q=discret", "/api/public-addresses", `/api/events/${shown.id}/page`])
      expect([path, (await (await site.backend.request(path)).text()).includes("discret<")]).toEqual([path, false]);
    expect(await (await site.backend.request("/api/events?limit=20")).text()).not.toContain(secret);
  }
});

test("without script, a place is asked for, confirmed by the button, shown and cancelled", async () => {
  const event = await addEvent(site.backend, admin, { event: coming("Tri du soir"), guests: true, maxParty: 3, quotas: [{ capacity: 5 }] });
  const path = `/events/${event.id}`;
  const form = formsIn(await open(path), path).find(({ action }) => action.startsWith(path));
  const names = form?.fields.map(({ name }) => name) ?? [];
  for (const name of ["quotaId", "partySize", "name", "email", "website", "proof"]) expect(names).toContain(name);
  time.pass(10);
  const proof = form?.fields.find(({ name }) => name === "proof")?.value ?? "";
  const fields = { quotaId: event.quotas[0] ?? "", partySize: "2", name: "Ana Témoin", email: "ana@", website: "", proof };
  const wrong = await site.visit(path, { form: fields });
  const page = plain(await wrong.text());
  expect([wrong.status, page.includes("Cette adresse est incomplète."), page.includes('value="Ana Témoin"')]).toEqual([400, true, true]);
  const sent = await site.visit(path, { form: { ...fields, email: "ana@example.org" } });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `${path}?sent=1#book`]);
  expect(await open(`${path}?sent=1`)).toContain("Regardez vos e-mails");
  const link = `/events/registration?token=${await guest.tokenFor("ana@example.org")}`;
  for (const method of ["HEAD", "GET"]) await site.visit(link, { method });
  const opened = await site.visit(link);
  const html = plain(await opened.text());
  expect([opened.headers.get("cache-control"), html.includes('<meta name="robots" content="noindex"')]).toEqual(["no-store", true]);
  expect([html.includes("Confirmer votre demande"), html.includes("Tri du soir")]).toEqual([true, true]);
  expect((await site.visit(link, { form: { intent: "confirm" } })).status).toBe(303);
  const own = await open(link);
  for (const words of ["Votre inscription", "Place réservée", "Ana Témoin", "Annuler mon inscription"]) expect(own).toContain(words);
  expect((await site.visit(link, { form: { intent: "cancel" } })).status).toBe(303);
  expect(await open(link)).toContain("Inscription annulée");
  for (const bad of ["/events/registration", "/events/registration?token=x", `/events/registration?token=${"x".repeat(43)}`]) {
    expect(await open(bad)).toContain("Ce lien ne fonctionne plus");
    expect((await site.visit(bad, { form: { intent: "confirm" } })).status).toBe(404);
  }
  expect(JSON.stringify([site.logged, site.backend.logged])).not.toContain(link.slice(-30));
});

test("a person makes the secret address of their calendar, which is shown once, and a calendar program reads it", async () => {
  const event = await addEvent(site.backend, admin, { event: coming("Mon tri") });
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  await site.backend.request(`/api/my-events/${event.id}/registration`, { method: "POST", cookie, json: { quotaId: event.quotas[0] } });
  const page = "/dashboard/my-events";
  expect(plain(await (await site.visit(page, { cookie })).text())).toContain("Créer l’adresse");
  const made = await site.visit(page, { cookie, form: { intent: "createFeed" } });
  const address = /https?:\/\/localhost:3000(\/events\/my-calendar\.ics\?token=[\w-]+)/.exec(await made.text())?.[1] ?? "";
  expect([made.status, address.length > 60]).toEqual([201, true]);
  expect(await (await site.visit(page, { cookie })).text()).not.toContain(address);
  const file = await site.visit(address);
  const text = await file.text();
  expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
    200,
    "text/calendar; charset=utf-8",
    "no-store",
  ]);
  const { startsAt, endsAt } = coming("Mon tri");
  const inUtc = (wall: string) => instantInFrance(wall)?.toISOString().replace(".000Z", "Z");
  expect(eventsIn(plain(text))).toMatchObject([
    {
      ...{
        uid: expect.stringMatching(/^[0-9a-f-]{36}@localhost$/),
        summary: "Mon tri",
        status: "CONFIRMED",
        alarm: "-PT24H Rappel : Mon tri",
      },
      ...{ location: expect.stringContaining("Le local, 24 rue"), startsAt: inUtc(startsAt), endsAt: inUtc(endsAt) },
    },
  ]);
  await site.visit(page, { cookie, form: { intent: "revokeFeed" } });
  for (const path of [address, "/events/my-calendar.ics", "/events/my-calendar.ics?token=x"])
    expect((await site.visit(path)).status).toBe(404);
  expect(JSON.stringify([site.logged, site.backend.logged])).not.toContain(address.slice(-30));
});

test("a sign-up leaves the page cached until it changes what the page says of the places; so does the clock", async () => {
  const { app } = site;
  const cached = await startSite({ changes: app.changesInProcess(site.backend.changes.subscribe) }, site.backend);
  await site.backend.changes.subscribe(() => {});
  const closesAt = later(90);
  const event = await addEvent(site.backend, admin, {
    event: coming("Grande salle"),
    guests: true,
    quotas: [{ capacity: 10 }],
    closesAt,
  });
  const path = `/events/${event.id}`;
  const page = async () => plain(await (await cached.visit(path)).text());
  // The change that the event itself was is received a moment later. A page that is made again has another proof of its time.
  await expect
    .poll(async () => {
      const before = await page();
      time.pass(1);
      return (await page()) === before;
    })
    .toBe(true);
  const first = await page();
  expect(first).toContain("Il reste des places.");
  for (let one = 0; one < 7; one += 1) await guest.register(event, `guest-${one}@example.org`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await page()) === first).toBe(true);
  await guest.register(event, "last@example.org");
  await expect.poll(page).toContain("Il reste quelques places.");
  for (const one of ["a@example.org", "b@example.org"]) await guest.register(event, one);
  await expect.poll(page).toContain("C’est complet.");
  time.set(new Date((instantInFrance(closesAt)?.getTime() ?? 0) + 30_000).toISOString());
  expect(await page()).toContain("C’est complet.");
  await publishPhases(site.backend.services.db, time.clock());
  await expect.poll(page).toContain("Les inscriptions sont closes.");
});

test("an event with a minimum age says so, and nobody registers for it without an account, whose age nobody knows", async () => {
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const { id } = await addEvent(site.backend, cookie, { event: coming("Maraude"), minAge: 16, quotas: [{ capacity: 9 }] });
  expect(plain(await (await site.visit(`/events/${id}`)).text())).toContain("À partir de 16 ans");
  const { rules } = await placesOf(site.backend, cookie, id);
  const both = await savePlaces(site.backend, cookie, id, { version: rules.version, minAge: 16, guests: true, quotas: [{ capacity: 9 }] });
  expect([both.status, await both.json()]).toMatchObject([422, { fieldErrors: { guests: ["events:error.guestsAge"] } }]);
});
