import { asc, eq, type SQLWrapper, sql } from "drizzle-orm";
import { addContent, addKeyed, type DemoDeps, type DemoRow, type DemoSubject, dayBefore, readDemo } from "#backend/content/demo-rows";
import { locales } from "#contract/formats/locale";
import { faqCategories, faqQuestions, faqVotes } from "./tables.ts";

export const demo: DemoSubject = async (needs) => {
  const source = readDemo<Record<"categories" | "questions", DemoRow[]>>("faq");
  const categories = await addKeyed(needs, faqCategories, source.categories);
  await addContent(
    needs,
    faqQuestions,
    source.questions.map(({ category, ...row }) => ({ ...row, categoryId: categories.get(category) })),
  );
  await addVotes(needs);
};

/** Votes on the answers over the last weeks, and their sums. */
async function addVotes({ tx, now }: DemoDeps) {
  const questions = await tx
    .select({ id: faqQuestions.id })
    .from(faqQuestions)
    .where(eq(faqQuestions.audience, "public"))
    .orderBy(asc(faqQuestions.position));
  const votes = questions.flatMap(({ id: questionId }, at) =>
    [3, 11, 24].flatMap((days, turn) =>
      locales.map((locale, second) => ({
        questionId,
        locale,
        day: dayBefore(now, days) ?? "",
        yes: second ? 1 : 1 + ((at * 5 + turn * 3) % 9),
        no: second ? 0 : (at * 7 + turn) % 3,
      })),
    ),
  );
  await tx.insert(faqVotes).values(votes);
  const sum = (column: SQLWrapper) =>
    sql`coalesce((select sum(${column}) from ${faqVotes} where ${faqVotes.questionId} = ${faqQuestions.id}), 0)`;
  await tx.update(faqQuestions).set({ helpfulYes: sum(faqVotes.yes), helpfulNo: sum(faqVotes.no) });
}
