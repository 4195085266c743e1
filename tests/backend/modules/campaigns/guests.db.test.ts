import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventRegistrations } from "#backend/modules/event-registrations/tables";
import { events } from "#backend/modules/events/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { eraseEmail } from "#backend/modules/privacy/erasure";
import { applyRetention } from "#backend/modules/privacy/retention";
import { users } from "#backend/modules/users/tables";
import type { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { campaignsApi, type PersonResult } from "#contract/accounts/campaigns";
import { backendForTest, testClock } from "#tests/support/backend";
import { campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addDeadMailbox } from "#tests/support/dead-mailbox";
import { eventGuest } from "#tests/support/event-guests";
import { addEvent } from "#tests/support/events";
import { noLimits } from "#tests/support/no-limits";
import { mailsTo } from "#tests/support/outbox";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { runDue } from "#tests/support/tasks";

type Registration = typeof eventRegistrations.$inferSelect;

/** An event, the draft of a message to those who have a place, and guests with an address. */
async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const office = campaignOffice(backend, admin.cookie);
  const event = { title: { fr: "Tri du soir", en: "Evening sorting" } };
  const { id, quotas } = await addEvent(backend, admin.cookie, { event, quotas: [{ capacity: 500 }, { capacity: 500 }] });
  const draft: Partial<CampaignDraft> = {
    ...{ roles: [], topic: "event", eventId: id, eventStatuses: ["confirmed"], quotaIds: [] },
    title: { fr: "Entrée par la cour", en: "Enter by the yard" },
    sentence: { fr: "La porte de la rue est en travaux.", en: "The street door is being repaired." },
    body: { fr: "{prénom}, rendez-vous à {lieu}.", en: "{first name}, see you at {place}." },
    ...{ label: { fr: "" }, path: undefined },
  };
  const register = async (row: Partial<typeof eventRegistrations.$inferInsert>): Promise<Registration> => {
    const [added] = await db
      .insert(eventRegistrations)
      .values({ eventId: id, quotaId: quotas[0] ?? "", status: "confirmed", ...row })
      .returning();
    if (!added) throw new Error("nobody was registered");
    return added;
  };
  const addGuest = (name: string, more: Partial<typeof eventRegistrations.$inferInsert> = {}) =>
    register({ guestName: name, guestEmail: `${name.toLowerCase()}@guests.example`, guestLocale: "fr", guestTextVersion: 1, ...more });
  const addMember = async (more: object = {}) => {
    const person = await addPerson(backend, { role: "VOLUNTEER", ...more });
    await register({ userId: person.id });
    return person;
  };
  const peopleOf = async (campaign: string, show = "") => {
    const path = `${campaignsApi.list.path}/${campaign}/people${show && `?show=${show}`}`;
    return ((await (await backend.request(path, { cookie: admin.cookie })).json()) as { items: PersonResult[] }).items;
  };
  const written = async () =>
    (await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_event"))).map(({ recipient }) => recipient).sort();
  const send = async (more: Partial<CampaignDraft> = {}) => {
    const campaign = await office.create({ ...draft, ...more });
    const answer = await office.start(campaign);
    if (answer.status !== 200) throw new Error(await answer.text());
    await runCampaigns(backend);
    return campaign;
  };
  return { time, backend, db, office, id, quotas, draft, addGuest, addMember, register, peopleOf, written, send };
}

/** What sends the waiting mails; the addresses that they went to. */
async function post({ backend }: Pick<Awaited<ReturnType<typeof opened>>, "backend">) {
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  return received.flatMap(({ to }) => to).sort();
}

test("guests with an address get a message of their event by mail, in their language, with the link to their registration", async () => {
  const { backend, db, office, draft, addGuest, addMember, register, send, time } = await opened();
  const member = await addMember({ locale: "fr" });
  await addGuest("Rosa");
  const kit = await addGuest("Kit", { guestLocale: "en" });
  await register({ guestName: "Sans adresse" });
  await addGuest("Attente", { status: "waiting" });
  expect(await office.audience(draft)).toMatchObject({
    ...{ people: 3, guests: 2, english: 1, left: { guest: 1 } },
    channels: { inbox: 1, email: 3, push: 0 },
  });
  const campaign = await send();
  expect(await storedCampaign(backend, campaign)).toMatchObject({ state: "sending", people: 3, left: { guest: 1 } });
  const [french] = await mailsTo(backend, "rosa@guests.example");
  const [english] = await mailsTo(backend, "kit@guests.example");
  expect(french).toMatchObject({ subject: "Entrée par la cour", userId: null, optionalTopic: null, isBulk: true });
  expect(french?.text).toContain("Rosa, rendez-vous à Le local");
  expect(english?.text).toContain("Kit, see you at Le local");
  expect(english?.text).toContain("See my registration\nhttp://localhost:3000/en/events/registration?token=");
  const token = await eventGuest(backend, time).tokenFor("kit@guests.example", "campaign_event");
  expect(await eventGuest(backend, time).read(token)).toMatchObject({ state: "registration", mine: { id: kit.id } });

  expect(await post({ backend })).toEqual([member.email, "kit@guests.example", "rosa@guests.example"].sort());
  await runCampaigns(backend);
  expect(await storedCampaign(backend, campaign)).toMatchObject({ state: "sent", people: 3, untouched: 0 });
  const { results } = await office.get(campaign);
  expect(results.find(({ channel }) => channel === "email")).toMatchObject({ sent: 3, guests: 2 });
  expect(results.find(({ channel }) => channel === "inbox")).toMatchObject({ sent: 1, guests: 0 });
  expect(await db.$count(notices, and(eq(notices.campaignId, campaign), isNotNull(notices.registrationId)))).toBe(2);
});

test("the results name guests, with the list of participants as their page", async () => {
  const { id, addGuest, addMember, send, peopleOf } = await opened();
  const member = await addMember();
  const rosa = await addGuest("Rosa");
  const people = await peopleOf(await send());
  expect(people.map(({ id: one, isGuest }) => [one, isGuest]).sort()).toEqual(
    [
      [member.id, false],
      [rosa.id, true],
    ].sort(),
  );
  expect(people.find(({ isGuest }) => isGuest)).toMatchObject({
    ...{ name: "Rosa", path: `/dashboard/admin/events/${id}/participants`, isSubscriber: false },
    channels: [{ channel: "email", state: "waiting" }],
  });
});

test("a guest gets no message in an inbox, and none where no mail is sent", async () => {
  const { office, draft, addGuest, addMember, written, send } = await opened();
  await addMember();
  await addGuest("Rosa");
  expect(await office.audience({ ...draft, channels: ["inbox"] })).toMatchObject({ people: 1, guests: 0, left: { mailOnly: 1 } });
  await send({ channels: ["inbox"] });
  expect(await written()).toEqual([]);
});

test("a guest who cancels before the task runs, or before the mail leaves, is not written to", async () => {
  const use = await opened();
  const { backend, db, office, draft, addGuest, peopleOf } = use;
  const cancel = (one: Registration) =>
    db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.id, one.id));
  const [early, late] = [await addGuest("Tot"), await addGuest("Tard")];
  await addGuest("Rosa");
  const campaign = await office.create(draft);
  await office.start(campaign);
  await cancel(early);
  await runCampaigns(backend);
  expect(await use.written()).toEqual(["rosa@guests.example", "tard@guests.example"]);
  await cancel(late);
  expect(await post(use)).toEqual(["rosa@guests.example"]);
  await runCampaigns(backend);
  expect(await storedCampaign(backend, campaign)).toMatchObject({ state: "sent" });
  expect((await peopleOf(campaign, "failed")).map(({ id }) => id)).toEqual([late.id]);
  expect(await peopleOf(campaign, "left")).toMatchObject([{ id: early.id, isGuest: true, name: "Tot", reason: "campaigns:left.changed" }]);
});

