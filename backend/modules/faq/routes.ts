import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { contentRoutes, onLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { searchVector } from "#backend/db/full-text";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { correctedSearch } from "#backend/modules/search/corrections";
import { searchedWords } from "#backend/modules/search/typed-words";
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

  on(faqApi.vote, async ({ db, params, body: { helpful }, actor, locale, limits, network, clock }) => {
    await limits.take("voteByNetwork", network);
    await limits.take("voteOnQuestion", `${params.id} ${network}`);
    await countVote(db, and(eq(faqQuestions.id, params.id), readableBy(actor)), { helpful, locale, now: clock() });
    return done;
  }),

  on(faqApi.votes, ({ db, params }) => votesOn(db, params.id)),

  on(faqApi.list, async ({ db, query: { q }, actor }) => {
    const own = await readQuestions(db, actor, q);
    const corrected = q && own.length === 0 ? await correctedSearch(db, q) : null;
    const others = corrected ? await readQuestions(db, actor, corrected) : [];
    // A correction that finds nothing for this reader is not shown: it may be a word that they must not read.
    return others.length > 0 ? { categories: byCategory(others), corrected } : { categories: byCategory(own), corrected: null };
  }),
];

type Found = { category: typeof faqCategories.$inferSelect; question: typeof faqQuestions.$inferSelect };

/** The questions that the reader may see, all of them or those that match what was typed, in the order of the page. */
async function readQuestions(db: Db, actor: Actor | null, typed: string): Promise<Found[]> {
  return db
    .select({ category: faqCategories, question: faqQuestions })
    .from(faqQuestions)
    .innerJoin(faqCategories, eq(faqCategories.id, faqQuestions.categoryId))
    .where(and(readableBy(actor), typed ? await matching(db, typed) : undefined))
    .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqQuestions.position), asc(faqQuestions.id))
    .limit(300);
}

function byCategory(rows: Found[]) {
  return [...Map.groupBy(rows, ({ category }) => category.id)].map(([id, found]) => ({
    id,
    name: found[0]?.category.name ?? { fr: "" },
    questions: found.map(({ question }) => question),
  }));
}

/** Published questions in published categories, for everyone or for this role. */
function readableBy(actor: Actor | null): SQL | undefined {
  return and(
    onLine(faqQuestions),
    inArray(faqQuestions.audience, actor ? ["public", actor.role] : ["public"]),
    sql`exists (select from ${faqCategories} where ${faqCategories.id} = ${faqQuestions.categoryId} and ${onLine(faqCategories)})`,
  );
}

/** Questions with these words or their synonyms in one of their forms, or with these letters: people type the beginning of a word, too. */
async function matching(db: Db, typed: string): Promise<SQL | undefined> {
  const columns = searchedInQuestions(faqQuestions);
  const words = await searchedWords(db, typed);
  return or(...locales.map((locale) => sql`${searchVector(locale, columns)} @@ ${words[locale]}`), contains(faqQuestions, typed));
}
