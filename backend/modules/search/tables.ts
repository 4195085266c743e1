import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { wordIndex } from "#backend/db/word-search";
import { locales } from "#contract/formats/locale";

/** The most characters of a search that are counted. */
export const mostLetters = 60;

/** Searches without a result, counted by language and by day in France, without anything about the searchers. */
export const unansweredSearches = pgTable(
  "unanswered_searches",
  {
    words: text().notNull(),
    locale: text({ enum: locales }).notNull(),
    day: date().notNull(),
    times: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.locale, t.words] }),
    index("unanswered_searches_words").on(t.words, t.locale),
    wordIndex("unanswered_searches", [t.words]),
    check("unanswered_searches_words_alone", sql.raw(`length("words") between 2 and ${mostLetters} and "words" !~ '@|[0-9]{5}'`)),
    check("unanswered_searches_counted", sql`${t.times} > 0`),
  ],
);

/** Searches that staff have removed, as digests: one may contain a name. */
export const dismissedSearches = pgTable("dismissed_searches", {
  digest: text().primaryKey(),
  day: date().notNull(),
});
