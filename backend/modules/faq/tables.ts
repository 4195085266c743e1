import { type SQLWrapper, sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { locales } from "#contract/formats/locale";
import { faqAudiences } from "#contract/publishing/faq";

export const faqCategories = pgTable("faq_categories", { ...contentColumns, name: localized().notNull() }, (t) => [
  ...contentIndexes("faq_categories", t),
  wordIndex("faq_categories", [t.name]),
]);

type Searched = Record<"question" | "answer", SQLWrapper>;
export const searchedInQuestions = ({ question, answer }: Searched): SearchedColumns => ({ texts: [question, answer] });

export const faqQuestions = pgTable(
  "faq_questions",
  {
    ...contentColumns,
    question: localized().notNull(),
    answer: localized().notNull(),
    categoryId: uuid()
      .notNull()
      .references(() => faqCategories.id),
    audience: text({ enum: faqAudiences }).notNull(),
    /** The sums of `faq_votes`, for the list. */
    helpfulYes: integer().notNull().default(0),
    helpfulNo: integer().notNull().default(0),
  },
  (t) => [
    ...contentIndexes("faq_questions", t),
    wordIndex("faq_questions", [t.question, t.answer]),
    index("faq_questions_category").on(t.categoryId),
    index("faq_questions_audience").on(t.audience),
    ...searchIndexes("faq_questions", searchedInQuestions(t)),
  ],
);

/** Votes on an answer, counted by language and by day in France, without anything about the voters. */
export const faqVotes = pgTable(
  "faq_votes",
  {
    questionId: uuid()
      .notNull()
      .references(() => faqQuestions.id, { onDelete: "cascade" }),
    locale: text({ enum: locales }).notNull(),
    day: date().notNull(),
    yes: integer().notNull().default(0),
    no: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.questionId, t.locale, t.day] }),
    check("faq_votes_counted", sql`${t.yes} >= 0 and ${t.no} >= 0 and ${t.yes} + ${t.no} > 0`),
  ],
);
