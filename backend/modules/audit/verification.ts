import { createHash } from "node:crypto";
import { and, asc, eq, gt, lte, max, min, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { AuditCheck } from "#contract/law/audit";
import type { Anchor } from "./anchor.ts";
import { auditHead, auditLog } from "./tables.ts";

/** What is wrong with the audit log, and at which row. */
export type AuditFault = NonNullable<AuditCheck["fault"]>;

/** A row that the log ends with. */
export type End = { seq: number; hash: string };

/** The first fault of the log, the end up to which it was verified, and of how many verified rows the values or the reason are gone, with those younger than twelve months. */
export type Verified = { fault: AuditFault | null; end: End; gone: number; goneYoung: number };

type Ends = Awaited<ReturnType<typeof endOf>>;

type Seen = Pick<Verified, "gone" | "goneYoung">;

const batch = 1_000;

const { seq, at, prevHash, hash, actorId, actorKind, action, entityType, entityId, fields } = auditLog;
const { changesDigest, reasonDigest, requestId, reason, salt } = auditLog;
const columns = { seq, at, prevHash, hash, actorId, actorKind, action, entityType, entityId, fields };
/** The values as the text that their digest was made of. */
const read = { ...columns, changesDigest, reasonDigest, requestId, reason, salt, changes: sql<string | null>`${auditLog.changes}::text` };

type Read = Omit<typeof auditLog.$inferSelect, "changes"> & { changes: string | null };

/**
 * Verifies the audit log from the row after `after` to its end. Rows are read a thousand at a time, so that requests are answered meanwhile. Hashes and digests are calculated here:
 * whoever changes the rows of the database may also change its functions. `anchor` is the signed end stored outside the database, when it is to
 * be compared.
 */
export async function verifyRows(db: Db, now: Date, after = 0, anchor: Anchor | null = null): Promise<Verified> {
  const seen = { gone: 0, goneYoung: 0 };
  const ends = await endOf(db);
  return { fault: await firstFault(db, ends, now, after, anchor, seen), end: ends.head ?? { seq: 0, hash: "" }, ...seen };
}

async function firstFault(db: Db, ends: Ends, now: Date, after: number, anchor: Anchor | null, seen: Seen) {
  const { head } = ends;
  const wrong = endFault(ends, anchor);
  if (wrong || !head) return wrong;
  if (anchor && anchor.seq <= after && (await rowUpTo(db, anchor.seq))?.hash !== anchor.hash)
    return { kind: "chain_rewritten", seq: anchor.seq } as const;
  const since = youngSince(now);
  let named = await namedAsGone(db, since);
  let last = await rowUpTo(db, after);
  if (!last) return { kind: "row_removed", seq: after } as const;
  while (last.seq < head.seq) {
    const rows = await db
      .select(read)
      .from(auditLog)
      .where(and(gt(seq, last.seq), lte(seq, head.seq)))
      .orderBy(asc(seq))
      .limit(batch);
    for (const row of rows) {
      const fault = faultOf(row, last, anchor);
      if (fault) return fault;
      const gone = goneYoung(row, since, seen);
      // An erasure that was committed during the verification is named by now.
      if (!areNamed(gone, named)) named = await namedAsGone(db, since);
      if (!areNamed(gone, named)) return { kind: "values_gone", seq: row.seq } as const;
      last = row;
    }
    if (rows.length === 0) return { kind: "end_cut", seq: last.seq + 1 } as const;
  }
  return last.hash === head.hash ? null : ({ kind: "row_changed", seq: last.seq } as const);
}

function endFault(ends: Ends, anchor: Anchor | null): AuditFault | null {
  const { head, newest, oldest } = ends;
  if (!head) return { kind: "head_missing", seq: newest };
  if (oldest < 1) return { kind: "row_added", seq: oldest };
  if (newest > head.seq) return { kind: "row_added", seq: head.seq + 1 };
  if (anchor && anchor.seq > head.seq) return { kind: "end_cut", seq: head.seq + 1 };
  return null;
}

function faultOf(row: Read, last: { seq: number; hash: string }, anchor: Anchor | null): AuditFault | null {
  if (row.seq !== last.seq + 1) return { kind: "row_removed", seq: last.seq + 1 };
  if (row.prevHash !== last.hash || hashOf(row) !== row.hash) return { kind: "row_changed", seq: row.seq };
  if (!valuesStand(row)) return { kind: "value_changed", seq: row.seq };
  return anchor?.seq === row.seq && anchor.hash !== row.hash ? { kind: "chain_rewritten", seq: row.seq } : null;
}

/** How the beginning of a digest names values that are gone; the trigger that writes such rows takes as much of it. */
const nameOf = (digest: string) => digest.slice(0, 16);

/**
 * After when rows are younger than twelve months, with a day of tolerance: the trigger counts the months in the time zone of its connection, and
 * from a 29 February to the 28th.
 */
function youngSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCFullYear(now.getUTCFullYear() - 1);
  since.setUTCDate(since.getUTCDate() + 1);
  return since;
}

