import { and, eq, inArray, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { campaigns } from "#backend/modules/campaigns/tables";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { consents } from "#backend/modules/privacy/tables";
import { campaignsApi } from "#contract/accounts/campaigns";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { campaignOffice, noticesOf, runCampaigns, storedCampaign } from "#tests/support/campaigns";
import { newsletterVisitor } from "#tests/support/newsletter";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";

async function opened() {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock, limits: noLimits });
  const admin = await signIn(backend, { role: "ADMIN", locale: "fr" });
  const office = campaignOffice(backend, admin.cookie);
  const others = async (id: string) => office.post(campaignsApi.others.path.replace(":id", id));
  const toOthers = async (id: string) => ((await (await others(id)).json()) as { id: string }).id;
  return { time, backend, db: backend.services.db, admin, office, others, toOthers };
}

/** Sends a campaign, of which the mail to one person alone leaves before it is stopped. */
async function stoppedAfterOne({ backend, db, office }: Pick<Awaited<ReturnType<typeof opened>>, "backend" | "db" | "office">, more = {}) {
  const people = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const had = await addPerson(backend, { role: "VOLUNTEER" });
  const id = await office.create(more);
  await office.start(id);
  await runCampaigns(backend);
  const later = and(eq(outgoingMails.status, "waiting"), ne(outgoingMails.recipient, had.email));
  await db
    .update(outgoingMails)
    .set({ dueAt: new Date("2027-01-01") })
    .where(later);
  await sendMails(backend);
  await office.step(id, "stop");
  return { id, had, people: people.map((one) => one.id).sort() };
}

async function sendMails(backend: TestBackend) {
  const { mailer, received } = await postOffice();
  await sendWaitingMails(backend.services, mailer);
  return received;
}

const mailedBy = async (backend: TestBackend, id: string) =>
  (await noticesOf(backend, id, "email"))
    .filter(({ state }) => state !== "expired")
    .map(({ userId }) => userId)
    .sort();

test("a campaign that was stopped goes to the others alone, and is in nobody's inbox twice", async () => {
  const use = await opened();
  const { backend, office, toOthers } = use;
  const { id, people } = await stoppedAfterOne(use);
  const draft = await toOthers(id);
  expect((await office.get(draft)).campaign).toMatchObject({ state: "draft", others: { id, title: { fr: "Samedi, on collecte" } } });
  expect(await office.audience({ id: draft })).toMatchObject({ people: 2, left: { had: 1 }, channels: { inbox: 0, email: 2 } });
  expect((await office.start(draft)).status).toBe(200);
  await runCampaigns(backend);
  expect(await mailedBy(backend, draft)).toEqual(people);
  expect(await noticesOf(backend, draft, "inbox")).toEqual([]);
  expect(await storedCampaign(backend, draft)).toMatchObject({ people: 2, left: { had: 1 } });
});

test("whom a mail did not reach gets the one to the others, and of those who had either nobody gets a third", async () => {
  const { backend, db, office, toOthers } = await opened();
  const [lost, reached] = [await addPerson(backend, { role: "VOLUNTEER" }), await addPerson(backend, { role: "VOLUNTEER" })];
  const id = await office.create({ channels: ["email"] });
  await office.start(id);
  await runCampaigns(backend);
  await db.update(outgoingMails).set({ status: "failed" }).where(eq(outgoingMails.recipient, lost.email));
  await sendMails(backend);
  await runCampaigns(backend);
  expect((await storedCampaign(backend, id)).state).toBe("partly_failed");
  const second = await toOthers(id);
  await office.start(second);
  await runCampaigns(backend);
  expect(await mailedBy(backend, second)).toEqual([lost.id]);
  await office.step(second, "stop");
  const late = await addPerson(backend, { role: "VOLUNTEER" });
  const third = await toOthers(second);
  expect((await office.get(third)).campaign.others?.id).toBe(id);
  await office.start(third);
  await runCampaigns(backend);
  expect(await mailedBy(backend, third)).toEqual([lost.id, late.id].sort());
  expect(await mailedBy(backend, id)).toEqual([reached.id, lost.id].sort());
});

test("a draft to the others by the inbox alone leaves out those who have it there, as people who had it", async () => {
  const use = await opened();
  const { office, toOthers } = use;
  const { id } = await stoppedAfterOne(use);
  const draft = await toOthers(id);
  expect(await office.audience({ id: draft, channels: ["inbox"] })).toMatchObject({ people: 0, left: { had: 3 } });
});