test("a message about an event does not go to an account that is closed before its mail leaves", async () => {
  const use = await opened();
  const [open, closed] = [await use.addMember(), await use.addMember()];
  await use.send();
  await use.db.update(users).set({ accountState: "suspended" }).where(eq(users.id, closed.id));
  expect(await post(use)).toEqual([open.email]);
});

test("whoever is registered with an account and with its address as a guest gets the message once, with the account", async () => {
  const { office, draft, addGuest, addMember, register, written, send, backend, quotas } = await opened();
  const member = await addMember();
  await addGuest("Double", { guestEmail: member.email.toUpperCase() });
  // Registered as a guest alone, before the account was opened.
  const owner = await addPerson(backend, { role: "VOLUNTEER" });
  await addGuest("Ancienne", { guestEmail: owner.email });
  // With a place in another group: the message to the first group goes to the guest.
  const elsewhere = await addPerson(backend, { role: "VOLUNTEER" });
  await register({ userId: elsewhere.id, quotaId: quotas[1] });
  await addGuest("Ailleurs", { guestEmail: elsewhere.email });
  const ofFirst = { ...draft, quotaIds: [quotas[0] ?? ""] };
  expect(await office.audience(draft)).toMatchObject({ people: 3, guests: 1, left: {} });
  expect(await office.audience(ofFirst)).toMatchObject({ people: 3, guests: 2, left: {} });
  await send({ quotaIds: ofFirst.quotaIds });
  expect(await written()).toEqual([member.email, owner.email, elsewhere.email].sort());
});

test("an account that is not open any more does not hide the guest with its address", async () => {
  const { db, office, draft, addGuest, addMember } = await opened();
  const member = await addMember();
  await addGuest("Double", { guestEmail: member.email });
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, member.id));
  expect(await office.audience(draft)).toMatchObject({ people: 1, guests: 1, left: { notOpen: 1 } });
});

