import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventQuestions, eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { publishContent } from "#tests/support/content";
import { addEvent, placesOf } from "#tests/support/events";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let admin = "";
beforeAll(async () => {
  site = await startSite();
  ({ cookie: admin } = await signIn(site.backend, { role: "ADMIN" }));
});
afterAll(() => site.backend.close());

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
const coming = (title: string) => ({ title: { fr: title, en: `${title} (en)` }, startsAt: later(100), endsAt: later(102) });
const text = async (path: string, cookie?: string) => {
  const answer = await site.visit(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};

test.each([
  {
    ...{ prefix: "", free: "1 place libre", wait: "Attendre une place", line: "position 1", offered: "Je prends la place" },
    ...{ left: "Il vous reste 1", over: "Le délai pour répondre est passé." },
  },
  {
    ...{ prefix: "/en", free: "1 place left", wait: "Wait for a place", line: "position 1", offered: "I’ll take the place" },
    ...{ left: "You have 1", over: "The time to answer has passed." },
  },
])("without script, a place is taken, waited for, offered and accepted under $prefix/", async (shown) => {
  const { prefix, free, wait, line, offered, left, over } = shown;
  const { id, quotas } = await addEvent(site.backend, admin, { event: coming(`Tri du soir ${prefix}`) });
  const [first, second] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
  const page = `${prefix}/dashboard/events/${id}`;
  expect((await text(`${prefix}/dashboard/events`, first.cookie)).html).toContain(free);
  const send = (cookie: string, form: Record<string, string>, path = page) => site.visit(path, { method: "POST", cookie, form });

  const none = await send(first.cookie, { intent: "register", partySize: "1" });
  expect(none.status).toBe(400);
  const taken = await send(first.cookie, { intent: "register", quotaId: quotas[0] ?? "", partySize: "1" });
  expect([taken.status, taken.headers.get("location")]).toEqual([303, page]);
  expect((await text(page, second.cookie)).html).toContain(wait);
  await send(second.cookie, { intent: "register", quotaId: quotas[0] ?? "", partySize: "1" });
  expect((await text(`${prefix}/dashboard/my-events`, second.cookie)).html).toContain(line);

  expect((await send(first.cookie, { intent: "cancel" })).status).toBe(303);
  const band = async () => (await text(`${prefix}/dashboard/my-events`, second.cookie)).html;
  for (const words of [offered, left]) expect(await band()).toContain(words);
  const ends = (offerExpiresAt: Date) =>
    site.backend.services.db
      .update(eventRegistrations)
      .set({ offerExpiresAt })
      .where(and(eq(eventRegistrations.eventId, id), eq(eventRegistrations.status, "offered")));
  await ends(new Date(Date.now() - 120_000));
  const late = await band();
  expect([late.includes(over), late.includes(offered), late.includes(left)]).toEqual([true, false, false]);
  await ends(new Date(Date.now() + 3_600_000));
  const accepted = await send(second.cookie, { intent: "accept", event: id }, `${prefix}/dashboard/my-events`);
  expect(accepted.status).toBe(303);
  expect(await placesOf(site.backend, admin, id)).toMatchObject({ counts: { confirmed: 1, cancelled_by_user: 1 } });
  // The button of a page that was opened before says what became of the offer, and breaks nothing.
  expect((await send(second.cookie, { intent: "decline", event: id }, `${prefix}/dashboard/my-events`)).status).toBe(303);
});

test.each([
  { prefix: "", where: "faite sans compte", button: "Recevoir le lien par e-mail" },
  { prefix: "/en", where: "without an account", button: "Email me the link" },
])("whoever registered without account reads where that is, and gets its link, under $prefix/", async ({ prefix, where, button }) => {
  const { db } = site.backend.services;
  const { id, quotas } = await addEvent(site.backend, admin, { quotas: [{ capacity: 2 }], event: coming(`Tri des invités ${prefix}`) });
  const person = await signIn(site.backend, { role: "VOLUNTEER" });
  const guest = { guestName: "Ana Silva", guestEmail: person.email, guestLocale: "fr", guestTextVersion: 1 } as const;
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", ...guest, status: "confirmed" });
  const page = `${prefix}/dashboard/events/${id}`;
  const { html } = await text(page, person.cookie);
  expect([html.includes(where), html.includes(button)]).toEqual([true, true]);
  const sent = await site.visit(page, { method: "POST", cookie: person.cookie, form: { intent: "guestLink" } });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, page]);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.recipient, person.email));
  expect(mails.map(({ topic }) => topic)).toEqual(["event_guest_known"]);
});

