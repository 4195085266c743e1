import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { notificationChoices } from "#backend/modules/privacy/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { processWithJobs } from "#tests/support/process-with-jobs";

const people = 300;
const kills = 5;

test.skipIf(!serverUrl)(
  "summaries survive the sudden end of the processes that write them: each person gets one, and each event is in one",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const { db } = (await backendForTest({ database })).services;
    const processes = [await processWithJobs(database.url), await processWithJobs(database.url)];
    const queued = sql`from jobs.queue where name = 'mail-weekly-work-summaries'`;
    await expect.poll(async () => (await db.execute(sql`select 1 ${queued}`)).rows.length, { timeout: 60_000 }).toBe(1);
    const rows = await db
      .insert(users)
      .values(
        Array.from({ length: people }, (_, at) => ({
          ...{ email: `admin-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}`, role: "ADMIN" as const },
          ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
        })),
      )
      .returning({ id: users.id });
    const { rows: written } = await db.execute<{ id: string }>(sql`insert into messages (topic, name, email, locale, body, dedupe_key)
      values ('other', 'Zoé', 'zoe@maillon.example', 'fr', 'Bonjour', 'one') returning id`);
    const recordId = written[0]?.id ?? "";
    const weekly = { topic: "messages", channel: "email" as const, frequency: "weekly" as const };
    await db.insert(notificationChoices).values(rows.map(({ id }) => ({ userId: id, ...weekly })));
    const createdAt = new Date();
    const waiting = { topic: "message_received", channel: "digest" as const, state: "waiting" as const, recordId, path: "/dashboard" };
    await db
      .insert(notices)
      .values(
        rows.map(({ id }) => ({ userId: id, ...waiting, createdAt, stateAt: createdAt, dedupeKey: "one", values: { ticket: "M-1" } })),
      );

    const mailed = () => db.$count(outgoingMails, eq(outgoingMails.topic, "digest"));
    // The queue of a process that starts finds that the run of Monday was missed, as after a night without it.
    const missed = () =>
      db.execute(sql`with old as (update jobs.queue set created_on = now() - interval '9 days'
      where name = 'mail-weekly-work-summaries') delete from jobs.job where name = 'mail-weekly-work-summaries'`);
    const killed = async () => {
      await Promise.all(processes.map((one) => one.kill()));
    };
    let seen = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await missed();
      await killed();
      await expect.poll(mailed, { timeout: 60_000, interval: 5 }).toBeGreaterThan(seen);
      seen = await mailed();
    }
    // Each time they were in the middle of it.
    expect(seen).toBeLessThan(people);
    await missed();
    await killed();
    await expect.poll(mailed, { timeout: 60_000 }).toBe(people);
    const mails = await db.select().from(outgoingMails).where(eq(outgoingMails.topic, "digest"));
    expect(new Set(mails.map(({ userId }) => userId)).size).toBe(people);
    const inThem = await db
      .select({ userId: notices.userId, reader: outgoingMails.userId })
      .from(notices)
      .innerJoin(outgoingMails, eq(outgoingMails.id, notices.mailId))
      .where(and(eq(notices.channel, "digest"), eq(outgoingMails.topic, "digest")));
    expect(inThem.filter(({ userId, reader }) => userId === reader)).toHaveLength(people);
  },
  300_000,
);
