import { and, eq, inArray, isNotNull, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#backend/modules/audit/tables";
import { startDueCampaigns } from "#backend/modules/campaigns/starting";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { sendPushMessages } from "#backend/modules/notices/push-sending";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { campaignsApi, confirmedAbove, type PersonResult } from "#contract/accounts/campaigns";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { refusal, startPushProvider } from "#tests/support/push-provider";
import { teamOf } from "./sectors";

async function opened(parts: Parameters<typeof backendForTest>[0] = {}) {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, ...parts });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  return { time, backend, admin, office: campaignOffice(backend, admin.cookie) };
}

async function addVolunteers(backend: TestBackend, count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{
      email: `volunteer-${at}-${crypto.randomUUID()}@maillon.example`,
      firstName: "Lou",
      lastName: `N° ${at}`,
      role: "VOLUNTEER" as const,
    },
    ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
  }));
  return backend.services.db.insert(users).values(rows).returning({ id: users.id });
}

test("a campaign is in the inbox and the mails of its people, once, in the language of each, and its results are counted", async () => {
  const { backend, office } = await opened();
  const { db } = backend.services;
  const reader = await signIn(backend, { role: "VOLUNTEER", locale: "fr" });
  const english = await addPerson(backend, { role: "VOLUNTEER", locale: "en" });
  const student = await addPerson(backend, { role: "BENEFICIARY" });
  const id = await office.create();
  const answer = await office.start(id);
  expect([answer.status, await answer.json()]).toEqual([200, { state: "sending" }]);
  expect((await office.start(id)).status).toBe(409);
  await runCampaigns(backend);
  await runCampaigns(backend);
  const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_association"));
  expect(mails.map(({ userId, subject }) => [userId, subject]).sort()).toEqual(
    [
      [reader.id, "Samedi, on collecte"],
      [english.id, "Collecting on Saturday"],
    ].sort(),
  );
  const inEnglish = mails.find(({ userId }) => userId === english.id);
  expect(inEnglish?.html).toContain("<strong>along</strong>");
  expect(inEnglish?.html).toContain('href="http://localhost:3000/en/news"');
  expect(inEnglish?.text).toContain("the calendar (http://localhost:3000/en/news)");
  expect(inEnglish?.html).toContain(">Book</a>");
  expect((await noticesOf(backend, id, "inbox")).map(({ userId }) => userId)).not.toContain(student.id);
  const inbox = await (await backend.request("/api/account/inbox", { cookie: reader.cookie })).json();
  expect(inbox).toMatchObject({
    unread: 1,
    items: [
      { title: "Samedi, on collecte", sentence: "Deux heures de votre temps, près de chez vous.", path: "/news", action: "Réserver" },
    ],
  });
  // The mails wait, so it is still being sent; then it is not.
  expect((await storedCampaign(backend, id)).state).toBe("sending");
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  await runCampaigns(backend);
  expect(received.length).toBe(2);
  const { campaign, results } = await office.get(id);
  expect(campaign).toMatchObject({ state: "sent", people: 2 });
  expect(results).toMatchObject([
    { channel: "inbox", sent: 2, read: 0 },
    { channel: "email", sent: 2, waiting: 0, failed: 0 },
  ]);
  const logged = await db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
  expect(logged.map(({ action }) => action)).toEqual(["campaign.create", "campaign.send"]);
});

test("S1-007: a campaign reaches the push provider, with its title and sentence, once a device", async () => {
  const provider = await startPushProvider();
  const { backend, office, time } = await opened({ push: provider.push });
  time.set("2026-11-21T10:00:00Z");
  const reader = await signIn(backend, { role: "VOLUNTEER", locale: "en" });
  const json = { token: `phone:APA91b-${"x".repeat(40)}` };
  await backend.request("/api/account/push-devices", { method: "POST", cookie: await cookiesOf(backend, reader.id), json });
  expect((await office.audience({ channels: ["push"] })).channels).toEqual({ inbox: 0, email: 0, push: 1 });
  const id = await office.create({ channels: ["push"] });
  await office.start(id);
  await runCampaigns(backend);
  await sendPushMessages(backend.services, provider.sender);
  await runCampaigns(backend);
  expect(provider.sent.map(({ message }) => [message.notification, message.data.url])).toEqual([
    [{ title: "Collecting on Saturday", body: "Two hours of your time, near you." }, "/en/news"],
  ]);
  expect(await office.get(id)).toMatchObject({ campaign: { state: "sent" }, results: [{ channel: "push", sent: 1 }] });
  expect(await noticesOf(backend, id, "inbox")).toEqual([]);
});

