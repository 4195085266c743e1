import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";

/** Number of the first audit row, from `after` on, that does not follow from the one before it, or null when the chain is whole. */
export async function firstBrokenAuditRow(db: Db, after = 0): Promise<number | null> {
  const { rows } = await db.execute<{ seq: string | number }>(sql`
    select seq from (
      select entry.*, lag(hash, 1, '') over (order by seq) as expected_prev, row_number() over (order by seq) + ${Math.max(after - 1, 0)} as expected_seq
      from audit_log entry where seq >= ${after}
    ) chained
    where seq > ${after} and (prev_hash <> expected_prev or seq <> expected_seq
       or hash <> (select audit_log_hash(entry) from audit_log entry where entry.seq = chained.seq))
    order by seq limit 1`);
  return rows[0] ? Number(rows[0].seq) : null;
}

const recent = 1_000;

/** The state of the chain: of its newest rows, which is quick, or of all of them. */
export async function checkAuditLog(db: Db, all: boolean) {
  const { rows } = await db.execute<{ last: string | number }>(sql`select coalesce(max(seq), 0) as last from audit_log`);
  const total = Number(rows[0]?.last ?? 0);
  const after = all ? 0 : Math.max(total - recent, 0);
  return { broken: await firstBrokenAuditRow(db, after), checked: total - after, total };
}
