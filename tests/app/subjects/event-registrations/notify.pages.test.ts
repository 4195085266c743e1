import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaigns } from "#backend/modules/campaigns/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { runCampaigns } from "#tests/support/campaigns";
import { addEvent } from "#tests/support/events";
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
const page = async (path: string, cookie = admin) => {
  const answer = await site.visit(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};
const post = (path: string, form: Record<string, string>) => site.visit(path, { method: "POST", cookie: admin, form });

async function eventWith(people: number) {
  const event = { title: { fr: "Tri du soir", en: "Evening sorting" }, startsAt: later(100), endsAt: later(102) };
  const { id, quotas } = await addEvent(site.backend, admin, { event, quotas: [{ capacity: 20 }, { capacity: 20 }] });
  for (let count = 0; count < people; count += 1) {
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
    const json = { quotaId: quotas[0] };
    expect((await site.backend.request(`/api/my-events/${id}/registration`, { method: "POST", cookie, json })).status).toBe(200);
  }
  return { id, quotas, office: `/dashboard/admin/events/${id}` };
}

const message = {
  ...{ topic: "event", when: "now", channels: "email", eventStatuses: "confirmed" },
  ...{ "title.fr": "Entrée par la cour", "sentence.fr": "La porte est en travaux." },
};

test("without script, staff count, write and send a message to those who are registered, and read who got it", async () => {
  const { id, office } = await eventWith(2);
  const form = await page(`${office}/notify`);
  expect([form.status, form.html]).toEqual([200, expect.stringContaining("2 inscriptions")]);
  expect(form.html).toContain("{prénom}, {évènement}, {date}");
  expect(form.html).toContain("Sans compte, le bouton ouvre toujours l’inscription");
  const counted = await post(`${office}/notify`, { ...message, eventId: id, "body.fr": "", intent: "count" });
  expect(await counted.text()).toMatch(/<b>2<\/b>\s*<strong>personnes recevront/);
  const wrong = await post(`${office}/notify`, { ...message, eventId: id, "body.fr": "{code}", intent: "continue" });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("Un mot entre accolades")]);

  const saved = await post(`${office}/notify`, { ...message, eventId: id, "body.fr": "{prénom}, à {lieu}.", intent: "continue" });
  const send = saved.headers.get("location") ?? "";
  expect([saved.status, send]).toEqual([303, expect.stringMatching(/^\/dashboard\/admin\/notifications\/.*\/send$/)]);
  const confirm = (await page(send)).html;
  expect(confirm).toContain("2 personnes recevront");
  expect(confirm).toContain("à Le local, 24 rue");
  expect((await page(send.replace("/send", "/edit"))).html).toContain(`name="eventId" value="${id}"`);
  expect((await post(send, { version: "1" })).status).toBe(303);
  await runCampaigns(site.backend);
  const [campaign] = await site.backend.services.db.select().from(campaigns).where(eq(campaigns.eventId, id));
  const results = `/dashboard/admin/notifications/${campaign?.id}/people`;
  expect((await page(`${office}/notify`)).html).toContain(results);
  expect((await page(results)).html.match(/E-mail/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await page(`/dashboard/admin/notifications/${campaign?.id}/view`)).html).toContain("Tri du soir");
});

test.each([
  { prefix: "", counted: "dont 2 personnes sans compte, par e-mail seulement", result: "dont 2 à des personnes sans compte" },
  { prefix: "/en", counted: "including 2 people without an account, by email only", result: "2 of them to people without an account" },
])("guests with an address are counted by themselves, before and after, and are named in the results ($prefix/)", async (texts) => {
  const { prefix, counted, result } = texts;
  const { id, office, quotas } = await eventWith(1);
  const { db } = site.backend.services;
  const guest = (guestName: string) => ({
    ...{ eventId: id, quotaId: quotas[0] ?? "", status: "confirmed" as const, guestName },
    ...{ guestEmail: `${guestName.toLowerCase()}@guests.example`, guestLocale: "fr" as const, guestTextVersion: 1 },
  });
  await db.insert(eventRegistrations).values([guest("Rosa"), guest("Kit")]);
  const form = { ...message, eventId: id, "body.fr": "{prénom}, à {lieu}." };
  expect(await (await post(`${prefix}${office}/notify`, { ...form, "body.fr": "", intent: "count" })).text()).toContain(counted);
  const send = (await post(`${prefix}${office}/notify`, { ...form, intent: "continue" })).headers.get("location") ?? "";
  expect((await page(send)).html).toContain(counted);
  expect((await post(send, { version: "1" })).status).toBe(303);
  await runCampaigns(site.backend);
  const view = send.replace("/send", "/view");
  expect((await page(view)).html).toContain(result);
  const people = (await page(view.replace("/view", "/people"))).html;
  expect(people).toContain(">Rosa</a>");
  expect(people.match(/>, (<!-- -->)?(sans compte|without an account)</g)).toHaveLength(2);
  expect(people).toContain(`href="${prefix}/dashboard/admin/events/${id}/participants"`);
});

test.each([
  { prefix: "", notified: "2 personnes en seront prévenues" },
  { prefix: "/en", notified: "2 people will be" },
])("the form of an event says how many people a change tells, and they are notified ($prefix/)", async ({ prefix, notified }) => {
  const { id, office } = await eventWith(2);
  expect((await page(`${prefix}${office}/edit`)).html).toContain(notified);
  const form = {
    ...{
      version: "2",
      "title.fr": "Tri du soir",
      type: "other",
      visibility: "public",
      placeName: "Le hangar",
      placeAddress: "1 rue Neuve",
    },
    ...{ startsAt: later(100), endsAt: later(102) },
  };
  expect((await post(`${prefix}${office}/edit`, form)).status).toBe(303);
  const mails = await site.backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.aboutId, id));
  expect(mails.filter(({ topic }) => topic === "event_changed")).toHaveLength(2);
  const nobody = await eventWith(0);
  expect((await page(`${prefix}${nobody.office}/edit`)).html).not.toMatch(/>(Si vous changez|If you change)/);
});

test("reminders are set with the places", async () => {
  const { office } = await eventWith(0);
  const places = await page(`${office}/places`);
  expect(places.html).toMatch(/name="reminders"[^>]*value="day"|value="day"[^>]*name="reminders"/);
});
