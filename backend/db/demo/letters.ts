import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { applications, jobs } from "#backend/modules/jobs/tables";
import { pledges } from "#backend/modules/pledges/tables";
import type { Db } from "../client.ts";

const day = 86_400_000;

type Message = typeof messages.$inferInsert & { daysAgo: number; team: string | null; reply: string | null };
type Pledge = typeof pledges.$inferInsert & { daysAgo: number; stoppedDaysAgo?: number };
type Application = Omit<typeof applications.$inferInsert, "jobId"> & { job: string; daysAgo: number };
type Source = { messages: Message[]; pledges: Pledge[]; applications: Application[] };

/** What visitors wrote and promised, as `letters.json` has it; the administration answered some of it a day later. */
export async function addLetters(tx: Db, teams: Map<string, string>, authorId: string, now: Date) {
  const source = JSON.parse(readFileSync("backend/db/demo/letters.json", "utf8")) as Source;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day);
  for (const { daysAgo, team, reply, ...message } of source.messages.sort((a, b) => b.daysAgo - a.daysAgo)) {
    const values = {
      ...message,
      sectorId: team && teams.get(team),
      dedupeKey: message.body,
      createdAt: at(daysAgo),
      updatedAt: at(daysAgo),
    };
    const [row] = await tx.insert(messages).values(values).returning();
    if (row && reply) await tx.insert(messageReplies).values({ messageId: row.id, authorId, body: reply, at: at(daysAgo - 1) });
  }
  const kept = source.pledges.map(({ daysAgo, stoppedDaysAgo, ...pledge }) => ({
    ...pledge,
    locale: pledge.locale ?? "fr",
    country: pledge.street && "FR",
    dedupeKey: pledge.reference,
    createdAt: at(daysAgo),
    updatedAt: at(stoppedDaysAgo ?? daysAgo),
    stoppedAt: stoppedDaysAgo === undefined ? null : at(stoppedDaysAgo),
  }));
  await tx.insert(pledges).values(kept);
  for (const { job: title, daysAgo, ...application } of source.applications) {
    const [job] = await tx
      .select()
      .from(jobs)
      .where(eq(sql`${jobs.title} ->> 'fr'`, title));
    if (!job) throw new Error(`No job of the demonstration is called ${title}.`);
    const sent = { consentedAt: at(daysAgo), createdAt: at(daysAgo), updatedAt: at(daysAgo) };
    const answered = application.answer && { answeredBy: authorId, answeredAt: at(daysAgo - 1), updatedAt: at(daysAgo - 1) };
    await tx.insert(applications).values({ ...application, ...sent, ...answered, jobId: job.id, dedupeKey: application.message });
  }
}
