import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { endTask } from "#backend/modules/tasks/queries";
import { startTask } from "#backend/modules/tasks/starting";
import { Refusal } from "#backend/refusal";
import type { TaskCall, TaskWork } from "#backend/worker/task-kind";
import type { ImportApi, Mapping, SheetRow } from "#contract/accounts/imports";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { cut } from "#contract/formats/cut";
import { describeRows } from "./describing.ts";
import { importRows, type Result } from "./importing.ts";
import { type ImportCall, type ImportSubject, keyOf } from "./subject.ts";
import { importMappings, rowOrder, sheetRows, sheets } from "./tables.ts";

type Reading = Services & { actor: Actor; body: { sheet: string; first: boolean; mapping: Mapping; rows: SheetRow[] } };

/** Thrown to roll back a dry run. */
class DryRunEnds extends Error {}

/** The file of this person and import, locked until the end of the transaction. */
export async function lockSheet(tx: Db, actor: Actor, path: string, id: string) {
  const mine = and(eq(sheets.id, id), eq(sheets.ownerId, actor.id), eq(sheets.subject, path));
  const [sheet] = await tx.select().from(sheets).where(mine).for("update");
  if (!sheet) throw new Refusal("not_found");
  return sheet;
}

/**
 * The dry run of the rows that were read, in the request or as a task. A row is checked at each request, and only while it has no
 * result.
 */
export function checkSheet(
  call: Services & { actor: Actor; body: CheckBody },
  api: ImportApi,
  subject: ImportSubject,
): Promise<{ task: string | null }> {
  const { db, actor, body } = call;
  return db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, actor, api.run.path, body.sheet);
    if (sheet.startedAt) throw new Refusal("wrong_state");
    const inTx = { ...call, db: tx };
    await refuseSecondRows(tx, sheet.id, subject);
    const rows = await tx.$count(sheetRows, unchecked(sheet.id));
    if (rows <= maxRowsInRequest) {
      await checkRows({ ...inTx, sheetId: sheet.id }, subject);
      return { task: null };
    }
    if (sheet.checkTaskId) await endTask(tx, sheet.checkTaskId, call.clock());
    const items = { table: sheetRows, key: sheetRows.id, where: unchecked(sheet.id), order: rowOrder(subject) };
    const task = await startTask(inTx, actor, { endpoint: api.check, body, logged: { file: sheet.fileName } }, items);
    await tx.update(sheets).set({ checkTaskId: task }).where(eq(sheets.id, sheet.id));
    return { task };
  });
}

export type CheckBody = { sheet: string };

const unchecked = (sheetId: string) => and(eq(sheetRows.sheetId, sheetId), isNull(sheetRows.foretold), isNotNull(sheetRows.draft));

/** The dry run of rows of a file, or of these of them: they are imported and all of it is rolled back, so that what is foretold is what the import does. */
async function checkRows(call: ImportCall, subject: ImportSubject, ids?: string[]): Promise<Result[]> {
  const rows = await call.db
    .select({ id: sheetRows.id, draft: sheetRows.draft, problems: sheetRows.problems })
    .from(sheetRows)
    .where(and(unchecked(call.sheetId), ids && inArray(sheetRows.id, ids)))
    .orderBy(...rowOrder(subject));
  let results: Result[] = [];
  await call.db
    .transaction(async (tx) => {
      results = await importRows({ ...call, db: tx }, subject, rows);
      throw new DryRunEnds();
    })
    .catch((error) => {
      if (!(error instanceof DryRunEnds)) throw error;
    });
  await writeResults(call.db, "foretold", results);
  return results;
}

/** The same for the rows of a task. */
export function checkTask(subject: ImportSubject): TaskWork<CheckBody> {
  return {
    nameOf: () => "checkImport",
    listOf: () => subject.list,
    async act(call: TaskCall<CheckBody>, ids) {
      const results = await checkRows({ ...call, sheetId: call.body.sheet }, subject, ids);
      return new Map(results.map(({ id }) => [id, null]));
    },
    describe: ({ db, locale }, ids) => describeRows(db, subject, locale, ids),
  };
}

