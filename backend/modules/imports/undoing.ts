import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { startTask } from "#backend/modules/tasks/starting";
import { tasks } from "#backend/modules/tasks/tables";
import { Refusal } from "#backend/refusal";
import type { TaskCall, TaskWork } from "#backend/worker/task-kind";
import { type ImportApi, undoHours, type undoObstacles } from "#contract/accounts/imports";
import { isUnderWay, maxRowsInRequest } from "#contract/accounts/tasks";
import { lockSheet } from "./checking.ts";
import { describeRows } from "./describing.ts";
import type { ImportCall, ImportSubject } from "./subject.ts";
import { sheetRows, sheets } from "./tables.ts";

type Row = Pick<typeof sheetRows.$inferSelect, "id" | "outcome" | "recordId" | "recordVersion" | "former">;
export type UndoBody = { sheet: string };

/** The end of the time in which an import can be undone. */
export const undoEnd = (startedAt: Date) => new Date(startedAt.getTime() + undoHours * 3_600_000);

/** The rows of an import that can be undone, and that nobody has come to. */
const toUndo = (sheetId: string) =>
  and(eq(sheetRows.sheetId, sheetId), inArray(sheetRows.outcome, ["created", "changed"]), isNull(sheetRows.undo));

async function goesOn(tx: Db, id: string | null): Promise<boolean> {
  const [task] = id ? await tx.select({ state: tasks.state }).from(tasks).where(eq(tasks.id, id)) : [];
  return task !== undefined && isUnderWay(task);
}

/**
 * Undoes an import, once, or starts the task that does; after one that was stopped, the rest. What was touched since stays as it is, and is
 * named.
 */
export function undoImport(
  call: Services & { actor: Actor; body: UndoBody },
  api: ImportApi,
  subject: ImportSubject,
): Promise<{ task: string | null }> {
  const { db, actor, body, clock } = call;
  return db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, actor, api.run.path, body.sheet);
    const rest = toUndo(sheet.id);
    const rows = await tx.$count(sheetRows, rest);
    if (sheet.undoneAt && (rows === 0 || (await goesOn(tx, sheet.undoTaskId)))) return { task: sheet.undoTaskId };
    if (!sheet.startedAt || undoEnd(sheet.startedAt) <= clock()) throw new Refusal("wrong_state");
    if (await goesOn(tx, sheet.taskId)) throw new Refusal("wrong_state");
    const about = { file: sheet.fileName };
    const inTx = { ...call, db: tx };
    let task: string | null = null;
    if (rows > maxRowsInRequest) {
      const items = { table: sheetRows, key: sheetRows.id, where: rest, order: [desc(sheetRows.line)] };
      task = await startTask(inTx, actor, { endpoint: api.undo, body, logged: about }, items);
    } else {
      const logged = { action: "sheet.undo", entityType: "sheet" as const, entityId: sheet.id };
      await recordChange(tx, actor, { ...logged, after: { ...about, request: api.run.path, rows } });
      await undoRows({ ...inTx, sheetId: sheet.id }, subject);
    }
    await tx.update(sheets).set({ undoneAt: clock(), undoTaskId: task }).where(eq(sheets.id, sheet.id));
    return { task };
  });
}

type Left = (typeof undoObstacles)[number];

/** Undoes rows of an import, the last ones first; those that were undone already stay so. */
async function undoRows(call: ImportCall, subject: ImportSubject, ids?: string[]): Promise<Map<string, Left | "done">> {
  const { id, outcome, recordId, recordVersion, former } = sheetRows;
  const which = and(toUndo(call.sheetId), ids && inArray(id, ids));
  const rows = await call.db
    .select({ id, outcome, recordId, recordVersion, former })
    .from(sheetRows)
    .where(which)
    .orderBy(desc(sheetRows.line));
  const versions = await subject.versions(
    call,
    rows.flatMap((row) => row.recordId ?? []),
  );
  const done = new Map<string, Left | "done">();
  for (const row of rows) done.set(row.id, await undoRow(call, subject, row, versions.get(row.recordId ?? "")));
  for (const [result, some] of Map.groupBy(done.entries(), ([, one]) => one)) {
    const theirs = inArray(
      id,
      some.map(([one]) => one),
    );
    await call.db.update(sheetRows).set({ undo: result }).where(theirs);
  }
  return done;
}

async function undoRow(call: ImportCall, subject: ImportSubject, row: Row, version: string | undefined): Promise<Left | "done"> {
  if (version === undefined || row.recordId === null) return "gone";
  if (version !== row.recordVersion) return "touched";
  const record = { id: row.recordId, version };
  try {
    await call.db.transaction((tx) => {
      const inTx = { ...call, db: tx };
      return row.outcome === "created" ? subject.remove(inTx, record.id) : subject.putBack(inTx, record, row.former ?? {});
    });
    return "done";
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unexpected") throw error;
    return error.code === "in_use" ? "in_use" : "touched";
  }
}

/** The same for the rows of a task. */
export function undoTask(subject: ImportSubject): TaskWork<UndoBody> {
  return {
    nameOf: () => "undoImport",
    listOf: () => subject.list,
    async act(call: TaskCall<UndoBody>, ids) {
      const results = await undoRows({ ...call, sheetId: call.body.sheet }, subject, ids);
      return new Map([...results].map(([id, result]) => [id, result === "done" ? null : `content:import.left.${result}`]));
    },
    describe: ({ db, locale }, ids) => describeRows(db, subject, locale, ids),
  };
}
