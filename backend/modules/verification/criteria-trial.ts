import { and, count, eq, gte, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { users } from "#backend/modules/users/tables";
import type { CriteriaPreview, CriteriaRule } from "#contract/accounts/criteria";
import type { CriteriaTrial } from "#contract/accounts/criteria-editing";
import { currentCriteria } from "./criteria.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

const left = beneficiaryFiles.leftToLiveOnCents;

/** What `previewOf` says of a file, in SQL: what was left to live on stays when the answers go. */
const previewBy = ({ likelyUpTo, doubtUpTo }: CriteriaRule) =>
  sql<CriteriaPreview>`case when ${left} <= ${likelyUpTo}::int then 'yes' when ${left} <= ${doubtUpTo}::int then 'maybe' else 'no' end`;

/** What a rule would make of the files that wait and of those that were decided in the last year, beside the rule in force. Changes nothing. */
export async function tryRule(db: Db, rule: CriteriaRule, now: Date): Promise<CriteriaTrial> {
  const { rule: inForce } = await currentCriteria(db);
  const waits = eq(users.accountState, "to_validate");
  const aYearAgo = new Date(now);
  aYearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const decided = db
    .select({ one: sql`1` })
    .from(accountDecisions)
    .where(
      and(
        eq(accountDecisions.userId, users.id),
        inArray(accountDecisions.verdict, ["accept", "refuse"]),
        isNotNull(accountDecisions.criteriaVersionId),
        gte(accountDecisions.decidedAt, aYearAgo),
      ),
    );
  const files = db
    .select({
      from: previewBy(inForce).as("from_preview"),
      to: previewBy(rule).as("to_preview"),
      waiting: sql<boolean>`${waits}`.as("waiting"),
      answered: sql<boolean>`${isNotNull(left)}`.as("answered"),
    })
    .from(beneficiaryFiles)
    .innerJoin(users, eq(users.id, beneficiaryFiles.userId))
    .where(or(waits, sql`exists ${decided}`))
    .as("files");
  const where = (waiting: boolean) => sql<number>`count(*) filter (where ${files.waiting} = ${waiting})::int`;
  const rows = await db
    .select({ answered: files.answered, from: files.from, to: files.to, waiting: where(true), decided: where(false), all: count() })
    .from(files)
    .groupBy(files.answered, files.from, files.to)
    .orderBy(files.from, files.to);
  return {
    counts: rows.filter(({ answered }) => answered),
    unanswered: rows.filter(({ answered }) => !answered).reduce((sum, { all }) => sum + all, 0),
  };
}