test("a channel that failed makes a campaign partly sent, and is named by person", async () => {
  const provider = await startPushProvider();
  const { backend, office, admin } = await opened({ push: provider.push });
  const reader = await signIn(backend, { role: "VOLUNTEER" });
  const json = { token: `phone:APA91b-${"x".repeat(40)}` };
  await backend.request("/api/account/push-devices", { method: "POST", cookie: reader.cookie, json });
  await addPerson(backend, { role: "VOLUNTEER" });
  const id = await office.create({ channels: ["inbox", "push"] });
  await office.start(id);
  await runCampaigns(backend);
  provider.answer = () => refusal(404, "UNREGISTERED");
  await sendPushMessages(backend.services, provider.sender);
  await runCampaigns(backend);
  expect((await office.get(id)).campaign.state).toBe("partly_failed");
  const notified = await backend.services.db.select().from(outgoingMails).where(eq(outgoingMails.topic, "sending_incomplete"));
  expect(notified).toMatchObject([{ userId: admin.id, subject: expect.stringContaining("Samedi, on collecte") }]);
  const failed = await backend.request(`/api/admin/campaigns/${id}/people?show=failed`, { cookie: admin.cookie });
  const { items } = (await failed.json()) as { items: PersonResult[] };
  expect(items.map((one) => [one.id, one.name])).toEqual([[reader.id, `${reader.firstName} ${reader.lastName}`]]);
  expect(items[0]?.channels).toEqual([
    { channel: "inbox", state: "sent" },
    { channel: "push", state: "failed" },
  ]);
});

test("without the push provider's settings the channel cannot be chosen", async () => {
  const { office, backend, admin } = await opened();
  const answer = await office.post(campaignsApi.create.path, {
    ...aCampaign,
    channels: ["push"],
  });
  expect([answer.status, ((await answer.json()) as { fieldErrors: unknown }).fieldErrors]).toEqual([
    422,
    { channels: ["campaigns:error.noPush"] },
  ]);
  const devices = await backend.request("/api/admin/push-devices", { cookie: admin.cookie });
  expect(await devices.json()).toEqual({ offered: false, items: [] });
});

test("above two hundred people the number is typed again, and must be that of the transaction that starts it", async () => {
  const { backend, office } = await opened();
  await addVolunteers(backend, confirmedAbove + 1);
  const id = await office.create({ channels: ["inbox"] });
  const many = confirmedAbove + 1;
  for (const number of [undefined, 0, many - 1]) {
    const answer = await office.start(id, number);
    expect([answer.status, ((await answer.json()) as { fieldErrors: unknown }).fieldErrors]).toEqual([
      422,
      { confirmed: [`campaigns:error.confirm?people=${many}`] },
    ]);
  }
  // Somebody joins after the number was read.
  await addVolunteers(backend, 1);
  expect((await office.start(id, many)).status).toBe(422);
  expect((await office.start(id, many + 1)).status).toBe(200);
  await addVolunteers(backend, 1);
  await runCampaigns(backend);
  expect(await office.get(id)).toMatchObject({ campaign: { state: "sent", people: many + 1 }, results: [{ sent: many + 1 }] });
});

test("who unsubscribes, or is suspended, after it has started is left out and named with the reason", async () => {
  const { backend, office } = await opened();
  const { db } = backend.services;
  const [one, other, third] = await addVolunteers(backend, 3);
  const id = await office.create();
  await office.start(id);
  await db.insert(notificationChoices).values({ userId: one?.id ?? "", topic: "association", channel: "email", frequency: "never" });
  await db
    .update(users)
    .set({ accountState: "suspended" })
    .where(eq(users.id, other?.id ?? ""));
  await runCampaigns(backend);
  expect((await noticesOf(backend, id, "inbox")).map(({ userId }) => userId)).toEqual([third?.id]);
  const answer = (await office.get(id)) as unknown as { progress: { exceptions: { reason: string; count: number }[] } };
  expect(answer.progress.exceptions.map(({ reason }) => reason).sort()).toEqual(["campaigns:left.notOpen", "campaigns:left.unsubscribed"]);
});