test("staff open an event, see who registered, add a guest, and cancel it with a reason", async () => {
  const { id } = await publishContent(site.backend, "events", admin, coming("Portes ouvertes"));
  const office = `/dashboard/admin/events/${id}`;
  expect((await text(`${office}/participants`, admin)).html).toContain("Ouvrir les inscriptions");
  const rules = { roles: "VOLUNTEER", maxParty: "2", offerHours: "12", cancelUntilHours: "24", waitingList: "on", intent: "save" };
  const post = (path: string, form: Record<string, string>) => site.visit(path, { method: "POST", cookie: admin, form });
  expect((await post(`${office}/places`, { ...rules, "quotas[0].label.fr": "", "quotas[0].capacity": "2" })).status).toBe(400);
  const saved = await post(`${office}/places`, { ...rules, "quotas[0].label.fr": "Accueil", "quotas[0].capacity": "2" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${office}/participants`]);
  const { quotas } = await placesOf(site.backend, admin, id);
  const added = await post(`${office}/participants`, {
    intent: "add",
    guestName: "Nadia Petit",
    quotaId: quotas[0]?.id ?? "",
    partySize: "1",
  });
  expect(added.status).toBe(303);
  const { html } = await text(`${office}/participants`, admin);
  expect([html.includes("Nadia Petit"), html.includes("1 sur 2")]).toEqual([true, true]);
  expect((await text(`${office}/places`, admin)).html).toContain("1 inscription sera annulée");
  const cancelled = await post(`${office}/places`, { intent: "cancelEvent", people: "1", "reason.fr": "Local fermé" });
  expect(cancelled.status).toBe(303);
  expect(await placesOf(site.backend, admin, id)).toMatchObject({ phase: "cancelled", counts: { cancelled_by_staff: 1 } });
  expect((await text(`${office}/places`, admin)).html).toContain("Rétablir l’évènement");
  const withoutReason = await post(`${office}/places`, { intent: "reinstate", reason: "" });
  expect([withoutReason.status, await withoutReason.text()]).toEqual([400, expect.stringContaining("Dites en quelques mots pourquoi")]);
  const again = await post(`${office}/places`, { intent: "reinstate", reason: "Le local rouvre." });
  expect([again.status, again.headers.get("location")]).toEqual([303, `${office}/places`]);
  expect(await placesOf(site.backend, admin, id)).toMatchObject({ phase: "open", counts: { cancelled_by_staff: 1 } });
  expect((await text(`${office}/places`, admin)).html).not.toContain("Rétablir l’évènement");
});

test("an event that is not for everybody is on no public page, feed, search or response", async () => {
  const team = await publishContent(site.backend, "sectors", admin, { name: "Quimper", slug: "quimper", kind: "local_team" });
  const secret = "Rendez-vous discret";
  for (const visibility of ["members", "invitation"]) {
    const { id } = await publishContent(site.backend, "events", admin, { ...coming(secret), visibility, sectorId: team.id });
    expect((await site.visit(`/events/${id}/calendar.ics`)).status).toBe(404);
    expect((await site.backend.request(`/api/events/${id}`)).status).toBe(404);
  }
  const paths = ["/", "/team/quimper", "/team/quimper/calendar.ics", "/search?q=discret", "/sitemap.xml", "/en"];
  for (const path of paths) expect([path, (await text(path)).html.includes(secret)]).toEqual([path, false]);
  expect(await (await site.backend.request("/api/events?limit=20")).text()).not.toContain(secret);
  const { cookie: donor } = await signIn(site.backend, { role: "DONATOR_INDIVIDUAL" });
  expect((await site.backend.request("/api/my-events/coming", { cookie: donor })).status).toBe(403);
  const { cookie: volunteer } = await signIn(site.backend, { role: "VOLUNTEER" });
  const seen = (await (await site.backend.request("/api/my-events/coming", { cookie: volunteer })).json()) as {
    items: { visibility: string }[];
  };
  expect(seen.items.map(({ visibility }) => visibility)).not.toContain("invitation");
  expect(seen.items.map(({ visibility }) => visibility)).toContain("members");
});

test("the list of events is also a month as a table, with links to the months around it", async () => {
  const startsAt = later(24 * 40);
  const { id } = await addEvent(site.backend, admin, {
    event: { title: { fr: "Collecte du mois" }, startsAt, endsAt: later(24 * 40 + 2) },
    quotas: [{ capacity: 1 }],
  });
  const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
  const path = "/dashboard/events";
  const month = startsAt.slice(0, 7);
  expect((await text(path, cookie)).html).toContain(`href="${path}?month=`);
  const { html } = await text(`${path}?month=${month}&free=yes`, cookie);
  for (const words of [
    "<table",
    "Collecte du mois",
    `/dashboard/events/${id}`,
    `id="day-${startsAt.slice(0, 10)}"`,
    "free=yes",
    "Mois suivant",
  ])
    expect([words, html.includes(words)]).toEqual([words, true]);
  const earlier = await text(`${path}?month=2001-01`, cookie);
  expect([earlier.status, earlier.html.includes("Collecte du mois"), earlier.html.includes('aria-label="Mois précédent"')]).toEqual([
    200,
    false,
    false,
  ]);
});

test.each([
  { prefix: "", wanted: "Vous cherchez une relève", seeks: "Relève cherchée", found: "Relève trouvée" },
  { prefix: "/en", wanted: "You’re looking for a replacement", seeks: "Looking for a replacement", found: "Replacement found" },
])(
  "without script, a place is offered, withdrawn, offered again and taken over under $prefix/",
  async ({ prefix, wanted, seeks, found }) => {
    const { id, quotas } = await addEvent(site.backend, admin, { event: coming(`Relève ${prefix}`) });
    const [giver, taker] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
    const page = `${prefix}/dashboard/events/${id}`;
    const send = async ({ cookie }: { cookie: string }, form: Record<string, string>) => {
      const answer = await site.visit(page, { method: "POST", cookie, form });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, page]);
    };
    await site.visit(page, {
      method: "POST",
      cookie: giver.cookie,
      form: { intent: "register", quotaId: quotas[0] ?? "", partySize: "1" },
    });
    const shown = async ({ cookie }: { cookie: string }) => (await text(page, cookie)).html.split("<script").slice(0, -3).join();
    const button = 'value="takeOver"';
    expect(await shown(giver)).toContain('value="seek"');
    await send(giver, { intent: "seek" });
    expect(await shown(giver)).toContain(wanted);
    const offered = await shown(taker);
    expect(offered).toContain(button);
    const registrationId = offered.match(/name="registrationId" value="([^"]+)"/)?.[1] ?? "";
    const mine = async () => (await text(`${prefix}/dashboard/my-events`, giver.cookie)).html.split("<script")[0] ?? "";
    expect(await mine()).toContain(seeks);
    await send(giver, { intent: "stay" });
    expect(await mine()).not.toContain(seeks);
    await send(taker, { intent: "takeOver", registrationId });
    expect(await shown(taker)).not.toContain(button);
    await send(giver, { intent: "seek" });
    const { html: ofStaff } = await text(`${prefix}/dashboard/admin/events/${id}`, admin);
    for (const words of [
      giver.id,
      prefix ? "1 person is looking for" : "1 personne cherche une relève",
      prefix ? ">Since " : ">Depuis le ",
    ])
      expect([words, ofStaff.includes(words)]).toEqual([words, true]);
    await send(taker, { intent: "takeOver", registrationId });
    expect(await placesOf(site.backend, admin, id)).toMatchObject({ counts: { confirmed: 1, cancelled_by_user: 1 } });
    expect(await mine()).toContain(found);
  },
);

