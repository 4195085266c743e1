import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#backend/db/client";
import { Refusal } from "#backend/refusal";
import { maxPreviewedNames } from "#contract/api/endpoint";
import { type ContentAction, type ContentBulk, type ContentBulkResult, contentRefusals, contentSteps } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { countDependents, type NamedBy } from "./dependents.ts";
import { chosenRows } from "./selection.ts";

type Table = PgTable & Record<"id" | "position", PgColumn>;
type Refused = Pick<ContentBulkResult["refusals"][number], "reason" | "dependents">;
export type Verdict = "changes" | "unchanged" | Refused;

type Subject = {
  table: Table;
  namedBy?: readonly NamedBy[];
  /** Which rows are chosen. */
  where: SQL | undefined;
  /** The condition on rows that the actor may change. */
  within?: SQL;
  nameOf: (row: Row) => string;
  /** Refuses a record that would be invalid. */
  check: (tx: Db, row: Row) => Promise<void>;
  apply: (tx: Db, row: Row, action: ContentAction, batch: string) => Promise<unknown>;
  /** The deletion that removed rows belong to. */
  batch: string;
  /** Called with each row. */
  onRow?: (id: string, verdict: Verdict) => void;
};

/**
 * Applies one action to those of the selected rows that allow it, in one transaction; each has its audit row.
 * A dry run evaluates each row the same way and changes nothing.
 */
export function changeMany(
  db: Db,
  { action, dryRun }: Pick<ContentBulk, "action" | "dryRun">,
  subject: Subject,
): Promise<ContentBulkResult> {
  const { table, where, within, nameOf, apply, batch, onRow } = subject;
  return db.transaction(async (tx) => {
    const result: ContentBulkResult = { ...noRows };
    for await (const rows of chosenRows(tx, { table, where, within }, dryRun)) {
      for (const [row, verdict] of await judge(tx, rows, action, subject)) {
        if (verdict === "changes" && !dryRun && (await apply(tx, row, action, batch)) === true) result.batch = batch;
        count(result, row, verdict, nameOf);
        onRow?.(row.id, verdict);
      }
    }
    return result;
  });
}

/** The result before any row is processed, and while a task processes them. */
export const noRows: ContentBulkResult = {
  count: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  names: [],
  refusals: [],
  batch: null,
  task: null,
};

function count(result: ContentBulkResult, row: Row, verdict: Verdict, nameOf: Subject["nameOf"]) {
  result.count += 1;
  if (verdict === "changes") {
    result.changed += 1;
    if (result.names.length < maxPreviewedNames) result.names = [...result.names, nameOf(row)];
  } else if (verdict === "unchanged") result.unchanged += 1;
  else {
    result.refused += 1;
    if (result.refusals.length < maxPreviewedNames) result.refusals = [...result.refusals, { id: row.id, name: nameOf(row), ...verdict }];
  }
}

async function judge(tx: Db, rows: Row[], action: ContentAction, subject: Subject): Promise<[Row, Verdict][]> {
  const ids = rows.map(({ id }) => id);
  const dependents = action === "remove" ? await countDependents(tx, subject, ids, "all") : new Map<string, number>();
  const verdictOn = async (row: Row): Promise<Verdict> => {
    const count = dependents.get(row.id);
    if (row.status === action) return "unchanged";
    const possible = action === "remove" ? row.status !== "published" : contentSteps[row.status].includes(action);
    if (!possible) return refusal("wrong_state");
    if (count) return refusal("in_use", count);
    if (action === "remove") return "changes";
    return subject.check(tx, { ...row, status: action }).then(() => "changes" as const, refusalOf);
  };
  const judged: [Row, Verdict][] = [];
  for (const row of rows) judged.push([row, await verdictOn(row)]);
  return judged;
}

const refusal = (reason: Refused["reason"], dependents = 0): Refused => ({ reason, dependents });

function refusalOf(error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error;
  return refusal(contentRefusals.find((one) => one === error.code) ?? "invalid");
}