/** Values that went before their time and are named in the log, as by the erasure of a person's data. */
async function namedAsGone(db: Db, since: Date): Promise<Set<string>> {
  const rows = await db
    .select({ fields })
    .from(auditLog)
    .where(and(eq(action, "audit_log.blank"), gt(at, since)));
  return new Set(rows.flatMap((row) => row.fields));
}

/** Counts a row whose values or reason are gone; the digests of those that went within twelve months, which a row of the log has to name. */
function goneYoung(row: Read, since: Date, seen: Seen): string[] {
  const gone = [row.changes === null && row.changesDigest, row.reason === null && row.reasonDigest].filter((digest) => !!digest);
  if (gone.length > 0) seen.gone += 1;
  if (gone.length === 0 || row.at <= since) return [];
  seen.goneYoung += 1;
  return gone.map(String);
}

const areNamed = (gone: string[], named: Set<string>) => gone.every((digest) => named.has(nameOf(digest)));

/**
 * The hash of a row: what `audit_log_hash` of the database makes of it, of the same text. Digests represent the values and the reason, so that
 * these can go and the chain stays valid.
 */
export function hashOf(row: Omit<Read, "hash" | "changes" | "reason" | "salt">): string {
  const parts = [row.prevHash, row.seq, epochOf(row.at), row.actorId, row.actorKind, row.action, row.entityType, row.entityId];
  return sha256(jsonbText([...parts, row.fields, row.changesDigest, row.reasonDigest, row.requestId]));
}

/** Whether the values and the reason are those that the digests were made of; blanked ones cannot be compared. */
function valuesStand({ changes, reason, changesDigest, reasonDigest, salt }: Read): boolean {
  const matches = (value: string | null, digest: string | null) => value === null || (salt !== null && sha256(salt + value) === digest);
  return matches(changes, changesDigest) && matches(reason, reasonDigest);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A list as PostgreSQL writes it as `jsonb`: with a space after each comma. */
function jsonbText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(jsonbText).join(", ")}]` : JSON.stringify(value);
}

/** Seconds since 1970 as `extract(epoch from …)` writes them, with six decimals. */
function epochOf(moment: Date): string {
  const milliseconds = moment.getTime();
  const seconds = Math.trunc(milliseconds / 1000);
  return `${seconds}.${String(milliseconds - seconds * 1000).padStart(3, "0")}000`;
}

/** The end of the log according to its head, null when that is missing, and to its newest row; and its lowest number, which is 1 as soon as a change is stored. */
export async function endOf(db: Db) {
  // The rows first: a head that is read after them covers them.
  const [rows] = await db.select({ newest: max(seq), oldest: min(seq) }).from(auditLog);
  const [head] = await db.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
  return { head: head ?? null, newest: rows?.newest ?? 0, oldest: rows?.oldest ?? 1 };
}

/** The row of a number; before the first one the chain starts from an empty hash. */
async function rowUpTo(db: Db, number: number): Promise<{ seq: number; hash: string } | null> {
  if (number <= 0) return { seq: 0, hash: "" };
  const [row] = await db.select({ seq, hash }).from(auditLog).where(eq(seq, number));
  return row ?? null;
}

/** Number of the first audit row that is wrong, or null when the log is whole. */
export async function firstBrokenAuditRow(db: Db): Promise<number | null> {
  return (await verifyRows(db, new Date())).fault?.seq ?? null;
}
