import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";

/** Number of the first audit row that does not follow from the one before it, or null when the chain is whole. */
export async function firstBrokenAuditRow(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ seq: string | number }>(sql`
    select seq from (
      select entry.*, lag(hash, 1, '') over (order by seq) as expected_prev, row_number() over (order by seq) as expected_seq
      from audit_log entry
    ) chained
    where prev_hash <> expected_prev or seq <> expected_seq
       or hash <> (select audit_log_hash(entry) from audit_log entry where entry.seq = chained.seq)
    order by seq limit 1`);
  return rows[0] ? Number(rows[0].seq) : null;
}
