import { type SQLWrapper, sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { instant, localized } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { repliesTable, threadColumns, threadIndexes } from "#backend/threads/columns";
import { jobKinds } from "#contract/charity/jobs";

type Searched = Record<"title" | "summary" | "body" | "place", SQLWrapper>;
export const searchedInJobs = ({ title, summary, body, place }: Searched): SearchedColumns => ({ texts: [place, title, summary, body] });

export const jobs = pgTable(
  "jobs",
  {
    ...contentColumns,
    title: localized().notNull(),
    summary: localized().notNull(),
    body: localized().notNull(),
    kind: text({ enum: jobKinds }).notNull(),
    place: localized().notNull(),
    contract: localized().notNull(),
    /** Hours a week. */
    hours: integer().notNull(),
    salary: localized().notNull(),
    opensOn: date().notNull(),
    /** The last day on which it is published. */
    closesOn: date(),
  },
  (t) => [
    ...contentIndexes("jobs", t),
    wordIndex("jobs", [t.title, t.summary, t.place]),
    check("jobs_closes_after_it_opens", sql`${t.closesOn} >= ${t.opensOn}`),
    index("jobs_on_line").on(t.status, t.opensOn, t.id),
    index("jobs_kind").on(t.kind),
    index("jobs_place").on(sql`(${t.place}->>'fr')`),
    ...searchIndexes("jobs", searchedInJobs(t)),
  ],
);

/** The letter of an application's reference number. */
export const applicationLetter = "C";

/** Someone's application for an offer. The same text of the same person for the same offer, sent twice, is one application. */
export const applications = pgTable(
  "applications",
  {
    ...threadColumns("received"),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id),
    message: text().notNull(),
    cvId: uuid().references(() => documents.id),
    consentedAt: instant().notNull(),
  },
  (t) => [...threadIndexes("applications", "received", t, { letter: applicationLetter }), index("applications_job").on(t.jobId)],
);

export const applicationReplies = repliesTable("application", () => applications.id);
