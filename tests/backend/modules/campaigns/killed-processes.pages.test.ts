import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { endCampaigns } from "#backend/modules/campaigns/stopping";
import { sendWaitingMails } from "#backend/modules/mails/sending";
import { outgoingMails } from "#backend/modules/mails/tables";
import { users } from "#backend/modules/users/tables";
import { backendForTest } from "#tests/support/backend";
import { campaignOffice, noticesOf, storedCampaign } from "#tests/support/campaigns";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { postOffice } from "#tests/support/post-office";
import { processWithJobs } from "#tests/support/process-with-jobs";
import { storedTask } from "#tests/support/tasks";

const people = 500;
const kills = 10;

test.skipIf(!serverUrl)(
  "a campaign survives the sudden end of the processes that send it: nobody gets it twice, nobody is missing",
  async () => {
    const database = await openTestDatabase();
    if (!("url" in database)) throw new Error("the database has no address");
    const backend = await backendForTest({ database });
    const { db } = backend.services;
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const rows = Array.from({ length: people }, (_, at) => ({
      ...{ email: `volunteer-${at}@maillon.example`, firstName: "Lou", lastName: `N° ${at}`, role: "VOLUNTEER" as const },
      ...{ emailVerifiedAt: new Date("2026-01-01"), accountState: "validated" as const },
    }));
    await db.insert(users).values(rows);
    const office = campaignOffice(backend, cookie);
    const id = await office.create();
    expect((await office.start(id, people)).status).toBe(200);
    const task = (await storedCampaign(backend, id)).taskId ?? "";
    const processes = [await processWithJobs(database.url), await processWithJobs(database.url)];
    let killed = 0;
    let seen = 0;
    const state = async () => {
      const { state: now, done } = await storedTask(backend, task);
      if (now === "running" && killed < kills && done >= seen + 25) {
        await processes[killed % 2]?.kill();
        killed += 1;
        seen = (await storedTask(backend, task)).done;
      }
      return now;
    };
    await expect.poll(state, { timeout: 250_000, interval: 20 }).toBe("done");
    expect(killed).toBe(kills);
    for (const channel of ["inbox", "email"] as const) {
      const notified = (await noticesOf(backend, id, channel)).map(({ userId }) => userId);
      expect([notified.length, new Set(notified).size]).toEqual([people, people]);
    }
    expect(await db.$count(outgoingMails, eq(outgoingMails.topic, "campaign_association"))).toBe(people);
    const { mailer, received } = await postOffice();
    await sendWaitingMails(backend.services, mailer);
    const to = received.flatMap((mail) => mail.to).sort();
    expect(to).toEqual(rows.map(({ email }) => email).sort());
    await endCampaigns(backend.services);
    expect((await storedCampaign(backend, id)).state).toBe("sent");
  },
  300_000,
);
