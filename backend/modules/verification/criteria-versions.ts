import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import { maxEarlierVersions } from "#contract/accounts/criteria-editing";
import { criteriaVersions } from "./tables.ts";

const frame = {
  id: criteriaVersions.id,
  number: criteriaVersions.number,
  rule: criteriaVersions.rule,
  publishedAt: criteriaVersions.publishedAt,
  publishedBy: fullNameIfAny(users),
};

const shape = <Row extends { publishedAt: Date | null }>({ publishedAt, ...row }: Row) => ({
  ...row,
  publishedAt: (publishedAt ?? new Date(0)).toISOString(),
});

/** A published version, or the one in force. */
export async function getCriteria(db: Db, id?: string) {
  const [row] = await db
    .select({ ...frame, questions: criteriaVersions.questions })
    .from(criteriaVersions)
    .leftJoin(users, eq(users.id, criteriaVersions.publishedBy))
    .where(and(isNotNull(criteriaVersions.publishedAt), id ? eq(criteriaVersions.id, id) : undefined))
    .orderBy(desc(criteriaVersions.number))
    .limit(1);
  if (!row) throw new Refusal("not_found");
  return shape(row);
}

/** The version in force and those before it, the newest first. */
export async function listCriteria(db: Db) {
  const current = await getCriteria(db);
  const earlier = await db
    .select({ ...frame, questionCount: sql<number>`jsonb_array_length(${criteriaVersions.questions})` })
    .from(criteriaVersions)
    .leftJoin(users, eq(users.id, criteriaVersions.publishedBy))
    .where(and(isNotNull(criteriaVersions.publishedAt), lt(criteriaVersions.number, current.number)))
    .orderBy(desc(criteriaVersions.number))
    .limit(maxEarlierVersions);
  return { current, earlier: earlier.map(shape) };
}
