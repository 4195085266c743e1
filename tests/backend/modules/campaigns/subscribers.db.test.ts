import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findActor } from "#backend/identity/authentication";
import { countAudience } from "#backend/modules/campaigns/audience";
import { sendingTask } from "#backend/modules/campaigns/sending";
import { campaigns } from "#backend/modules/campaigns/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { bouncedMailboxes, outgoingMails } from "#backend/modules/mails/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { notices } from "#backend/modules/notices/tables";
import { consents } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { campaignsApi, type PersonResult } from "#contract/accounts/campaigns";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, testClock } from "#tests/support/backend";
import { aCampaign, campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, cookiesOf, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { teamOf } from "./sectors";

const letter = { topic: "newsletter" as const, subscribers: true };

async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const reader = await addPerson(backend, { role: "VOLUNTEER", locale: "fr" });
  const { db } = backend.services;
  await db.insert(consents).values({ userId: reader.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter });
  const mails = () => db.select().from(outgoingMails).where(eq(outgoingMails.topic, "campaign_newsletter"));
  return { time, backend, db, admin, reader, mails, visitor: newsletterVisitor(backend), office: campaignOffice(backend, admin.cookie) };
}

/** The link of the headers of a mail as it was sent. */
const linkOf = (source = "") => /^List-Unsubscribe:\s+<([^>]+)>/im.exec(source.replace(/\r\n[ \t]+/g, " "))?.[1] ?? "";

test("a newsletter reaches accounts and subscribers, each once, in their language, with a way out for each", async () => {
  const { backend, db, office, visitor, reader, mails, admin } = await opened();
  const zoe = await visitor.subscribe("zoe@example.org", { locale: "en" });
  const stopped = await visitor.subscribe("stopped@example.org");
  await db.update(newsletterSubscribers).set({ withdrawnAt: new Date() }).where(eq(newsletterSubscribers.id, stopped.id));
  expect(await office.audience(letter)).toMatchObject({ people: 2, subscribers: 1, english: 1, channels: { inbox: 1, email: 2 } });
  expect(await office.audience({ ...letter, subscribers: false })).toMatchObject({ people: 1, subscribers: 0 });
  const id = await office.create(letter);
  expect((await office.start(id)).status).toBe(200);
  await runCampaigns(backend);
  await runCampaigns(backend);
  expect((await mails()).map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
    [
      [reader.email, "Samedi, on collecte"],
      ["zoe@example.org", "Collecting on Saturday"],
    ].sort(),
  );
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  await runCampaigns(backend);
  const { campaign, results } = await office.get(id);
  expect(campaign).toMatchObject({ state: "sent", people: 2 });
  expect(results).toMatchObject([
    { channel: "inbox", sent: 1 },
    { channel: "email", sent: 2, waiting: 0, failed: 0 },
  ]);
  const people = await backend.request(`${campaignsApi.list.path}/${id}/people`, { cookie: admin.cookie });
  const { items } = (await people.json()) as { items: PersonResult[] };
  expect(items.map((one) => [one.id, one.name, one.isSubscriber])).toContainEqual([zoe.id, "zoe@example.org", true]);

  const source = received.find(({ to }) => to.includes("zoe@example.org"))?.source;
  const url = linkOf(source);
  expect(url).toMatch(/^http:\/\/localhost:3000\/en\/unsubscribe\?token=/);
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im);
  const token = new URL(url).searchParams.get("token") ?? "";
  const post = async (path: string) => (await (await visitor.post(`/api/mails/unsubscribe${path}`, { token })).json()) as object;
  expect(await post("/state")).toEqual({ topic: "newsletter", isWanted: true, hasAccount: false, canUndo: false });
  expect(await post("")).toMatchObject({ isWanted: false, former: "each" });
  expect((await visitor.row("zoe@example.org"))?.withdrawnAt).not.toBeNull();
  expect(await post("")).toMatchObject({ former: null });
  expect(await post("/undo")).toMatchObject({ isWanted: true });
  expect((await visitor.row("zoe@example.org"))?.withdrawnAt).toBeNull();
});

test("the page of a subscriber lists what was sent there, with its result", async () => {
  const { backend, office, visitor, admin } = await opened();
  const zoe = await visitor.subscribe("zoe@example.org", { locale: "en" });
  const read = async () =>
    (await (await backend.request(`/api/admin/newsletter-subscribers/${zoe.id}`, { cookie: admin.cookie })).json()) as { sent: unknown };
  expect((await read()).sent).toEqual([]);
  await office.start(await office.create(letter));
  await runCampaigns(backend);
  const { mailer } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect((await read()).sent).toMatchObject([
    { topic: "campaign_newsletter", title: "Collecting on Saturday", channel: "email", state: "sent" },
  ]);
});

