import { createHash } from "node:crypto";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import { offsetOf } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/refusal";
import type { PageOf } from "#contract/api/endpoint";
import { franceDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import type { UnansweredQuery, UnansweredSearch } from "#contract/publishing/unanswered-searches";
import { searchedWords } from "./search-terms.ts";
import { dismissedSearches, unansweredSearches } from "./tables.ts";

/** The most distinct searches stored for a day, so that invented ones do not fill the table. */
export const maxSearchesPerDay = 200;

const digestOf = (words: string, locale: Locale) => createHash("sha256").update(`${locale} ${words}`).digest("base64url");

/** Counts a search that found nothing; one at a time, so that a day never holds more than {@link maxSearchesPerDay}. */
export async function countUnanswered(db: Db, typed: string, locale: Locale, now: Date) {
  const words = searchedWords(typed);
  if (!words) return;
  const day = franceDay(now);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('unanswered_searches'))`);
    const [dismissed] = await tx
      .select()
      .from(dismissedSearches)
      .where(eq(dismissedSearches.digest, digestOf(words, locale)));
    if (dismissed) return;
    const again = await tx
      .update(unansweredSearches)
      .set({ times: sql`${unansweredSearches.times} + 1` })
      .where(and(eq(unansweredSearches.day, day), eq(unansweredSearches.locale, locale), eq(unansweredSearches.words, words)))
      .returning({ times: unansweredSearches.times });
    if (again.length > 0 || (await tx.$count(unansweredSearches, eq(unansweredSearches.day, day))) >= maxSearchesPerDay) return;
    await tx.insert(unansweredSearches).values({ words, locale, day });
  });
}

const sums = {
  words: sql`${unansweredSearches.words}`,
  times: sql<number>`sum(${unansweredSearches.times})::int`,
  lastOn: sql<string>`max(${unansweredSearches.day})::text`,
};

/** The distinct stored searches in each language. */
export async function listUnanswered(db: Db, query: z.output<typeof UnansweredQuery>): Promise<PageOf<UnansweredSearch>> {
  const { q, locale, sort, order, page, perPage } = query;
  const { words, locale: language } = unansweredSearches;
  const where: SQL | undefined = and(contains(unansweredSearches, q), locale && eq(language, locale));
  const direction = order === "asc" ? asc : desc;
  const rows = await db
    .select({ words, locale: language, times: sums.times, lastOn: sums.lastOn })
    .from(unansweredSearches)
    .where(where)
    .groupBy(words, language)
    .orderBy(direction(sums[sort]), asc(words), asc(language))
    .limit(perPage)
    .offset(offsetOf(query));
  const total = await db.$count(db.selectDistinct({ words, language }).from(unansweredSearches).where(where).as("different"));
  return { items: rows.map((row) => ({ id: `${row.locale} ${row.words}`, ...row })), total, totalIsExact: true, page, perPage };
}

/** Removes a search from the list. The log records it without the search, which may contain a name. */
export async function dismissSearch(db: Db, actor: Actor, { words, locale }: { words: string; locale: Locale }, now: Date) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('unanswered_searches'))`);
    const gone = await tx
      .delete(unansweredSearches)
      .where(and(eq(unansweredSearches.words, words), eq(unansweredSearches.locale, locale)))
      .returning({ times: unansweredSearches.times });
    if (gone.length === 0) throw new Refusal("not_found");
    await tx.insert(dismissedSearches).values({ digest: digestOf(words, locale), day: franceDay(now) });
    const times = gone.reduce((sum, row) => sum + row.times, 0);
    await recordChange(tx, actor, {
      action: "unanswered_search.remove",
      entityType: "unanswered_search",
      entityId: locale,
      before: { times },
    });
  });
}
