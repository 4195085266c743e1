import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#backend/db/columns";
import { linkProblems } from "#contract/publishing/link-checks";

/** Results of link checks, by URL: records with the same URL share one. */
export const linkChecks = pgTable(
  "link_checks",
  {
    url: text().primaryKey(),
    checkedAt: instant().notNull(),
    /** What the page answered; nothing when there was no answer. */
    status: integer(),
    problem: text({ enum: linkProblems }),
    /** The number of failures in a row. */
    failures: integer().notNull().default(0),
  },
  (t) => [
    check("link_checks_problem", sql`${t.problem} in ('gone', 'failing', 'silent', 'unknown_host', 'insecure', 'not_outside')`),
    check("link_checks_failures", sql`${t.failures} >= 0 and (${t.failures} > 0) = (${t.problem} is not null)`),
    index("link_checks_age").on(t.checkedAt),
  ],
);