test("a stopped campaign keeps what has left: what waits is neither written nor sent", async () => {
  const { backend, office } = await opened();
  const { db } = backend.services;
  await addVolunteers(backend, 3);
  const id = await office.create();
  await office.start(id);
  await runCampaigns(backend);
  const { mailer, received } = await postOffice();
  const [first, ...rest] = await db.select({ id: outgoingMails.id }).from(outgoingMails);
  await db
    .update(outgoingMails)
    .set({ dueAt: new Date("2027-01-01") })
    .where(
      inArray(
        outgoingMails.id,
        rest.map((mail) => mail.id),
      ),
    );
  await sendWaitingMails(backend.services, mailer);
  expect((await office.step(id, "stop")).status).toBe(200);
  await db.update(outgoingMails).set({ dueAt: backend.services.clock() }).where(eq(outgoingMails.status, "waiting"));
  await sendWaitingMails(backend.services, mailer);
  expect([received.length, first !== undefined]).toEqual([1, true]);
  await runCampaigns(backend);
  expect(await office.get(id)).toMatchObject({
    campaign: { state: "stopped" },
    results: [
      { channel: "inbox", sent: 3 },
      { channel: "email", sent: 1, expired: 2, waiting: 0 },
    ],
  });
  expect((await office.step(id, "stop")).status).toBe(409);
});

test("whoever sent a campaign that somebody else stops has a notice, and their task does not say that they did", async () => {
  const { backend, office, admin } = await opened();
  const { db } = backend.services;
  await addVolunteers(backend, 3);
  const other = await signIn(backend, { role: "ADMIN" });
  const [own, theirs] = [await office.create(), await office.create()];
  for (const id of [own, theirs]) await office.start(id);
  expect((await campaignOffice(backend, other.cookie).step(theirs, "stop")).status).toBe(200);
  expect((await office.step(own, "stop")).status).toBe(200);
  const ended = await db.select().from(notices).where(eq(notices.topic, "task_ended"));
  expect(ended).toMatchObject([{ userId: admin.id, values: { state: "cancelled" } }]);
  const inbox = (await (await backend.request("/api/account/inbox", { cookie: admin.cookie })).json()) as { items: { title: string }[] };
  expect(inbox.items[0]?.title).toContain("quelqu’un de l’équipe l’a arrêtée");
  const reasonOf = async (id: string) => {
    const { taskId } = await storedCampaign(backend, id);
    const answer = await backend.request(`/api/account/tasks/${taskId}`, { cookie: admin.cookie });
    return ((await answer.json()) as { task: { reason: string | null } }).task.reason;
  };
  expect([await reasonOf(theirs), await reasonOf(own)]).toEqual(["tasks:reason.byOther", null]);
});

test("a campaign that is stopped before its first chunk reaches nobody", async () => {
  const { backend, office } = await opened();
  await addVolunteers(backend, 3);
  const id = await office.create();
  await office.start(id);
  await office.step(id, "stop");
  await runCampaigns(backend);
  expect([(await storedCampaign(backend, id)).state, await backend.services.db.$count(notices)]).toEqual(["stopped", 0]);
});

test("a scheduled campaign starts at its time, once, by whichever process comes first", async () => {
  const { backend, office, time } = await opened();
  time.set("2026-10-24T10:00:00Z");
  await addVolunteers(backend, 2);
  // The clocks change on the night before: 9:00 in Paris is 8:00 UTC.
  const id = await office.create({ when: "later", at: "2026-10-25T09:00" });
  expect(await (await office.start(id)).json()).toEqual({ state: "scheduled" });
  time.set("2026-10-25T07:59:59Z");
  await runCampaigns(backend);
  expect((await storedCampaign(backend, id)).state).toBe("scheduled");
  time.set("2026-10-25T08:00:00Z");
  await Promise.all([1, 2, 3].map(() => startDueCampaigns(backend.services)));
  await runCampaigns(backend);
  expect((await noticesOf(backend, id, "inbox")).length).toBe(2);
  const started = await backend.services.db.select().from(auditLog).where(eq(auditLog.action, "campaign.send"));
  expect(started.length).toBe(1);
});

test.each([
  ["2026-11-23T13:59:00Z", "sending", null],
  ["2026-11-23T14:01:00Z", "cancelled", "late"],
] as const)("after a downtime until %s, a campaign of 8:00 UTC is %s", async (until, state, reason) => {
  const { backend, office, time } = await opened();
  await addVolunteers(backend, 1);
  const id = await office.create({ when: "later", at: "2026-11-23T09:00" });
  await office.start(id);
  time.set(until);
  await startDueCampaigns(backend.services);
  expect(await storedCampaign(backend, id)).toMatchObject({ state, reason });
});

