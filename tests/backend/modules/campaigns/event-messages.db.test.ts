import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notificationChoices, notificationPauses } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { campaignsApi, type PersonResult } from "#contract/accounts/campaigns";
import { backendForTest, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addEvent } from "#tests/support/events";
import { addPerson, signIn } from "#tests/support/people";
import { teamOf } from "./sectors";

/** An event with two groups of places, and the draft of a message about it. */
async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const event = { title: { fr: "Tri *du* soir", en: "Evening sorting" } };
  const { id, quotas } = await addEvent(backend, admin.cookie, { event, quotas: [{ capacity: 500 }, { capacity: 500 }] });
  const draft: Partial<CampaignDraft> = {
    ...{ roles: [], topic: "event", eventId: id, eventStatuses: ["confirmed"], quotaIds: [] },
    title: { fr: "Entrée par la cour", en: "Enter by the yard" },
    sentence: { fr: "La porte de la rue est en travaux.", en: "The street door is being repaired." },
    body: { fr: "{prénom}, rendez-vous à {Lieu} pour « {évènement} ».", en: "{first name}, see you at {place}, {hours}." },
    path: undefined,
  };
  const add = async (status: (typeof eventRegistrations.$inferSelect)["status"], quota = 0, more: object = {}) => {
    const person = await addPerson(backend, { role: "VOLUNTEER", ...more });
    await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[quota] ?? "", userId: person.id, status });
    return person;
  };
  return { ...{ time, backend, db, admin, id, quotas, draft, add }, office: campaignOffice(backend, admin.cookie) };
}

test("a message about an event goes to those in the chosen states and groups of places, and its variables speak to each", async () => {
  const { backend, db, office, draft, add, quotas, id } = await opened();
  const first = await add("confirmed", 0, { locale: "fr", firstName: "Lou [x](http://bad.example)" });
  const english = await add("confirmed", 0, { locale: "en", firstName: "Kit" });
  await add("confirmed", 1);
  await add("waiting");
  for (const status of ["cancelled_by_user", "cancelled_by_staff", "refused", "declined"] as const) await add(status);
  await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(eventRegistrations).values({ eventId: id, quotaId: quotas[0] ?? "", guestName: "Rosa", status: "confirmed" });
  expect(await office.audience(draft)).toMatchObject({ people: 3, left: { guest: 1 } });
  expect(await office.audience({ ...draft, eventStatuses: ["waiting"] })).toMatchObject({ people: 1, left: {} });

  const campaign = await office.create({ ...draft, quotaIds: [quotas[0] ?? ""] });
  expect((await office.get(campaign)).campaign).toMatchObject({ path: `/dashboard/events/${id}`, event: { id, counts: { confirmed: 4 } } });
  expect((await office.start(campaign)).status).toBe(200);
  await runCampaigns(backend);
  await runCampaigns(backend);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_event"));
  expect(mails.map(({ userId }) => userId).sort()).toEqual([first.id, english.id].sort());
  const french = mails.find(({ userId }) => userId === first.id);
  // Marks in a name or a title are signs, not Markdown.
  expect(french?.text).toContain("Lou [x](http://bad.example), rendez-vous à Le local");
  expect(french?.text).toContain("Tri *du* soir");
  expect(french?.html).not.toContain('href="http://bad.example"');
  expect(mails.find(({ userId }) => userId === english.id)?.text).toMatch(/Kit, see you at Le local, .*, \d\d:\d\d–\d\d:\d\d\./);
  expect(french?.optionalTopic).toBeNull();
  expect(await noticesOf(backend, campaign, "inbox")).toHaveLength(2);
  const people = (await (
    await backend.request(`${campaignsApi.list.path}/${campaign}/people`, { cookie: (await signIn(backend, { role: "ADMIN" })).cookie })
  ).json()) as {
    items: PersonResult[];
  };
  expect(people.items.map((person) => person.id).sort()).toEqual([first.id, english.id].sort());
  const logged = await db.select().from(auditLog).where(eq(auditLog.entityId, campaign));
  expect(logged.map(({ action }) => action).sort()).toEqual(["campaign.create", "campaign.send"]);
});

test("who turned off or paused the life of the charity still gets what concerns their event; a closed account does not", async () => {
  const { db, office, draft, add } = await opened();
  const [muted, paused, closed] = [await add("confirmed"), await add("confirmed"), await add("confirmed")];
  await db.insert(notificationChoices).values({ userId: muted.id, topic: "association", channel: "email", frequency: "never" });
  await db.insert(notificationPauses).values({ userId: paused.id, topic: "all", until: "2027-05-01" });
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, closed.id));
  expect(await office.audience(draft)).toMatchObject({ people: 2, left: { notOpen: 1 } });
});

