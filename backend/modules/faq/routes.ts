import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import { searchQuery, searchVector } from "#backend/db/full-text";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { on, type ServedEndpoint } from "#backend/http/routes";
import { locales } from "#contract/formats/locale";
import { faqApi, faqCategoriesApi } from "#contract/publishing/faq";
import { faqCategories, faqQuestions, searchedInQuestions } from "./tables.ts";
import { countVote, votesOn } from "./votes.ts";

export const faqRoutes: ServedEndpoint[] = [
  ...contentRoutes(faqCategoriesApi.admin, { table: faqCategories, entityType: "faq_category", label: faqCategories.name }),
  ...contentRoutes(faqApi.admin, {
    table: faqQuestions,
    entityType: "faq_question",
    label: faqQuestions.question,
    references: { categoryId: faqCategories.name },
  }),

  on(faqApi.vote, async ({ db, params, body: { helpful }, actor, locale, limits, clientAddress, clock }) => {
    await limits.take("voteByAddress", clientAddress);
    await limits.take("voteOnQuestion", `${params.id} ${clientAddress}`);
    await countVote(db, and(eq(faqQuestions.id, params.id), readableBy(actor)), { helpful, locale, now: clock() });
    return { success: true as const };
  }),

  on(faqApi.votes, ({ db, params }) => votesOn(db, params.id)),

  on(faqApi.list, async ({ db, query, actor }) => {
    const rows = await db
      .select({ category: faqCategories, question: faqQuestions })
      .from(faqQuestions)
      .innerJoin(faqCategories, eq(faqCategories.id, faqQuestions.categoryId))
      .where(and(readableBy(actor), matching(query.q)))
      .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqQuestions.position), asc(faqQuestions.id))
      .limit(300);
    const categories = Map.groupBy(rows, ({ category }) => category.id);
    return {
      categories: [...categories].map(([id, [first, ...others]]) => ({
        id,
        name: first?.category.name ?? { fr: "" },
        questions: [first, ...others].flatMap((row) => row?.question ?? []),
      })),
    };
  }),
];

/** Published questions in published categories, for everyone or for this role. */
function readableBy(actor: Actor | null): SQL | undefined {
  return and(
    onLine(faqQuestions),
    inArray(faqQuestions.audience, actor ? ["public", actor.role] : ["public"]),
    sql`exists (select from ${faqCategories} where ${faqCategories.id} = ${faqQuestions.categoryId} and ${onLine(faqCategories)})`,
  );
}

/** Questions with these words in one of their forms, or with these letters: people type the beginning of a word, too. */
function matching(typed: string): SQL | undefined {
  if (!typed) return undefined;
  const columns = searchedInQuestions(faqQuestions);
  return or(
    ...locales.map((locale) => sql`${searchVector(locale, columns)} @@ ${searchQuery(locale, typed)}`),
    contains(faqQuestions, typed),
  );
}
