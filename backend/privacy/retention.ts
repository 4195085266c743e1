import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Services } from "#backend/http/services";
import type { DataKind } from "#contract/law/retention";

type AccountKind = "beneficiary_account" | "volunteer_account" | "donor_account";
export type OldDataKind = Exclude<DataKind, AccountKind>;

export type RetentionDeps = Pick<Services, "db" | "files">;

/** Rows outside accounts with a retention policy; several tables may share one. */
export type OldRows = {
  kind: OldDataKind;
  table: string;
  /** The condition for expired rows, in a query that aliases the table as `it`. A dry run counts with it. */
  where: (now: Date) => SQL;
  /** Returns how many; without it, the rows are deleted. */
  act?: (services: RetentionDeps, where: SQL, now: Date) => Promise<number>;
  /** Whether `act` commits part by part, since it also removes files. */
  byParts?: boolean;
};

export const timestamp = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/** The instant before which data of a kind is too old. Compared with a bare column, it leaves the column's index usable. */
export const retentionLimit = (kind: OldDataKind, now: Date) =>
  sql`(select ${timestamp(now)} - make_interval(months => months, days => days) from retention_policies where data_kind = ${kind})`;

/** Rows that are too old from a moment in a column of theirs. */
export const oldSince = (kind: OldDataKind, table: string, column: string): OldRows => ({
  kind,
  table,
  where: (now) => sql`it.${sql.identifier(column)} <= ${retentionLimit(kind, now)}`,
});

/** Runs a statement that changes rows, and returns how many it changed. */
export async function countChanged(db: Db, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`with changed as (${statement} returning 1) select count(*)::int as count from changed`,
  );
  return rows[0]?.count ?? 0;
}
