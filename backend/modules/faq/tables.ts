import type { SQLWrapper } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { faqAudiences } from "#contract/faq";

export const faqCategories = pgTable("faq_categories", { ...contentColumns, name: localized().notNull() }, (t) =>
  contentIndexes("faq_categories", t),
);

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
  },
  (t) => [
    ...contentIndexes("faq_questions", t),
    index("faq_questions_category").on(t.categoryId),
    index("faq_questions_audience").on(t.audience),
    ...searchIndexes("faq_questions", searchedInQuestions(t)),
  ],
);
