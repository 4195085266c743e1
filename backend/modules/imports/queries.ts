import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { tasks } from "#backend/modules/tasks/tables";
import { Refusal } from "#backend/refusal";
import {
  type ImportCounts,
  type ImportedRow,
  type ImportOutcome,
  importOutcomes,
  linesOfRequest,
  type Sheet,
  type SheetLine,
  sheetLimits,
  undoObstacles,
} from "#contract/accounts/imports";
import { isUnderWay } from "#contract/accounts/tasks";
import type { Locale } from "#contract/formats/locale";
import { importMappings, sheetRows, sheets } from "./tables.ts";
import { undoEnd } from "./undoing.ts";

async function ownSheet(db: Db, actor: Actor, id: string) {
  const [sheet] = await db
    .select()
    .from(sheets)
    .where(and(eq(sheets.id, id), eq(sheets.ownerId, actor.id)));
  if (!sheet) throw new Refusal("not_found");
  return sheet;
}

/** Adds lines to a file that is not checked yet. */
export async function addLines(db: Db, actor: Actor, id: string, lines: SheetLine[]) {
  await db.transaction(async (tx) => {
    const [sheet] = await tx
      .select()
      .from(sheets)
      .where(and(eq(sheets.id, id), eq(sheets.ownerId, actor.id)))
      .for("update");
    if (!sheet) throw new Refusal("not_found");
    if (sheet.mapping) throw new Refusal("wrong_state");
    if ((await tx.$count(sheetRows, eq(sheetRows.sheetId, id))) + lines.length > sheetLimits.rows) throw new Refusal("too_large");
    await tx
      .insert(sheetRows)
      .values(lines.map(({ line, cells }) => ({ sheetId: id, line, cells })))
      .onConflictDoNothing();
  });
}

const noCounts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as ImportCounts;

type Counted = { outcome: ImportOutcome | null; rows: number; cents: number | null };

/** Rows and their sum by an outcome, in a query. */
const counted = { rows: count(), cents: sql`sum(${sheetRows.cents})`.mapWith((sum) => (sum === null ? null : Number(sum))) };

const centsOf = (of: Counted[]): ImportCounts | null =>
  of.some(({ cents }) => cents !== null)
    ? { ...noCounts, ...Object.fromEntries(of.flatMap(({ outcome, cents }) => (outcome ? [[outcome, cents ?? 0]] : []))) }
    : null;

const countsOf = (of: Counted[]): ImportCounts => ({
  ...noCounts,
  ...Object.fromEntries(of.flatMap(({ outcome, rows }) => (outcome ? [[outcome, rows]] : []))),
});

/** A file with what is known of its import. */
export async function readSheet({ db, clock }: Pick<Services, "db" | "clock">, actor: Actor, id: string): Promise<Sheet> {
  const sheet = await ownSheet(db, actor, id);
  const ofSheet = eq(sheetRows.sheetId, id);
  const { foretold, outcome } = sheetRows;
  const checks = await db
    .select({ outcome: foretold, ...counted })
    .from(sheetRows)
    .where(ofSheet)
    .groupBy(foretold);
  const [mine] = await db
    .select({ columns: importMappings.columns })
    .from(importMappings)
    .where(and(eq(importMappings.ownerId, actor.id), eq(importMappings.subject, sheet.subject)));
  const { subject, fileName, columns, mapping, startedAt } = sheet;
  const rows = checks.reduce((sum, one) => sum + one.rows, 0);
  const checked = rows > 0 && checks.every((one) => one.outcome !== null) ? countsOf(checks) : null;
  const [task] = checked ? [] : await openTask(db, sheet.checkTaskId);
  const open = checks.find((one) => one.outcome === null)?.rows ?? 0;
  const checking = task ? { task: task.id, rows: rows - open } : null;
  const about = { id, subject, fileName, columns, count: rows, mapping, remembered: mine?.columns ?? {}, checking, checked };
  if (!startedAt) return { ...about, cents: checked && centsOf(checks), report: null };
  const [goesOn] = await openTask(db, sheet.undoTaskId ?? sheet.taskId);
  const done = await db
    .select({ outcome, ...counted })
    .from(sheetRows)
    .where(ofSheet)
    .groupBy(outcome);
  return {
    ...about,
    cents: centsOf(done),
    report: {
      counts: countsOf(done),
      waiting: done.find((one) => one.outcome === null)?.rows ?? 0,
      underWay: goesOn !== undefined,
      task: sheet.taskId,
      undoTask: sheet.undoTaskId,
      ...(await undoOf(db, sheet, !goesOn, clock())),
    },
  };
}

