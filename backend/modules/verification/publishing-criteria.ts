import { desc, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { Refusal } from "#backend/refusal";
import type { CriteriaQuestion, CriteriaRule } from "#contract/accounts/criteria";
import { criteriaVersions } from "./tables.ts";

type Criteria = { questions: CriteriaQuestion[]; rule: CriteriaRule };

/** Puts new questions and a new rule in force, if `after` is still the last version; the ones before stay with the files that were decided under them. */
export async function publishCriteria(
  tx: Db,
  actor: Pick<Actor, "id" | "requestId">,
  { questions, rule }: Criteria,
  { after, now }: { after: number; now: Date },
) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('criteria'))`);
  const [last] = await tx.select().from(criteriaVersions).orderBy(desc(criteriaVersions.number)).limit(1);
  if ((last?.number ?? 0) !== after)
    throw new Refusal("stale", { current: last && { id: last.id, number: last.number, questions: last.questions, rule: last.rule } });
  const [made] = await tx
    .insert(criteriaVersions)
    .values({ number: after + 1, questions, rule, publishedAt: now, publishedBy: actor.id, createdAt: now, updatedAt: now })
    .returning({ id: criteriaVersions.id });
  if (!made) throw new Refusal("unexpected");
  await recordChange(tx, actor, {
    action: "criteria.publish",
    entityType: "criteria",
    entityId: made.id,
    before: last && { ...last.rule, questions: last.questions.map(({ key }) => key) },
    after: { ...rule, questions: questions.map(({ key }) => key), version: after + 1 },
  });
  return made.id;
}
