import { eq, gte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/refusal";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { faqQuestions, faqVotes } from "./tables.ts";

type Vote = { helpful: boolean; locale: Locale; now: Date };

/** Counts one vote on a question that `readable` allows; its row is locked first, which serialises the sums. */
export async function countVote(db: Db, readable: SQL | undefined, { helpful, locale, now }: Vote) {
  const [yes, no] = helpful ? [1, 0] : [0, 1];
  await db.transaction(async (tx) => {
    const [question] = await tx
      .update(faqQuestions)
      .set({ helpfulYes: sql`${faqQuestions.helpfulYes} + ${yes}`, helpfulNo: sql`${faqQuestions.helpfulNo} + ${no}` })
      .where(readable)
      .returning({ id: faqQuestions.id });
    if (!question) throw new Refusal("not_found");
    await tx
      .insert(faqVotes)
      .values({ questionId: question.id, locale, day: franceDay(now), yes, no })
      .onConflictDoUpdate({
        target: [faqVotes.questionId, faqVotes.locale, faqVotes.day],
        set: { yes: sql`${faqVotes.yes} + ${yes}`, no: sql`${faqVotes.no} + ${no}` },
      });
  });
}

/** The votes on an answer: editing the text removes none, and votes since then are also counted separately. */
export async function votesOn(db: Db, id: string) {
  const [question] = await db
    .select({ yes: faqQuestions.helpfulYes, no: faqQuestions.helpfulNo, updatedAt: faqQuestions.updatedAt })
    .from(faqQuestions)
    .where(eq(faqQuestions.id, id));
  if (!question) throw new Refusal("not_found");
  const { updatedAt, ...all } = question;
  const none = { yes: 0, no: 0 };
  const those = (which: SQL) => ({
    yes: sql<number>`coalesce(sum(${faqVotes.yes}) filter (where ${which}), 0)::int`,
    no: sql<number>`coalesce(sum(${faqVotes.no}) filter (where ${which}), 0)::int`,
  });
  const [parts = { fr: none, en: none, sinceChange: none }] = await db
    .select({
      fr: those(eq(faqVotes.locale, "fr")),
      en: those(eq(faqVotes.locale, "en")),
      sinceChange: those(gte(faqVotes.day, franceDay(updatedAt))),
    })
    .from(faqVotes)
    .where(eq(faqVotes.questionId, id));
  return { all, ...parts, changedAt: updatedAt.toISOString() };
}
