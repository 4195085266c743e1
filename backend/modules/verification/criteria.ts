import { desc, isNotNull } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/refusal";
import { criteriaVersions } from "./tables.ts";

/** The questions and the rule in force: the last version that was published. */
export async function currentCriteria(db: Db) {
  const [version] = await db
    .select()
    .from(criteriaVersions)
    .where(isNotNull(criteriaVersions.publishedAt))
    .orderBy(desc(criteriaVersions.number))
    .limit(1);
  if (!version) throw new Refusal("unexpected");
  return version;
}
