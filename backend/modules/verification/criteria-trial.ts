import { and, count, eq, gte, inArray, isNotNull, or, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { users } from "#backend/modules/users/tables";
import { type CriteriaPreview, type CriteriaRule, criteriaPreviews, previewOf } from "#contract/accounts/criteria";
import { type CriteriaTrial, fewestShown, madeUpFiles } from "#contract/accounts/criteria-editing";
import { hasPermission } from "#contract/accounts/roles";
import { currentCriteria } from "./criteria.ts";
import { accountDecisions, beneficiaryFiles } from "./tables.ts";

const left = beneficiaryFiles.leftToLiveOnCents;

type Deps = Pick<Services, "db" | "clock" | "limits">;
type Counted = { from: CriteriaPreview; to: CriteriaPreview; waiting: number; decided: number };

/**
 * What a rule would make of the files that wait and of those that were decided in the last year, beside the rule in force. Changes nothing.
 * With bounds of one's own choice this says what somebody has to live on, so that it takes the right to restricted data everywhere, is limited and
 * recorded; others try the rule on made-up files.
 */
export async function tryRule({ db, clock, limits }: Deps, actor: Actor, rule: CriteriaRule): Promise<CriteriaTrial> {
  const { id, rule: inForce } = await currentCriteria(db);
  if (!hasPermission(actor, "BENEFICIARY_READ_RESTRICTED")) return tryOnMadeUp(inForce, rule);
  await limits.take("criteriaTrialByPerson", actor.id);
  await recordChange(db, actor, { action: "criteria.try", entityType: "criteria", entityId: id });
  const { counts, unanswered } = await countFiles(db, inForce, rule, clock());
  return { madeUp: false, ...summed(counts, fromFive), unanswered: fromFive(unanswered) };
}

const fromFive = (files: number) => (files < fewestShown ? null : files);

function tryOnMadeUp(inForce: CriteriaRule, rule: CriteriaRule): CriteriaTrial {
  const counts = madeUpFiles.map((answers) => ({
    from: previewOf(inForce, answers),
    to: previewOf(rule, answers),
    waiting: 1,
    decided: 0,
  }));
  return { madeUp: true, ...summed(counts, (files) => files), unanswered: null };
}

/** The numbers of a trial; `shown` leaves out those that would say something about single people. */
function summed(counts: Counted[], shown: (files: number) => number | null): Omit<CriteriaTrial, "madeUp" | "unanswered"> {
  const of = (chosen: Counted[], part: (one: Counted) => number) => shown(chosen.reduce((sum, one) => sum + part(one), 0));
  const files = ({ waiting, decided }: Counted) => waiting + decided;
  const changed = counts.filter(({ from, to }) => from !== to);
  const pairs = criteriaPreviews.flatMap((from) => criteriaPreviews.map((to) => ({ from, to })));
  return {
    counts: pairs.map((pair) => ({
      ...pair,
      files: of(
        counts.filter(({ from, to }) => from === pair.from && to === pair.to),
        files,
      ),
    })),
    total: of(counts, files),
    changed: of(changed, files),
    waiting: of(changed, ({ waiting }) => waiting),
    decided: of(changed, ({ decided }) => decided),
  };
}

/** What `previewOf` says of a file, in SQL: what was left to live on stays when the answers go. */
const previewBy = ({ likelyUpTo, doubtUpTo }: CriteriaRule) =>
  sql<CriteriaPreview>`case when ${left} <= ${likelyUpTo}::int then 'yes' when ${left} <= ${doubtUpTo}::int then 'maybe' else 'no' end`;

async function countFiles(db: Db, inForce: CriteriaRule, rule: CriteriaRule, now: Date) {
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
