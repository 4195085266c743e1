import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { instant, localized, tsquery } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { locales } from "#contract/formats/locale";

/** The most characters of a search that are counted. */
export const maxLetters = 60;

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
    check("unanswered_searches_words_alone", sql.raw(`length("words") between 2 and ${maxLetters} and "words" !~ '@|[0-9]{5}'`)),
    check("unanswered_searches_counted", sql`${t.times} > 0`),
  ],
);

/** Searches that staff have removed, as digests: one may contain a name. */
export const dismissedSearches = pgTable("dismissed_searches", {
  digest: text().primaryKey(),
  day: date().notNull(),
});

/** Words that mean the same, as staff write them: terms between commas. */
export const searchSynonyms = pgTable(
  "search_synonyms",
  { ...contentColumns, words: localized().notNull(), also: localized().notNull() },
  (t) => [...contentIndexes("search_synonyms", t), wordIndex("search_synonyms", [t.words, t.also])],
);

/**
 * What the published synonyms make of a search in each language: where `target` is typed, `substitute` is searched. Only the trigger function
 * `keep_synonym_rules` writes it.
 */
export const searchSynonymRules = pgTable(
  "search_synonym_rules",
  {
    synonymId: uuid()
      .notNull()
      .references(() => searchSynonyms.id, { onDelete: "cascade" }),
    locale: text({ enum: locales }).notNull(),
    target: tsquery().notNull(),
    substitute: tsquery().notNull(),
  },
  (t) => [primaryKey({ columns: [t.synonymId, t.locale, t.target] }), index("search_synonym_rules_target").using("gist", t.target)],
);

/** The words of everything that visitors find, in either language: what a mistyped word is compared with. */
export const searchWords = pgTable("search_words", { word: text().primaryKey(), seenAt: instant().notNull() }, (t) => [
  wordIndex("search_words", [t.word]),
  check("search_words_length", sql`length(${t.word}) between 3 and 24`),
]);

/** How far each kind of content has been read for {@link searchWords}: up to the record that was changed then. */
export const searchWordsRead = pgTable("search_words_read", {
  kind: text().primaryKey(),
  changedAt: instant().notNull(),
  recordId: uuid().notNull(),
});