test("nothing is sent to a dead address of a guest", async () => {
  const { backend, office, draft, addGuest } = await opened();
  await addGuest("Rosa");
  await addDeadMailbox(backend, "rosa@guests.example");
  expect(await office.audience(draft)).toMatchObject({ people: 0, guests: 0, left: { deadAddress: 1 } });
});

test("a guest gets a campaign once, under two processes and when its task is taken up again", async () => {
  const { backend, db, office, draft, addGuest, written } = await opened();
  const all = await Promise.all(Array.from({ length: 30 }, (_, at) => addGuest(`Invite${at}`)));
  const campaign = await office.create(draft);
  await office.start(campaign);
  await Promise.all([runDue(backend), runDue(backend)]);
  await runCampaigns(backend);
  expect(await written()).toHaveLength(30);
  expect(await noticesOf(backend, campaign, "email")).toHaveLength(30);
  const [first] = await noticesOf(backend, campaign, "email");
  expect(all.map(({ id }) => id)).toContain(first?.registrationId);
  const again = { ...first, id: crypto.randomUUID() } as typeof notices.$inferInsert;
  await expect(db.insert(notices).values(again)).rejects.toMatchObject({ cause: { constraint: "notices_once_for_registration" } });
});

test("what goes to the others alone is not sent to a guest who had it, nor to their new registration or account", async () => {
  const use = await opened();
  const { backend, db, office, draft, addGuest, register, send } = use;
  const [rosa, kit] = [await addGuest("Rosa"), await addGuest("Kit")];
  await addGuest("Zoe");
  const campaign = await send();
  await db
    .update(outgoingMails)
    .set({ dueAt: new Date("2027-01-01") })
    .where(eq(outgoingMails.recipient, "zoe@guests.example"));
  expect(await post(use)).toEqual(["kit@guests.example", "rosa@guests.example"]);
  expect((await office.step(campaign, "stop")).status).toBe(200);
  const others = ((await (await office.post(campaignsApi.others.path.replace(":id", campaign))).json()) as { id: string }).id;
  const audience = () => office.audience({ ...draft, id: others });
  expect(await audience()).toMatchObject({ people: 1, guests: 1, left: { had: 2 } });
  await db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.id, rosa.id));
  await addGuest("Rosa");
  await db.update(eventRegistrations).set({ status: "cancelled_by_user" }).where(eq(eventRegistrations.id, kit.id));
  const account = await addPerson(backend, { role: "VOLUNTEER", email: "Kit@Guests.example" });
  await register({ userId: account.id });
  expect(await audience()).toMatchObject({ people: 1, guests: 1, left: { had: 2 } });
  await office.start(others);
  await runCampaigns(backend);
  expect(await post(use)).toEqual(["zoe@guests.example"]);
});

test("a page that everybody may open is linked in the text, since the button opens the registration", async () => {
  const { backend, addGuest, send } = await opened();
  await addGuest("Rosa");
  await send({ path: "/news", label: { fr: "Le plan [d’accès]" } });
  const [mail] = await mailsTo(backend, "rosa@guests.example");
  expect(mail?.text).toContain("Le plan [d’accès]");
  expect(mail?.text).toContain("http://localhost:3000/news");
  expect(mail?.text).toMatch(/Voir mon inscription\nhttp:\/\/localhost:3000\/events\/registration\?token=/);
});

test("a page that needs an account is not in the mail of a guest, whose button has the label that was written for the registration", async () => {
  const { backend, id, addGuest, send } = await opened();
  await addGuest("Rosa");
  await send({ path: `/dashboard/events/${id}`, label: { fr: "Voir ma place" } });
  const [mail] = await mailsTo(backend, "rosa@guests.example");
  expect(mail?.text).toMatch(/Voir ma place\nhttp:\/\/localhost:3000\/events\/registration\?token=/);
  expect(mail?.text).not.toContain("/dashboard");
});

test("what a campaign stores of guests goes with their registration, when they are erased and when its time is over", async () => {
  const { time, backend, db, addGuest, send } = await opened();
  await addGuest("Rosa");
  const kit = await addGuest("Kit");
  const campaign = await send();
  await eraseEmail(backend.services, "rosa@guests.example", time.clock());
  expect((await noticesOf(backend, campaign, "email")).map(({ registrationId }) => registrationId)).toEqual([kit.id]);
  expect(await mailsTo(backend, "rosa@guests.example")).toEqual([]);
  await db.update(events).set({ startsAt: new Date("2026-11-25T18:00:00Z"), endsAt: new Date("2026-11-25T20:00:00Z") });
  time.set("2026-12-27T10:00:00Z");
  await applyRetention(backend.services);
  expect(await db.$count(eventRegistrations, eq(eventRegistrations.id, kit.id))).toBe(0);
  expect(await noticesOf(backend, campaign, "email")).toEqual([]);
});
