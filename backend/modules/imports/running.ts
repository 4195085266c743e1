import { and, eq, inArray, isNull } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { startTask } from "#backend/modules/tasks/starting";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { ItemResult, TaskCall, TaskWork } from "#backend/worker/task-kind";
import type { ImportApi } from "#contract/accounts/imports";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { isChecked, lockSheet, writeResults } from "./checking.ts";
import { describeRows } from "./describing.ts";
import { importRows, type Result } from "./importing.ts";
import type { ImportCall, ImportSubject } from "./subject.ts";
import { rowOrder, sheetRows, sheets } from "./tables.ts";

export type RunBody = { sheet: string; agreed: boolean };

/**
 * Imports the rows of a file as they were checked, all in one transaction, or starts the task that does. However often and concurrently it is
 * requested, a file is imported once. Returns the id of the task.
 */
export function runImport(
  call: Services & { actor: Actor; body: RunBody },
  api: ImportApi,
  subject: ImportSubject,
): Promise<{ task: string | null }> {
  const { db, actor, body, clock } = call;
  return db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, actor, api.run.path, body.sheet);
    if (sheet.startedAt) return { task: sheet.taskId };
    if (!(await isChecked(tx, sheet.id))) throw new Refusal("wrong_state");
    if (subject.needsAgreement && !body.agreed) throw fieldRefusal("agreed", "content:import.agreement.missing");
    const rows = await tx.$count(sheetRows, eq(sheetRows.sheetId, sheet.id));
    const about = { file: sheet.fileName, ...(subject.needsAgreement && { agreed: "yes" }) };
    const inTx = { ...call, db: tx };
    let task: string | null = null;
    if (rows > maxRowsInRequest) {
      const items = { table: sheetRows, key: sheetRows.id, where: eq(sheetRows.sheetId, sheet.id), order: rowOrder(subject) };
      task = await startTask(inTx, actor, { endpoint: api.run, body, logged: about }, items);
    } else {
      const logged = { action: "sheet.import", entityType: "sheet" as const, entityId: sheet.id };
      await recordChange(tx, actor, { ...logged, after: { ...about, request: api.run.path, rows } });
      await importWaiting({ ...inTx, sheetId: sheet.id }, subject);
    }
    const { agreed } = body;
    await tx.update(sheets).set({ startedAt: clock(), taskId: task, agreed }).where(eq(sheets.id, sheet.id));
    return { task };
  });
}

/** Imports the rows that nobody has come to yet: all of them, or these. */
async function importWaiting(call: ImportCall, subject: ImportSubject, ids?: string[]): Promise<Result[]> {
  const waiting = and(eq(sheetRows.sheetId, call.sheetId), isNull(sheetRows.outcome), ids && inArray(sheetRows.id, ids));
  const rows = await call.db
    .select({ id: sheetRows.id, draft: sheetRows.draft, problems: sheetRows.problems })
    .from(sheetRows)
    .where(waiting)
    .orderBy(...rowOrder(subject));
  const results = await importRows(call, subject, rows);
  await writeResults(call.db, "outcome", results);
  return results;
}

const reasons: Record<Result["result"], ItemResult> = {
  created: null,
  changed: null,
  unchanged: "tasks:reason.unchanged",
  refused: "tasks:reason.refusedLine",
};

/** The same for the rows of a task. */
export function runTask(subject: ImportSubject): TaskWork<RunBody> {
  return {
    nameOf: () => "import",
    listOf: () => subject.list,
    async act(call: TaskCall<RunBody>, ids) {
      const results = await importWaiting({ ...call, sheetId: call.body.sheet }, subject, ids);
      return new Map(results.map(({ id, result }) => [id, reasons[result]]));
    },
    describe: ({ db, locale }, ids) => describeRows(db, subject, locale, ids),
  };
}
