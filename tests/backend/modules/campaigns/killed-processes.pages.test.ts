import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { expect, onTestFinished, test } from "vitest";
import type { Db } from "#backend/db/client";
import { endCampaigns } from "#backend/modules/campaigns/stopping";
import { mailJob } from "#backend/modules/mails/module";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { newsletterSubscribers } from "#backend/modules/newsletter/tables";
import { notices } from "#backend/modules/notices/tables";
import { consents } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { mailsAtOnce } from "#backend/ports/mailer";
import { consentTexts } from "#contract/law/privacy";
import { backendForTest } from "#tests/support/backend";
import { campaignOffice, noticesOf, storedCampaign } from "#tests/support/campaigns";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { doneThroughKills, processWithJobs } from "#tests/support/process-with-jobs";
import { storedTask } from "#tests/support/tasks";

// Further numbers by hand: CAMPAIGN_PEOPLE=5000 CAMPAIGN_KILLS=20.
const people = Number(process.env.CAMPAIGN_PEOPLE ?? 500);
const kills = Number(process.env.CAMPAIGN_KILLS ?? 4);
const byHand = [people, kills] as const;
const longest = 300_000 + people * 200;

/** A backend on a database that other processes share, with open accounts. */
async function withVolunteers(count: number) {
  const database = await openTestDatabase();
  if (!("url" in database)) throw new Error("the database has no address");
  const backend = await backendForTest({ database });
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ id: crypto.randomUUID(), email: `volunteer-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}` },
    ...{ role: "VOLUNTEER" as const, emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
  }));
  await backend.services.db.insert(users).values(rows);
  return { backend, database, rows, office: campaignOffice(backend, cookie) };
}

test.skipIf(!serverUrl)(
  "a campaign survives the sudden end of the processes that send it: nobody gets it twice, nobody is missing",
  async () => {
    const { backend, database, rows, office } = await withVolunteers(people);
    const { db } = backend.services;
    const id = await office.create();
    expect((await office.start(id, people)).status).toBe(200);
    const task = (await storedCampaign(backend, id)).taskId ?? "";
    await doneThroughKills(backend, database.url, task, kills, longest);
    for (const channel of ["inbox", "email"] as const) {
      const notified = (await noticesOf(backend, id, channel)).map(({ userId }) => userId);
      expect([notified.length, new Set(notified).size]).toEqual([people, people]);
    }
    expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "campaign_association"))).toBe(people);
    const { mailer, received } = await postOffice();
    while ((await sendWaitingMails(backend.services, mailer)).more);
    const to = received.flatMap((mail) => mail.to).sort();
    expect(to).toEqual(rows.map(({ email }) => email).sort());
    await endCampaigns(backend.services);
    expect((await storedCampaign(backend, id)).state).toBe("sent");
  },
  2 * longest,
);

test.skipIf(!serverUrl)(
  "two newsletters at once to accounts and subscribers survive it too: each person has one of them, once, and the numbers are right",
  async () => {
    const half = people / 2;
    const { backend, database, rows, office } = await withVolunteers(half);
    const { db } = backend.services;
    const [at, textVersion] = [new Date("2026-02-01"), consentTexts.newsletter];
    await db.insert(consents).values(rows.map(({ id }) => ({ userId: id, purpose: "newsletter" as const, given: true, textVersion, at })));
    const subscribers = Array.from({ length: half }, (_, number) => ({
      ...{ id: crypto.randomUUID(), email: `subscriber-${number}@example.org`, locale: "fr" as const, textVersion },
      ...{ requestedAt: at, confirmedAt: at },
    }));
    await db.insert(newsletterSubscribers).values(subscribers);
    const letter = { topic: "newsletter" as const, subscribers: true, channels: ["email" as const] };
    const ids = [await office.create(letter), await office.create(letter)];
    for (const id of ids) expect((await office.start(id, people)).status).toBe(200);
    const [first = "", second = ""] = await Promise.all(ids.map(async (id) => (await storedCampaign(backend, id)).taskId ?? ""));
    await doneThroughKills(backend, database.url, first, kills / 2, longest);
    await expect.poll(async () => (await storedTask(backend, second)).state, { timeout: 100_000, interval: 100 }).toBe("done");
    const sums = await Promise.all([first, second].map((id) => storedTask(backend, id)));
    expect(sums.map(({ total, done, leftOut, failed }) => [total, done + leftOut, failed])).toEqual(Array(2).fill([people, people, 0]));
    expect(sums.reduce((sum, { done }) => sum + done, 0)).toBe(people);
    const written = await db
      .select({ userId: notices.userId, subscriberId: notices.subscriberId })
      .from(notices)
      .where(isNotNull(notices.campaignId));
    const readers = [...rows, ...subscribers].map(({ id }) => id).sort();
    expect(written.map(({ userId, subscriberId }) => userId ?? subscriberId).sort()).toEqual(readers);
    const { mailer, received } = await postOffice();
    while ((await sendWaitingMails(backend.services, mailer)).more);
    expect(received.flatMap((mail) => mail.to).sort()).toEqual([...rows, ...subscribers].map(({ email }) => email).sort());
  },
  2 * longest,
);