test("a scheduled campaign is not sent for somebody who may not any more, to nobody, or to many more people than were confirmed", async () => {
  const { backend, time, admin, office } = await opened();
  const { db } = backend.services;
  await addVolunteers(backend, confirmedAbove + 1);
  const other = await signIn(backend, { role: "ADMIN" });
  const later = { when: "later", at: "2026-11-23T09:00" } as const;
  const byOther = await campaignOffice(backend, other.cookie).create(later);
  await campaignOffice(backend, other.cookie).start(byOther, confirmedAbove + 1);
  const forMany = await office.create(later);
  await office.start(forMany, confirmedAbove + 1);
  const one = await addPerson(backend, { role: "DONATOR_INDIVIDUAL" });
  const forNobody = await office.create({ ...later, roles: ["DONATOR_INDIVIDUAL"] });
  await office.start(forNobody);
  await db
    .update(users)
    .set({ accountState: "suspended" })
    .where(inArray(users.id, [other.id, one.id]));
  await addVolunteers(backend, 25);
  time.set("2026-11-23T08:00:00Z");
  await startDueCampaigns(backend.services);
  const reasons = await Promise.all([byOther, forMany, forNobody].map(async (id) => (await storedCampaign(backend, id)).reason));
  expect(reasons).toEqual(["rights", "grown", "nobody"]);
  const notified = async (id: string) => {
    const about = and(eq(outgoingMails.topic, "sending_given_up"), like(outgoingMails.dedupeKey, `%:${id}:%`));
    return (await db.select().from(outgoingMails).where(about)).map(({ userId }) => userId);
  };
  // Whoever scheduled the first is suspended.
  expect(await Promise.all([byOther, forMany, forNobody].map(notified))).toEqual([[admin.id], [admin.id], [admin.id]]);
  const [mail] = await db
    .select()
    .from(outgoingMails)
    .where(like(outgoingMails.dedupeKey, `%:${forMany}:%`));
  expect(mail?.text).toContain("un dixième de personnes en plus");
  expect(await db.$count(notices, eq(notices.topic, "sending_given_up"))).toBe(6);
  expect(await db.$count(notices, isNotNull(notices.campaignId))).toBe(0);
});

test("a scheduled campaign can be corrected or cancelled until it starts", async () => {
  const { backend, office } = await opened();
  await addVolunteers(backend, 1);
  const later = { when: "later", at: "2026-11-23T09:00" } as const;
  const [one, other] = [await office.create(later), await office.create(later)];
  await office.start(one);
  await office.start(other);
  expect(await (await office.step(one, "reopen")).json()).toEqual({ state: "draft" });
  expect(await (await office.step(other, "cancel")).json()).toEqual({ state: "cancelled" });
  expect((await office.step(one, "stop")).status).toBe(409);
});

test("whoever scheduled a campaign has a mail each time that somebody else takes it back, and none where they do it themselves", async () => {
  const { backend, admin, office } = await opened();
  const { db } = backend.services;
  await addVolunteers(backend, 1);
  const other = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  const id = await office.create({ when: "later", at: "2026-11-23T09:00" });
  const mails = () => db.select().from(outgoingMails).where(eq(outgoingMails.topic, "sending_given_up"));
  await office.start(id);
  await office.step(id, "reopen");
  expect(await mails()).toEqual([]);
  for (const step of ["reopen", "cancel"]) {
    await office.start(id);
    expect((await other.step(id, step)).status).toBe(200);
  }
  const sent = await mails();
  expect(sent.map(({ userId }) => userId)).toEqual([admin.id, admin.id]);
  expect(sent[0]?.text).toContain("Quelqu’un d’autre l’a reprise");
});

test("a campaign that is taken back from somebody who may send none any more is a mail to nobody", async () => {
  const { backend, office } = await opened();
  const { db } = backend.services;
  await addVolunteers(backend, 1);
  const scheduler = await signIn(backend, { role: "ADMIN" });
  const id = await campaignOffice(backend, scheduler.cookie).create({ when: "later", at: "2026-11-23T09:00" });
  await campaignOffice(backend, scheduler.cookie).start(id);
  await db.update(users).set({ accountState: "suspended" }).where(eq(users.id, scheduler.id));
  expect((await office.step(id, "cancel")).status).toBe(200);
  expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "sending_given_up"))).toBe(0);
});