/** Stores rows as they were read with these columns; the first ones end an earlier dry run. */
export function readRows({ actor, body, clock, ...services }: Reading, path: string, subject: ImportSubject): Promise<void> {
  return services.db.transaction((db) => storeRows({ ...services, db, actor, body, clock }, path, subject));
}

async function storeRows({ db, actor, body, clock }: Reading, path: string, subject: ImportSubject): Promise<void> {
  const sheet = await lockSheet(db, actor, path, body.sheet);
  if (sheet.startedAt) throw new Refusal("wrong_state");
  const ofSheet = eq(sheetRows.sheetId, sheet.id);
  if (body.first) {
    if (sheet.checkTaskId) await endTask(db, sheet.checkTaskId, clock());
    await db.update(sheets).set({ mapping: body.mapping }).where(eq(sheets.id, sheet.id));
    await db.update(sheetRows).set({ draft: null, problems: null, matchKey: null, foretold: null }).where(ofSheet);
    await rememberMapping(db, actor, { path, columns: sheet.columns, mapping: body.mapping, now: clock() });
  }
  const read = body.rows.map(({ line, draft, problems }) => ({
    ...{ line, draft, problems, key: keyOf(subject.key, draft) },
    label: cut(subject.nameOf(draft, actor.locale), 200),
    cents: subject.centsOf?.(draft) ?? null,
  }));
  await db.execute(sql`
    update sheet_rows set draft = row.draft, problems = row.problems, match_key = row.key, label = row.label,
      cents = row.cents
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as row(line int, draft jsonb, problems jsonb, key text, label text,
      cents bigint)
    where sheet_rows.sheet_id = ${sheet.id} and sheet_rows.line = row.line`);
}

/** A row that names the same record as one before it is refused. */
async function refuseSecondRows(tx: Db, sheetId: string, { key: [field = ""] }: ImportSubject) {
  await tx.execute(sql`
    update sheet_rows set problems = problems || jsonb_build_object(${field}::text, jsonb_build_array('content:import.cell.twice?line=' || twice.earlier))
    from (select id, line, min(line) over (partition by match_key) as earlier from sheet_rows
      where sheet_id = ${sheetId} and match_key is not null) twice
    where sheet_rows.id = twice.id and twice.line > twice.earlier and sheet_rows.foretold is null`);
}

type Chosen = { path: string; columns: string[]; mapping: Mapping; now: Date };

/** The names of the chosen columns, for the next file of this person. */
export async function rememberMapping(tx: Db, actor: Actor, { path, columns, mapping, now }: Chosen) {
  const named = Object.entries(mapping).map(([target, at]) => [target, cut(columns[at] ?? "", 200)] as const);
  const chosen = { columns: Object.fromEntries(named.filter(([, name]) => name !== "")), usedAt: now };
  await tx
    .insert(importMappings)
    .values({ ownerId: actor.id, subject: path, ...chosen })
    .onConflictDoUpdate({ target: [importMappings.ownerId, importMappings.subject], set: chosen });
}

/** Writes what was found, or done, into the rows that have no outcome yet. */
export async function writeResults(tx: Db, column: "foretold" | "outcome", results: Result[]) {
  await tx.execute(sql`
    update sheet_rows set ${sql.identifier(column)} = done.result, refusal = done.refusal, changes = done.changes,
      record_id = done."recordId", record_version = done."recordVersion", former = done.former
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as done(id uuid, result text, refusal jsonb, changes jsonb, "recordId" uuid, "recordVersion" text, former jsonb)
    where sheet_rows.id = done.id and sheet_rows.outcome is null`);
}

/** Whether the dry run of a file is complete. */
export async function isChecked(tx: Db, sheetId: string): Promise<boolean> {
  return (await tx.$count(sheetRows, and(eq(sheetRows.sheetId, sheetId), isNull(sheetRows.foretold)))) === 0;
}