test("two drafts to the others of one campaign, both sent, reach each of them once", async () => {
  const use = await opened();
  const { backend, db, office, toOthers } = use;
  const { id, people } = await stoppedAfterOne(use);
  const drafts = [await toOthers(id), await toOthers(id)];
  for (const draft of drafts) expect((await office.start(draft)).status).toBe(200);
  await runCampaigns(backend);
  const sent = await db
    .select({ userId: notices.userId })
    .from(notices)
    .where(and(inArray(notices.campaignId, drafts), eq(notices.channel, "email")));
  expect(sent.map(({ userId }) => userId).sort()).toEqual(people);
});

test("a newsletter that was stopped goes to those whom it did not reach in the same month, with and without account", async () => {
  const { backend, db, office, toOthers } = await opened();
  const reader = await addPerson(backend, { role: "VOLUNTEER" });
  await db.insert(consents).values({ userId: reader.id, purpose: "newsletter", given: true, textVersion: consentTexts.newsletter });
  const visitor = newsletterVisitor(backend);
  const zoe = await visitor.subscribe("zoe@example.org");
  const yann = await visitor.subscribe("yann@example.org");
  const id = await office.create({ topic: "newsletter", subscribers: true });
  await office.start(id);
  await runCampaigns(backend);
  const later = and(eq(outgoingMails.topic, "campaign_newsletter"), ne(outgoingMails.recipient, "zoe@example.org"));
  await db
    .update(outgoingMails)
    .set({ dueAt: new Date("2027-01-01") })
    .where(later);
  await sendMails(backend);
  await office.step(id, "stop");
  const draft = await toOthers(id);
  expect(await office.audience({ id: draft, topic: "newsletter", subscribers: true })).toMatchObject({ people: 2, left: { had: 1 } });
  await office.start(draft);
  await runCampaigns(backend);
  const sent = await noticesOf(backend, draft, "email");
  expect(sent.map(({ userId, subscriberId }) => userId ?? subscriberId).sort()).toEqual([reader.id, yann.id].sort());
  expect(sent.map(({ subscriberId }) => subscriberId)).not.toContain(zoe.id);
});

test("only what has ended without reaching everybody goes to the others, and nothing once its results are deleted", async () => {
  const use = await opened();
  const { db, office, others, toOthers } = use;
  expect((await others(await office.create())).status).toBe(409);
  const { id } = await stoppedAfterOne(use);
  const draft = await toOthers(id);
  await db.delete(campaigns).where(eq(campaigns.id, id));
  const answer = await office.start(draft);
  expect([answer.status, ((await answer.json()) as { fieldErrors: unknown }).fieldErrors]).toEqual([
    422,
    { roles: ["campaigns:error.othersGone"] },
  ]);
});

test("a campaign to the others that was scheduled goes to nobody once the first one is deleted, and its sender reads why", async () => {
  const use = await opened();
  const { time, backend, db, office, toOthers } = use;
  const { id } = await stoppedAfterOne(use);
  const draft = await toOthers(id);
  await db
    .update(campaigns)
    .set({ scheduledAt: new Date(time.clock().getTime() + 86_400_000) })
    .where(eq(campaigns.id, draft));
  expect(await (await office.start(draft)).json()).toEqual({ state: "scheduled" });
  await db.delete(campaigns).where(eq(campaigns.id, id));
  time.pass(86_400);
  await runCampaigns(backend);
  expect(await storedCampaign(backend, draft)).toMatchObject({ state: "cancelled", reason: "nobody" });
  expect(await noticesOf(backend, draft, "email")).toEqual([]);
  const [mail] = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "sending_given_up"));
  expect(mail?.text).toContain("Le premier envoi était effacé");
});

test("a copy of a campaign to the others goes to everybody once that was sent, and to the others before", async () => {
  const use = await opened();
  const { backend, office, toOthers } = use;
  const { id } = await stoppedAfterOne(use);
  const second = await toOthers(id);
  const copyOfIt = async () => {
    const answer = await office.post(campaignsApi.copy.path.replace(":id", second));
    return (await office.get(((await answer.json()) as { id: string }).id)).campaign;
  };
  expect((await copyOfIt()).others?.id).toBe(id);
  await office.start(second);
  await runCampaigns(backend);
  await sendMails(backend);
  await runCampaigns(backend);
  expect((await storedCampaign(backend, second)).state).toBe("sent");
  const copy = await copyOfIt();
  expect(copy.others).toBeNull();
  expect(await office.audience({ id: copy.id })).toMatchObject({ people: 3, left: {} });
});