test("a test reaches the actor alone, says so, and is no result", async () => {
  const { backend, office, admin } = await opened();
  await addVolunteers(backend, 2);
  const id = await office.create();
  expect((await office.post(`/api/admin/campaigns/${id}/test`)).status).toBe(200);
  const mails = await backend.services.db.select().from(outgoingMails);
  expect(mails.map(({ userId, subject }) => [userId, subject])).toEqual([[admin.id, "[Essai] Samedi, on collecte"]]);
  expect(await office.get(id)).toMatchObject({ campaign: { state: "draft" }, results: [] });
  for (let at = 1; at < 20; at += 1) expect((await office.post(`/api/admin/campaigns/${id}/test`)).status).toBe(200);
  expect((await office.post(`/api/admin/campaigns/${id}/test`)).status).toBe(429);
});

test("a person sends ten campaigns a day, and refusals do not count", async () => {
  const { backend, office } = await opened();
  const empty = await office.create();
  for (let at = 0; at < 12; at += 1) expect((await office.start(empty)).status).toBe(422);
  await addVolunteers(backend, 1);
  for (let at = 0; at < 10; at += 1) {
    expect((await office.start(await office.create())).status).toBe(200);
    await runCampaigns(backend);
  }
  expect((await office.start(empty)).status).toBe(429);
});

test("saving over another's change is refused with their version", async () => {
  const { backend, office, admin } = await opened();
  const id = await office.create();
  const save = (version: number, fr: string) =>
    backend.request(`/api/admin/campaigns/${id}`, { method: "PUT", cookie: admin.cookie, json: { ...aCampaign, title: { fr }, version } });
  expect((await save(1, "Un")).status).toBe(200);
  const refused = await save(1, "Deux");
  expect([refused.status, ((await refused.json()) as { current: { title: unknown } }).current.title]).toEqual([409, { fr: "Un" }]);
});

test("who loses the right while it is being sent has a campaign that stops", async () => {
  const { backend } = await opened();
  const { db } = backend.services;
  const team = await teamOf(backend, "Brest");
  const coordinator = await signIn(backend, {
    role: "VOLUNTEER",
    inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId: team }],
  });
  await addPerson(backend, { role: "BENEFICIARY", sectorId: team });
  const office = campaignOffice(backend, coordinator.cookie);
  const id = await office.create({ roles: ["BENEFICIARY"] });
  expect((await office.start(id)).status).toBe(200);
  await db.delete(permissionGrants).where(eq(permissionGrants.userId, coordinator.id));
  await runCampaigns(backend);
  expect(await storedCampaign(backend, id)).toMatchObject({ state: "stopped", reason: "rights" });
  expect(await noticesOf(backend, id, "inbox")).toEqual([]);
});

test("a mail server that refuses for a while delays mails, and the campaign goes on until they have left", async () => {
  const { backend, office, time } = await opened();
  await addVolunteers(backend, 4);
  const id = await office.create({ channels: ["email"] });
  await office.start(id);
  const { mailer, received } = await postOffice({ refusals: 3 });
  await runCampaigns(backend);
  await sendWaitingMails(backend.services, mailer);
  await runCampaigns(backend);
  expect(await office.get(id)).toMatchObject({ campaign: { state: "sending" }, results: [{ sent: 1, waiting: 3, failed: 0 }] });
  time.pass(10 * 60);
  await sendWaitingMails(backend.services, mailer);
  await runCampaigns(backend);
  expect(await office.get(id)).toMatchObject({ campaign: { state: "sent" }, results: [{ sent: 4, waiting: 0 }] });
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(4);
});

test("a start that is refused does not count, also from a form with a key; one that is done does", async () => {
  const { backend, admin, office } = await opened();
  const id = await office.create();
  const start = async (campaign: string) => {
    const { campaign: read } = await office.get(campaign);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const init = { method: "POST", cookie: admin.cookie, json: { version: read.version }, headers };
    return (await backend.request(`/api/admin/campaigns/${campaign}/start`, init)).status;
  };
  const refused: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) refused.push(await start(id));
  expect(refused).toEqual(Array(12).fill(422));
  await addVolunteers(backend, 1);
  const { rows } = await backend.services.db.execute(
    sql`select coalesce(sum(points), 0)::int as points from rate_limits where key like 'campaignByPerson%'`,
  );
  expect(rows).toEqual([{ points: 0 }]);
  expect(await start(await office.create())).toBe(200);
});