test("the link gives the consent again for a day only, and stops the account that was opened since", async () => {
  const { backend, db, office, visitor, time } = await opened();
  await visitor.subscribe("zoe@example.org");
  const id = await office.create({ ...letter, roles: [] });
  await office.start(id);
  await runCampaigns(backend);
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  const token = new URL(linkOf(received[0]?.source)).searchParams.get("token") ?? "";
  const post = async (path: string) => (await (await visitor.post(`/api/mails/unsubscribe${path}`, { token })).json()) as object;
  await post("");
  expect(await post("/state")).toMatchObject({ canUndo: true });
  time.pass(24 * 3_600);
  expect(await post("/state")).toMatchObject({ canUndo: false });
  expect(await post("/undo")).toMatchObject({ isWanted: false });
  await visitor.subscribe("zoe@example.org");
  const person = await addPerson(backend, { role: "VOLUNTEER", email: "zoe@example.org" });
  expect(await post("/state")).toEqual({ topic: "newsletter", isWanted: true, hasAccount: true, canUndo: false });
  time.pass(60);
  await post("");
  const choices = await db.select().from(consents).where(eq(consents.userId, person.id)).orderBy(consents.at);
  expect(choices.map(({ given }) => given)).toEqual([true, false]);
});

test("who withdraws while a campaign is under way gets nothing, before or after its mail is written", async () => {
  const { backend, db, office, visitor, mails } = await opened();
  const [before, after] = [await visitor.subscribe("before@example.org"), await visitor.subscribe("after@example.org")];
  const withdraw = ({ id }: { id: string }) =>
    db.update(newsletterSubscribers).set({ withdrawnAt: new Date() }).where(eq(newsletterSubscribers.id, id));
  const id = await office.create({ ...letter, roles: [] });
  await office.start(id);
  await withdraw(before);
  await runCampaigns(backend);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(["after@example.org"]);
  await withdraw(after);
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect(received.filter(({ to }) => to.includes("after@example.org"))).toEqual([]);
  await runCampaigns(backend);
  expect(await storedCampaign(backend, id)).toMatchObject({ state: "sent", people: 2 });
});

test("who leaves after the mail of a campaign was written does not get it", async () => {
  const { backend, db, office, mails, reader } = await opened();
  const id = await office.create({ ...letter, subscribers: false });
  await office.start(id);
  await runCampaigns(backend);
  expect((await mails()).map(({ recipient, status }) => [recipient, status])).toEqual([[reader.email, "waiting"]]);
  await db.update(users).set({ accountState: "left" }).where(eq(users.id, reader.id));
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  expect([received, (await mails()).map(({ status, lastError }) => [status, lastError])]).toEqual([[], [["expired", "UNWANTED"]]]);
});

test("the next newsletter may leave at the same hour of the same day four weeks later, and not a day before", async () => {
  const { backend, db, office, visitor, admin } = await opened();
  await visitor.subscribe("zoe@example.org");
  await office.start(await office.create(letter));
  await runCampaigns(backend);
  // Clocks are put forward in between.
  await db.update(notices).set({ createdAt: new Date("2026-03-10T09:05:00Z") });
  const actor = await findActor(db, admin.id, new Date());
  if (!actor) throw new Error("the administrator is gone");
  const meant = { ...aCampaign, ...letter, view: null, eventId: null, othersOf: null };
  const audience = (now: string) => countAudience(db, { ...actor, requestId: "one" }, meant, new Date(now));
  expect(await audience("2026-04-06T21:59:59Z")).toMatchObject({ people: 0, left: { recent: 2 } });
  expect(await audience("2026-04-07T08:00:00Z")).toMatchObject({ people: 2 });
  // One a month is promised, and these are four weeks apart in the same month.
  await db.update(notices).set({ createdAt: new Date("2026-07-01T09:05:00Z") });
  expect(await audience("2026-07-31T21:59:59Z")).toMatchObject({ people: 0, left: { recent: 2 } });
  expect(await audience("2026-07-31T22:00:00Z")).toMatchObject({ people: 2 });
});

test("who has got nothing of a newsletter that was stopped gets the one in its place", async () => {
  const { time, office, visitor, backend, mails } = await opened();
  await visitor.subscribe("zoe@example.org");
  const mailed = { ...letter, channels: ["email"] as "email"[] };
  const id = await office.create(mailed);
  await office.start(id);
  await runCampaigns(backend);
  expect(await office.audience(mailed)).toMatchObject({ people: 0, left: { recent: 2 } });
  expect((await office.step(id, "stop")).status).toBe(200);
  expect((await mails()).map(({ status }) => status)).toEqual(["expired", "expired"]);
  time.pass(60);
  expect(await office.audience(mailed)).toMatchObject({ people: 2 });
});