test("who cancels before the message leaves gets none, and a scheduled one of a cancelled event is not sent", async () => {
  const { backend, db, office, draft, add, time, id } = await opened();
  const [stays, goes] = [await add("confirmed"), await add("confirmed")];
  const now = await office.create(draft);
  expect((await office.start(now)).status).toBe(200);
  await db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.userId, goes.id));
  await runCampaigns(backend);
  expect((await noticesOf(backend, now, "inbox")).map(({ userId }) => userId)).toEqual([stays.id]);
  const later = await office.create({ ...draft, when: "later", at: "2026-11-21T11:30" });
  expect(await (await office.start(later)).json()).toEqual({ state: "scheduled" });
  const cancelled = await backend.request(`/api/admin/events/${id}/cancel`, {
    ...{ method: "POST", cookie: (await signIn(backend, { role: "ADMIN" })).cookie },
    json: { reason: { fr: "Orage" }, people: 1 },
  });
  expect(cancelled.status).toBe(200);
  time.set("2026-11-21T10:31:00Z");
  await runCampaigns(backend);
  expect(await storedCampaign(backend, later)).toMatchObject({ state: "cancelled", reason: "nobody" });
});

test("a test is for its sender alone, above 200 people the number is typed, and what is wrong is named", async () => {
  const { db, office, draft, admin, id, quotas } = await opened();
  const campaign = await office.create(draft);
  expect((await office.post(`${campaignsApi.list.path}/${campaign}/test`)).status).toBe(200);
  const [test, ...others] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_event"));
  expect([test?.userId, others]).toEqual([admin.id, []]);
  expect(test?.text).toContain("rendez-vous à Le local");

  const rows = await db
    .insert(users)
    .values(
      Array.from({ length: 201 }, (_, at) => ({
        ...{ email: `v-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}`, role: "VOLUNTEER" as const },
        ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
      })),
    )
    .returning({ id: users.id });
  await db
    .insert(eventRegistrations)
    .values(rows.map(({ id: userId }) => ({ eventId: id, quotaId: quotas[0] ?? "", userId, status: "confirmed" as const })));
  const unconfirmed = await office.start(campaign);
  expect([unconfirmed.status, await unconfirmed.json()]).toMatchObject([
    422,
    { fieldErrors: { confirmed: ["campaigns:error.confirm?people=201"] } },
  ]);
  expect((await office.start(campaign, 201)).status).toBe(200);

  const faults = async (more: Partial<CampaignDraft>) => {
    const answer = await office.post(campaignsApi.create.path, { ...aCampaign, ...draft, ...more });
    return [answer.status, Object.keys(((await answer.json()) as { fieldErrors?: object }).fieldErrors ?? {})];
  };
  expect(await faults({ body: { fr: "Votre {code}" } })).toEqual([422, ["body.fr"]]);
  expect(await faults({ sentence: { fr: "Bonjour {prénom}" } })).toEqual([422, ["sentence.fr"]]);
  expect(await faults({ body: { fr: "Votre {date}", en: "Your {code}" } })).toEqual([422, ["body.en"]]);
  expect(await faults({ title: { fr: "{prénom} !" } })).toEqual([422, ["title.fr"]]);
  expect(await faults({ eventStatuses: [] })).toEqual([422, ["eventStatuses"]]);
  expect(await faults({ topic: "association" })).toEqual([422, ["topic"]]);
  expect(await faults({ eventStatuses: ["cancelled_by_user" as "confirmed"] })).toEqual([422, ["eventStatuses[0]"]]);
  expect(await faults({ quotaIds: [crypto.randomUUID()] })).toEqual([422, ["quotaIds"]]);
});

test("only who sees the participants writes to them, or reads what was written", async () => {
  const { backend, draft, add, office } = await opened();
  await add("confirmed");
  const sectorId = await teamOf(backend, "Brest");
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId }] });
  const theirs = campaignOffice(backend, coordinator.cookie);
  expect((await theirs.post(campaignsApi.create.path, { ...aCampaign, ...draft })).status).toBe(403);
  expect(await theirs.audience(draft)).toMatchObject({ people: 0, left: {} });
  const campaign = await office.create(draft);
  expect((await backend.request(`${campaignsApi.list.path}/${campaign}`, { cookie: coordinator.cookie })).status).toBe(404);
});
