import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Violations of the pages' policy that browsers reported, counted by day. Nothing is stored about the pages or their readers. */
export const cspReports = pgTable(
  "csp_reports",
  {
    day: date().notNull(),
    directive: text().notNull(),
    /** An origin, a scheme, or a word such as `inline`; never a path. */
    blocked: text().notNull(),
    times: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.directive, t.blocked] }),
    check("csp_reports_counted", sql`${t.times} > 0`),
    check("csp_reports_short", sql`length(${t.directive}) <= 40 and length(${t.blocked}) <= 120`),
    check("csp_reports_no_path", sql`${t.blocked} ~ '^([a-z0-9+.-]+|[a-z]+://[^/?#@]+)$'`),
  ],
);