test("a chunk that is done again, as after the end of a process, writes no mail twice", async () => {
  const { backend, db, office, visitor, mails, admin } = await opened();
  const { id: subscriberId } = await visitor.subscribe("zoe@example.org");
  const id = await office.create(letter);
  await office.start(id);
  const actor = await findActor(db, admin.id, new Date());
  if (!actor) throw new Error("the administrator is gone");
  const call = { ...backend.services, actor: { ...actor, requestId: "one" }, body: { id }, taskId: "none", handled: 0 };
  for (let times = 0; times < 2; times += 1) expect(await sendingTask.act(call, [subscriberId])).toEqual(new Map([[subscriberId, null]]));
  await runCampaigns(backend);
  expect((await mails()).filter(({ recipient }) => recipient === "zoe@example.org")).toHaveLength(1);
  expect((await noticesOf(backend, id, "email")).filter((notice) => notice.subscriberId === subscriberId)).toHaveLength(1);
});

test("an address with an account and a row of its own gets one mail, and stopping withdraws those of subscribers too", async () => {
  const { backend, db, office, visitor, mails, reader } = await opened();
  await visitor.subscribe("zoe@example.org");
  // As it would be if the trigger had been missing for a time.
  const double = { email: reader.email, locale: "fr" as const, textVersion: consentTexts.newsletter };
  await db.insert(newsletterSubscribers).values({ ...double, requestedAt: new Date(), confirmedAt: new Date() });
  expect(await office.audience(letter)).toMatchObject({ people: 2, subscribers: 1 });
  const id = await office.create(letter);
  await office.start(id);
  await runCampaigns(backend);
  expect((await mails()).filter(({ recipient }) => recipient === reader.email)).toHaveLength(1);
  expect((await office.step(id, "stop")).status).toBe(200);
  expect((await mails()).map(({ status }) => status)).toEqual(["expired", "expired"]);
  expect((await noticesOf(backend, id, "email")).map(({ state }) => state)).toEqual(["expired", "expired"]);
});

test("nobody gets two newsletters within four weeks, with an account or without; tests to oneself do not count", async () => {
  const { backend, db, office, visitor, mails, admin, time } = await opened();
  await visitor.subscribe("zoe@example.org");
  await db.insert(consents).values({ userId: admin.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter });
  const all = { ...letter, roles: ["VOLUNTEER" as const, "ADMIN" as const] };
  const first = await office.create(all);
  expect((await office.post(`${campaignsApi.list.path}/${first}/test`)).status).toBe(200);
  expect(await office.audience(all)).toMatchObject({ people: 3, left: {} });
  await office.start(first);
  await runCampaigns(backend);
  const sent = (await mails()).length;
  expect(await office.audience(all)).toMatchObject({ people: 0, subscribers: 0, left: { recent: 3 } });
  time.pass(27 * 24 * 3_600);
  await visitor.subscribe("new@example.org");
  const again = campaignOffice(backend, (await signIn(backend, { role: "ADMIN" })).cookie);
  expect(await again.audience(letter)).toMatchObject({ people: 1, subscribers: 1, left: { recent: 2 } });
  const second = await again.create(letter);
  await again.start(second);
  await runCampaigns(backend);
  expect((await mails()).map(({ recipient }) => recipient).slice(sent)).toEqual(["new@example.org"]);
  time.pass(2 * 24 * 3_600);
  expect(await campaignOffice(backend, await cookiesOf(backend, admin.id)).audience(letter)).toMatchObject({
    people: 2,
    left: { recent: 1 },
  });
});

test("a subscriber whose address is dead is left out and counted", async () => {
  const { backend, db, office, visitor, mails, time } = await opened();
  await visitor.subscribe("dead@example.org");
  const at = time.clock();
  await db.insert(bouncedMailboxes).values({ email: "Dead@example.org", deadSince: at, reason: "hard", createdAt: at, lastReportAt: at });
  expect(await office.audience(letter)).toMatchObject({ people: 1, subscribers: 0, left: { deadAddress: 1 } });
  await office.start(await office.create(letter));
  await runCampaigns(backend);
  expect((await mails()).map(({ recipient }) => recipient)).not.toContain("dead@example.org");
  await visitor.subscribe("dead@example.org");
  expect(await office.audience(letter)).toMatchObject({ subscribers: 1 });
});

