import { type SQLWrapper, sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { contentColumns } from "#backend/content/columns";
import { contentIndexes } from "#backend/content/frame";
import { instant, localized, record } from "#backend/db/columns";
import { type SearchedColumns, searchIndexes } from "#backend/db/full-text";
import { documents } from "#backend/modules/documents/tables";
import { users } from "#backend/modules/users/tables";
import { applicationStatuses } from "#contract/applications";
import { jobKinds } from "#contract/jobs";
import { locales } from "#contract/locale";

type Searched = Record<"title" | "summary" | "body" | "place", SQLWrapper>;
export const searchedInJobs = ({ title, summary, body, place }: Searched): SearchedColumns => ({
  texts: [title, summary, body],
  names: [place],
});

export const jobs = pgTable(
  "jobs",
  {
    ...contentColumns,
    title: localized().notNull(),
    summary: localized().notNull(),
    body: localized().notNull(),
    kind: text({ enum: jobKinds }).notNull(),
    place: text().notNull(),
    contract: localized().notNull(),
    /** Hours a week. */
    hours: integer().notNull(),
    salary: localized().notNull(),
    opensOn: date().notNull(),
    /** The last day on line. */
    closesOn: date(),
  },
  (t) => [
    ...contentIndexes("jobs", t),
    check("jobs_closes_after_it_opens", sql`${t.closesOn} >= ${t.opensOn}`),
    index("jobs_on_line").on(t.status, t.opensOn, t.id),
    index("jobs_kind").on(t.kind),
    ...searchIndexes("jobs", searchedInJobs(t)),
  ],
);

/** Someone's application for an offer. */
export const applications = pgTable(
  "applications",
  {
    ...record,
    jobId: uuid()
      .notNull()
      .references(() => jobs.id),
    name: text().notNull(),
    email: text().notNull(),
    locale: text({ enum: locales }).notNull(),
    message: text().notNull(),
    cvId: uuid().references(() => documents.id),
    consentedAt: instant().notNull(),
    status: text({ enum: applicationStatuses }).notNull().default("received"),
    answer: text(),
    answeredBy: uuid().references(() => users.id),
    answeredAt: instant(),
    /** The same words of the same person for the same offer, sent twice, are one application. */
    dedupeKey: text().notNull().unique(),
  },
  (t) => [
    check("applications_status", sql`${t.status} in ('received', 'answered', 'closed')`),
    check("applications_answered", sql`${t.status} <> 'answered' or (${t.answer} is not null and ${t.answeredAt} is not null)`),
    index("applications_by_arrival").on(t.createdAt, t.id),
    index("applications_status").on(t.status, t.createdAt),
    index("applications_job").on(t.jobId),
  ],
);