/** Has a process that has just started send mails now: by itself it does so within a minute. */
async function mailWaker(db: Db, url: string) {
  const begun = async () =>
    (await db.execute<{ begun: number }>(sql`select count(to_regclass('jobs.queue'))::int as begun`)).rows[0]?.begun;
  await expect.poll(begun, { timeout: 60_000, interval: 100 }).toBe(1);
  const boss = new PgBoss({ connectionString: url, schema: "jobs", supervise: false, schedule: false, migrate: false });
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  // Until the first process is ready there is no such job.
  return () => boss.send(mailJob, {}).catch(() => null);
}

test.skipIf(!serverUrl)(
  "the mails of a campaign reach everybody through the sudden end of the processes that send them: one that is under way then may come twice, as the same",
  async () => {
    const [people, kills] = process.env.CAMPAIGN_KILLS ? byHand : [300, 2];
    const { backend, database, office } = await withVolunteers(people);
    const { db } = backend.services;
    const { url, received } = await postOffice();
    const mailServer = { SMTP_URL: url, MAIL_FROM: "bonjour@maillon.example" };
    const processes = [await processWithJobs(database.url, mailServer), await processWithJobs(database.url, mailServer)];
    const id = await office.create();
    expect((await office.start(id, people)).status).toBe(200);
    const wake = await mailWaker(db, database.url);
    const reached = () => new Set(received.flatMap((mail) => mail.to));
    const waken = async () => {
      await wake();
      return reached().size;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const next = Math.floor(((kill + 1) * people) / (kills + 2));
      await expect.poll(waken, { timeout: longest, interval: 50 }).toBeGreaterThanOrEqual(next);
      await processes[kill % 2]?.kill();
    }
    // Each time they were in the middle of it.
    expect(reached().size).toBeLessThan(people);
    // What a killed process had claimed is sent as soon as its claim has expired: no time passes here.
    const { status, claimedUntil, topic } = outgoingMails;
    const isClaimed = and(eq(status, "waiting"), isNotNull(claimedUntil));
    const unsent = () => db.$count(outgoingMails, and(eq(topic, "campaign_association"), eq(status, "waiting"), isNull(claimedUntil)));
    const left = async () => {
      await wake();
      return [await db.$count(outgoingMails), await unsent()];
    };
    await expect.poll(left, { timeout: longest, interval: 100 }).toEqual([people, 0]);
    await Promise.all(processes.map((one) => one.kill()));
    await db.update(outgoingMails).set({ claimedUntil: null }).where(isClaimed);
    await expect.poll(waken, { timeout: longest, interval: 100 }).toBe(people);
    await expect.poll(() => db.$count(outgoingMails, eq(status, "waiting")), { timeout: longest, interval: 100 }).toBe(0);
    const idOf = (source: string) => /^Message-ID: (.*)$/im.exec(source)?.[1];
    const different = new Set(received.map(({ to, source }) => `${to} ${idOf(source)}`));
    expect(different.size).toBe(people);
    const twice = received.length - people;
    process.stdout.write(`${people} people, ${kills} kills while mails are sent: nobody left out, ${twice} mails accepted a second time\n`);
    expect(twice).toBeLessThanOrEqual((kills + 2) * mailsAtOnce);
  },
  2 * longest,
);
