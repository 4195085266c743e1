import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { messageReplies, messages } from "#backend/modules/contact/tables";
import { applicationReplies, applications, jobs } from "#backend/modules/jobs/tables";
import { pledges } from "#backend/modules/pledges/tables";
import { projects } from "#backend/modules/projects/tables";
import { textsIn } from "#backend/modules/testimonials/sending";
import { testimonials } from "#backend/modules/testimonials/tables";
import { hashOf, newToken } from "#backend/secrets";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { agreementVersion } from "#contract/publishing/sent-testimonials";
import type { Db } from "../db/client.ts";

const day = 86_400_000;

type Message = typeof messages.$inferInsert & { daysAgo: number; team: string | null; replies: string[] };
type Pledge = typeof pledges.$inferInsert & { daysAgo: number; stoppedDaysAgo?: number; project?: string };
type Application = Omit<typeof applications.$inferInsert, "jobId"> & { job: string; daysAgo: number; replies: string[] };
type Testimonial = Pick<typeof testimonials.$inferInsert, "initials" | "email"> & {
  speaker: string;
  quote: string;
  locale: Locale;
  daysAgo: number;
};
type Source = { messages: Message[]; pledges: Pledge[]; applications: Application[]; testimonials: Testimonial[] };

/** Messages and pledges of visitors, from `letters.json`; some are answered, one a day from the next day. */
export async function addLetters(tx: Db, sectors: Map<string, string>, authorId: string, now: Date) {
  const source = JSON.parse(readFileSync("backend/demo/letters.json", "utf8")) as Source;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day);
  const answers = (threadId: string | undefined, replies: string[], daysAgo: number) =>
    replies.map((body, days) => ({ threadId: threadId ?? "", authorId, body, at: at(daysAgo - 1 - days) }));
  for (const { daysAgo, team, replies, ...message } of source.messages.sort((a, b) => b.daysAgo - a.daysAgo)) {
    const values = {
      ...message,
      sectorId: team && sectors.get(team),
      dedupeKey: message.body,
      waitingSince: at(daysAgo),
      createdAt: at(daysAgo),
      updatedAt: at(daysAgo),
    };
    const [row] = await tx.insert(messages).values(values).returning();
    if (replies.length > 0) await tx.insert(messageReplies).values(answers(row?.id, replies, daysAgo));
  }
  const known = await tx.select({ id: projects.id, name: projects.name }).from(projects);
  const rows = source.pledges.map(({ daysAgo, stoppedDaysAgo, project, ...pledge }) => ({
    ...pledge,
    projectId: known.find(({ name }) => name.fr === project)?.id ?? null,
    locale: pledge.locale ?? "fr",
    country: pledge.street && "FR",
    dedupeKey: pledge.reference,
    createdAt: at(daysAgo),
    updatedAt: at(stoppedDaysAgo ?? daysAgo),
    stoppedAt: stoppedDaysAgo === undefined ? null : at(stoppedDaysAgo),
  }));
  await tx.insert(pledges).values(rows);
  for (const { job: title, daysAgo, replies, ...application } of source.applications.sort((a, b) => b.daysAgo - a.daysAgo)) {
    const [job] = await tx
      .select()
      .from(jobs)
      .where(eq(sql`${jobs.title} ->> 'fr'`, title));
    if (!job) throw new Error(`No job of the demonstration is called ${title}.`);
    const sent = { consentedAt: at(daysAgo), waitingSince: at(daysAgo), createdAt: at(daysAgo), updatedAt: at(daysAgo) };
    const [row] = await tx
      .insert(applications)
      .values({ ...application, ...sent, jobId: job.id, dedupeKey: application.message })
      .returning();
    if (replies.length > 0) await tx.insert(applicationReplies).values(answers(row?.id, replies, daysAgo));
  }
  await tx.insert(testimonials).values(
    source.testimonials.map(({ speaker, quote, daysAgo, locale, ...rest }) => ({
      ...{ ...rest, locale, ...textsIn(locale, { speaker, quote }), review: "submitted" as const },
      ...{ agreement: agreementVersion, consentedOn: franceDay(at(daysAgo)), tokenHash: hashOf(newToken()), dedupeKey: quote },
      ...{ createdAt: at(daysAgo), updatedAt: at(daysAgo) },
    })),
  );
}