test.each([
  { prefix: "", near: "à 4 km", nearest: "Les plus proches d’abord" },
  { prefix: "/en", near: "4 km away", nearest: "Nearest first" },
])(
  "the list of events says how far each is, and is sorted by it, for who has a place under $prefix/",
  async ({ prefix, near, nearest }) => {
    const where = { latitude: 45.7667, longitude: 4.8799 };
    const { id } = await addEvent(site.backend, admin, { event: { ...coming(`Près d’ici ${prefix}`), ...where } });
    const { cookie, id: person } = await signIn(site.backend, { role: "VOLUNTEER" });
    const path = `${prefix}/dashboard/events`;
    const shown = async (page: string) => (await text(page, cookie)).html.split("<script")[0]?.replaceAll("\u00a0", " ") ?? "";
    expect(await shown(path)).not.toContain(nearest);
    await site.backend.services.db.update(users).set({ latitude: 45.7467, longitude: 4.8395 }).where(eq(users.id, person));
    for (const page of [path, `${path}?sort=distance`]) {
      const html = await shown(page);
      expect([page, html.includes(near), html.includes(nearest)]).toEqual([page, true, true]);
    }
    expect(await shown(`${path}/${id}`)).toContain(near);
    expect(await shown(`${prefix}/events/${id}`)).not.toContain(near);
  },
);

