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
type Verdict = "changes" | "stands" | Refused;

type Subject = {
  table: Table;
  namedBy?: readonly NamedBy[];
  /** Which rows are chosen. */
  where: SQL | undefined;
  nameOf: (row: Row) => string;
  /** Refuses a record that would be invalid. */
  check: (tx: Db, row: Row) => Promise<void>;
  apply: (tx: Db, row: Row, action: ContentAction) => Promise<unknown>;
  /** The deletion that removed rows belong to. */
  batch: string;
};

/**
 * Applies one action to those of the selected rows that allow it, in one transaction; each has its audit row.
 * A dry run evaluates each row the same way and changes nothing.
 */
export function changeMany(db: Db, { action, dryRun }: ContentBulk, subject: Subject): Promise<ContentBulkResult> {
  const { table, where, nameOf, apply, batch } = subject;
  return db.transaction(async (tx) => {
    const judged: [Row, Verdict][] = [];
    let inBin = 0;
    for await (const rows of chosenRows(tx, { table, where }, dryRun)) {
      const batch = await judge(tx, rows, action, subject);
      for (const [row, verdict] of batch) if (verdict === "changes" && !dryRun && (await apply(tx, row, action)) === true) inBin += 1;
      judged.push(...batch);
    }
    return { ...resultOf(judged, nameOf), batch: inBin > 0 ? batch : null };
  });
}

async function judge(tx: Db, rows: Row[], action: ContentAction, subject: Subject): Promise<[Row, Verdict][]> {
  const ids = rows.map(({ id }) => id);
  const dependents = action === "remove" ? await countDependents(tx, subject, ids, "all") : new Map<string, number>();
  const verdictOn = async (row: Row): Promise<Verdict> => {
    const count = dependents.get(row.id);
    if (row.status === action) return "stands";
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

function resultOf(judged: [Row, Verdict][], nameOf: (row: Row) => string): Omit<ContentBulkResult, "batch"> {
  const refused = judged.flatMap(([row, verdict]) => (typeof verdict === "string" ? [] : [{ row, verdict }]));
  const howMany = (wanted: Verdict) => judged.filter(([, verdict]) => verdict === wanted).length;
  return {
    count: judged.length,
    changed: howMany("changes"),
    unchanged: howMany("stands"),
    refused: refused.length,
    names: judged
      .filter(([, verdict]) => verdict === "changes")
      .slice(0, maxPreviewedNames)
      .map(([row]) => nameOf(row)),
    refusals: refused.slice(0, maxPreviewedNames).map(({ row, verdict }) => ({ id: row.id, name: nameOf(row), ...verdict })),
  };
}
