import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { retentionPolicies } from "../privacy/tables.ts";

/** When the bytes of a document decided now are to go. */
export async function documentPurgeDate(db: Db, now: Date): Promise<Date> {
  const { rows } = await db.execute<{ at: string | Date }>(sql`
    select ${now.toISOString()}::timestamptz + make_interval(months => ${retentionPolicies.months}, days => ${retentionPolicies.days}) as at
    from ${retentionPolicies} where ${retentionPolicies.dataKind} = 'papers'`);
  return new Date(rows[0]?.at ?? now);
}
