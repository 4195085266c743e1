import { and, inArray, sql } from "drizzle-orm";
import { onLine } from "#backend/content/routes";
import { contentSource, hasEnglish } from "#backend/search/source";
import { faqCategories, faqQuestions, searchedInQuestions } from "./tables.ts";

export const searchSource = contentSource({
  kind: "question",
  types: ["faq_question", "faq_category"],
  table: faqQuestions,
  searched: searchedInQuestions(faqQuestions),
  title: { text: faqQuestions.question },
  body: { texts: [faqQuestions.answer] },
  english: and(hasEnglish(faqQuestions.question), hasEnglish(faqQuestions.answer)) ?? sql`false`,
  path: sql`'/contact?question=' || ${faqQuestions.id} || '#question-' || ${faqQuestions.id}`,
  ownPage: false,
  visible: ({ role }) =>
    and(
      onLine(faqQuestions),
      inArray(faqQuestions.audience, role ? ["public", role] : ["public"]),
      sql`exists (select 1 from ${faqCategories} where ${faqCategories.id} = ${faqQuestions.categoryId} and ${onLine(faqCategories)})`,
    ),
});