test.each(["", "/en"])(
  "without script, the link of a mail leads to the questions of a place, and says when it is gone under %s/",
  async (prefix) => {
    const { id, quotas } = await addEvent(site.backend, admin, { event: coming(`Questions ${prefix}`) });
    const [giver, taker] = [await signIn(site.backend, { role: "VOLUNTEER" }), await signIn(site.backend, { role: "VOLUNTEER" })];
    const event = `${prefix}/dashboard/events/${id}`;
    const send = (page: string, { cookie }: { cookie: string }, form: Record<string, string>) =>
      site.visit(page, { method: "POST", cookie, form });
    await send(event, giver, { intent: "register", quotaId: quotas[0] ?? "", partySize: "1" });
    await send(event, giver, { intent: "seek" });
    const [question] = await site.backend.services.db
      .insert(eventQuestions)
      .values({ eventId: id, position: 0, kind: "text", label: { fr: "Taille de gilet" }, required: true })
      .returning();
    const name = `answers.${question?.id}`;
    const main = async (page: string, { cookie } = taker) => (await text(page, cookie)).html.replace(/<script.*?<\/script>/gs, "");
    const registrationId = (await main(event)).match(/\?replacement=([\w-]+)"/)?.[1] ?? "";
    const link = `${event}?replacement=${registrationId}`;
    expect((await main(link)).split(`name="${name}"`)).toHaveLength(2);
    expect((await send(link, taker, { intent: "takeOver", registrationId })).status).toBe(422);
    const { status, headers } = await send(link, taker, { intent: "takeOver", registrationId, [name]: "M" });
    expect([status, headers.get("location")]).toEqual([303, event]);
    const late = await signIn(site.backend, { role: "VOLUNTEER" });
    const gone = prefix ? "Somebody has already taken this place" : "Cette place a déjà été reprise";
    expect(await main(link, late)).toContain(gone);
    expect((await main(event, late)).includes(gone)).toBe(false);
  },
);