/** A task of a file, while it is under way. */
async function openTask(db: Db, id: string | null) {
  const found = id ? await db.select({ id: tasks.id, state: tasks.state }).from(tasks).where(eq(tasks.id, id)) : [];
  return found.filter(isUnderWay);
}

/** Until when an import can be undone, and what was. */
async function undoOf(db: Db, { id, startedAt, undoneAt }: typeof sheets.$inferSelect, isOver: boolean, now: Date) {
  const until = startedAt && undoEnd(startedAt);
  const undoUntil = until && until > now && isOver ? until.toISOString() : null;
  if (!undoneAt) return { undoUntil, undone: null };
  const result = sql<string>`case when ${sheetRows.undo} is null then 'rest' when ${sheetRows.undo} = 'done' then 'done' else 'left' end`;
  const rows = await db
    .select({ result, rows: count() })
    .from(sheetRows)
    .where(and(eq(sheetRows.sheetId, id), inArray(sheetRows.outcome, ["created", "changed"])))
    .groupBy(result);
  const of = (wanted: string) => rows.find((one) => one.result === wanted)?.rows ?? 0;
  const undone = { done: of("done"), left: of("left"), rest: of("rest") };
  return { undoUntil: undone.rest > 0 ? undoUntil : null, undone };
}

/** Lines as the file says them, from one on. */
export async function readLines(db: Db, actor: Actor, id: string, after: number) {
  await ownSheet(db, actor, id);
  const found = await db
    .select({ line: sheetRows.line, cells: sheetRows.cells })
    .from(sheetRows)
    .where(and(eq(sheetRows.sheetId, id), gt(sheetRows.line, after)))
    .orderBy(asc(sheetRows.line))
    .limit(linesOfRequest + 1);
  return { lines: found.slice(0, linesOfRequest), more: found.length > linesOfRequest };
}

type Wanted = { after: number; outcome: ImportOutcome; left?: "yes" };

/** Rows with one outcome: of the import once it is started, of the dry run before; or those of them that an undo left. */
export async function readRows(
  { db, translate }: Pick<Services, "db" | "translate">,
  actor: Actor,
  id: string,
  { after, outcome, left }: Wanted,
  locale: Locale,
): Promise<{ rows: ImportedRow[]; more: boolean }> {
  const { startedAt } = await ownSheet(db, actor, id);
  const column = startedAt ? sheetRows.outcome : sheetRows.foretold;
  const which = left ? inArray(sheetRows.undo, [...undoObstacles]) : undefined;
  const found = await db
    .select()
    .from(sheetRows)
    .where(and(eq(sheetRows.sheetId, id), eq(column, outcome), gt(sheetRows.line, after), which))
    .orderBy(asc(sheetRows.line))
    .limit(linesOfRequest + 1);
  const rows = found.slice(0, linesOfRequest).map(({ line, cells, label, recordId, changes, refusal, undo }) => ({
    ...{ line, cells, outcome, name: label, recordId: startedAt ? recordId : null, changes: changes ?? {} },
    fieldErrors: refusal?.fieldErrors ?? {},
    title:
      refusal && !refusal.fieldErrors
        ? translate(locale, `problems:${refusal.code}` as "problems:invalid", { count: refusal.count })
        : null,
    left: undo === "done" ? null : undo,
  }));
  return { rows, more: found.length > linesOfRequest };
}
