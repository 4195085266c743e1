import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { AuditCheck } from "#contract/law/audit";
import type { Anchor } from "./anchor.ts";

/** What is wrong with the audit log, and at which row. */
export type AuditFault = NonNullable<AuditCheck["fault"]>;

const batch = 5_000;

type Checked = { seq: number; prevHash: string; hash: string; intact: boolean; valuesStand: boolean };

/**
 * The first fault of the audit log from the row after `after` to its end, or null when it is intact. Rows are read some thousands at a time.
 * `anchor` is the signed end stored outside the database, when it is to be compared.
 */
export async function auditFault(db: Db, after = 0, anchor: Anchor | null = null): Promise<AuditFault | null> {
  const { head, newest, oldest } = await endOf(db);
  if (oldest < 1) return { kind: "row_added", seq: oldest };
  if (newest > head.seq) return { kind: "row_added", seq: head.seq + 1 };
  if (anchor && anchor.seq > head.seq) return { kind: "end_cut", seq: head.seq + 1 };
  if (anchor && anchor.seq <= after && (await rowUpTo(db, anchor.seq))?.hash !== anchor.hash)
    return { kind: "chain_rewritten", seq: anchor.seq };
  let last = await rowUpTo(db, after);
  if (!last) return { kind: "row_removed", seq: after };
  while (last.seq < head.seq) {
    const rows = await rowsAfter(db, last.seq, head.seq);
    for (const row of rows) {
      const fault = faultOf(row, last, anchor);
      if (fault) return fault;
      last = row;
    }
    if (rows.length === 0) return { kind: "end_cut", seq: last.seq + 1 };
  }
  return last.hash === head.hash ? null : { kind: "row_changed", seq: last.seq };
}

function faultOf(row: Checked, last: { seq: number; hash: string }, anchor: Anchor | null): AuditFault | null {
  if (row.seq !== last.seq + 1) return { kind: "row_removed", seq: last.seq + 1 };
  if (row.prevHash !== last.hash || !row.intact) return { kind: "row_changed", seq: row.seq };
  if (!row.valuesStand) return { kind: "value_changed", seq: row.seq };
  return anchor?.seq === row.seq && anchor.hash !== row.hash ? { kind: "chain_rewritten", seq: row.seq } : null;
}

/** The end of the log according to its head, and to its newest row; and its lowest number, which is 1 as soon as a change is stored. */
export async function endOf(db: Db) {
  const { rows } = await db.execute<{ seq: string; hash: string; newest: string | null; oldest: string | null }>(
    sql`select seq, hash, (select max(seq) from audit_log) as newest, (select min(seq) from audit_log) as oldest from audit_head`,
  );
  const [end] = rows;
  return {
    head: { seq: Number(end?.seq ?? 0), hash: end?.hash ?? "" },
    newest: Number(end?.newest ?? 0),
    oldest: Number(end?.oldest ?? 1),
  };
}

/** The row of a number; before the first one the chain starts from an empty hash. */
async function rowUpTo(db: Db, seq: number) {
  return seq > 0 ? rowAt(db, seq) : { seq: 0, hash: "" };
}

async function rowAt(db: Db, seq: number): Promise<{ seq: number; hash: string } | null> {
  const { rows } = await db.execute<{ hash: string }>(sql`select hash from audit_log where seq = ${seq}`);
  return rows[0] ? { seq, hash: rows[0].hash } : null;
}

async function rowsAfter(db: Db, after: number, until: number): Promise<Checked[]> {
  const { rows } = await db.execute<Omit<Checked, "seq"> & { seq: string }>(sql`
    select seq, prev_hash as "prevHash", hash, audit_log_hash(entry) = hash as intact, audit_log_values_stand(entry) as "valuesStand"
    from audit_log entry where seq > ${after} and seq <= ${until} order by seq limit ${batch}`);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Number of the first audit row that is wrong, or null when the log is whole. */
export async function firstBrokenAuditRow(db: Db, after = 0): Promise<number | null> {
  return (await auditFault(db, after))?.seq ?? null;
}