test("the results of a newsletter, and the exceptions of its task, lead to the account of who has opened one since", async () => {
  const { backend, db, office, visitor, admin } = await opened();
  const [zoe, gone] = [await visitor.subscribe("zoe@example.org"), await visitor.subscribe("gone@example.org")];
  const id = await office.create({ ...letter, roles: [] });
  await office.start(id);
  await db.update(newsletterSubscribers).set({ withdrawnAt: new Date() }).where(eq(newsletterSubscribers.id, gone.id));
  await runCampaigns(backend);
  const page = `/dashboard/admin/notifications/subscribers/${zoe.id}`;
  const results = async () => {
    const answer = await backend.request(`${campaignsApi.list.path}/${id}/people`, { cookie: admin.cookie });
    return ((await answer.json()) as { items: PersonResult[] }).items.map((one) => [one.name, one.path]);
  };
  expect(await results()).toEqual([["zoe@example.org", page]]);
  await db.update(newsletterSubscribers).set({ withdrawnAt: null }).where(eq(newsletterSubscribers.id, gone.id));
  const accounts = [];
  for (const email of ["zoe@example.org", "gone@example.org"]) accounts.push(await addPerson(backend, { role: "VOLUNTEER", email }));
  const pages = accounts.map((account) => `/dashboard/admin/users/${account.id}/view`);
  expect(await results()).toEqual([["zoe@example.org", pages[0]]]);
  expect((await backend.request(`/api/admin/newsletter-subscribers/${zoe.id}`, { cookie: admin.cookie })).status).toBe(404);
  const { taskId } = await storedCampaign(backend, id);
  const task = (await (await backend.request(`/api/account/tasks/${taskId}`, { cookie: admin.cookie })).json()) as { exceptions: object[] };
  expect(task.exceptions).toMatchObject([{ name: "gone@example.org", path: pages[1] }]);
});

test("only administrators write to subscribers, with the newsletter and by mail", async () => {
  const { backend, office, visitor, admin } = await opened();
  await visitor.subscribe("zoe@example.org");
  const faults = async (draft: object) => {
    const answer = await office.post(campaignsApi.create.path, { ...aCampaign, ...draft });
    return [answer.status, Object.keys(((await answer.json()) as { fieldErrors?: object }).fieldErrors ?? {})];
  };
  expect(await faults({ subscribers: true })).toEqual([422, ["subscribers"]]);
  expect(await faults({ ...letter, channels: ["inbox"] })).toEqual([422, ["subscribers"]]);
  expect(await faults({ roles: [] })).toEqual([422, ["roles"]]);
  const sectorId = await teamOf(backend, "Équipe");
  const coordinator = await signIn(backend, { role: "VOLUNTEER", inSectors: [{ permission: "NOTIFICATIONS_SEND", sectorId }] });
  const theirs = campaignOffice(backend, coordinator.cookie);
  expect((await theirs.post(campaignsApi.create.path, { ...aCampaign, ...letter, sectorIds: [sectorId] })).status).toBe(422);
  expect(await theirs.audience({ ...letter, sectorIds: [sectorId] })).toMatchObject({ subscribers: 0 });
  const choices = async (cookie: string) => (await (await backend.request(campaignsApi.choices.path, { cookie })).json()) as object;
  expect(await choices(coordinator.cookie)).toMatchObject({ subscribers: null });
  expect(await choices(admin.cookie)).toMatchObject({ subscribers: 1 });
});

test("the database refuses a notice without a reader, or of a subscriber by another channel, and a campaign for nobody", async () => {
  const { db, office, visitor, reader } = await opened();
  const { id: subscriberId } = await visitor.subscribe("zoe@example.org");
  const at = new Date();
  const notice = { topic: "campaign_newsletter", state: "sent" as const, createdAt: at, stateAt: at, dedupeKey: "x" };
  await expect(db.insert(notices).values({ ...notice, channel: "email" })).rejects.toThrow();
  await expect(db.insert(notices).values({ ...notice, channel: "email", subscriberId, userId: reader.id })).rejects.toThrow();
  await expect(db.insert(notices).values({ ...notice, channel: "inbox", subscriberId })).rejects.toThrow();
  await db.insert(notices).values({ ...notice, channel: "email", subscriberId });
  await expect(db.insert(notices).values({ ...notice, channel: "email", subscriberId })).rejects.toThrow();
  const id = await office.create(letter);
  const change = (values: object) => db.update(campaigns).set(values).where(eq(campaigns.id, id));
  await expect(change({ roles: [], subscribers: false })).rejects.toThrow();
  await expect(change({ topic: "association" })).rejects.toThrow();
});
