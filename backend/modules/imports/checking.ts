import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import type { Mapping, SheetRow } from "#contract/accounts/imports";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { importRows, type Result, type Row } from "./importing.ts";
import { type ImportSubject, keyOf } from "./subject.ts";
import { importMappings, sheetRows, sheets } from "./tables.ts";

type Checking = Services & { actor: Actor; body: { sheet: string; first: boolean; mapping: Mapping; rows: SheetRow[] } };

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
 * The dry run of some rows: they are imported and all of it is rolled back, so that what is foretold is what the import does. At most as many
 * rows as a request changes are in one transaction, since writing to the audit log waits for others who do.
 */
export async function checkRows(call: Checking, path: string, subject: ImportSubject) {
  const { db, actor, body } = call;
  const rows = await db.transaction((tx) => storeRows({ ...call, db: tx }, path, subject));
  for (let at = 0; at < rows.length; at += maxRowsInRequest) {
    const some = rows.slice(at, at + maxRowsInRequest);
    let results: Result[] = [];
    await db
      .transaction(async (tx) => {
        results = await importRows({ ...call, db: tx, actor, sheetId: body.sheet }, subject, some);
        throw new DryRunEnds();
      })
      .catch((error) => {
        if (!(error instanceof DryRunEnds)) throw error;
      });
    await db.transaction(async (tx) => {
      const { startedAt } = await lockSheet(tx, actor, path, body.sheet);
      if (!startedAt) await writeResults(tx, "foretold", results);
    });
  }
}

/** Stores rows as they were read with these columns. Rows that name the same record as one before are told so. */
async function storeRows({ db, actor, body, clock }: Checking, path: string, subject: ImportSubject): Promise<Row[]> {
  const sheet = await lockSheet(db, actor, path, body.sheet);
  if (sheet.startedAt) throw new Refusal("wrong_state");
  const ofSheet = eq(sheetRows.sheetId, sheet.id);
  if (body.first) {
    await db.update(sheets).set({ mapping: body.mapping }).where(eq(sheets.id, sheet.id));
    await db.update(sheetRows).set({ draft: null, problems: null, matchKey: null, foretold: null }).where(ofSheet);
    await rememberMapping(db, actor, { path, columns: sheet.columns, mapping: body.mapping, now: clock() });
  }
  const read = body.rows.map(({ line, draft, problems }) => ({
    ...{ line, draft, problems, key: keyOf(subject.key, draft) },
    label: subject.nameOf(draft, actor.locale).slice(0, 200),
  }));
  await db.execute(sql`
    update sheet_rows set draft = row.draft, problems = row.problems, match_key = row.key, label = row.label
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as row(line int, draft jsonb, problems jsonb, key text, label text)
    where sheet_rows.sheet_id = ${sheet.id} and sheet_rows.line = row.line`);
  const [field = ""] = subject.key;
  await db.execute(sql`
    update sheet_rows set problems = problems || jsonb_build_object(${field}::text, jsonb_build_array('content:import.cell.twice?line=' || earlier.line))
    from (select match_key, min(line) as line from sheet_rows where sheet_id = ${sheet.id} and match_key is not null group by match_key) earlier
    where sheet_rows.sheet_id = ${sheet.id} and sheet_rows.match_key = earlier.match_key and sheet_rows.line > earlier.line
      and sheet_rows.outcome is null and sheet_rows.foretold is null`);
  const lines = read.map(({ line }) => line);
  return db
    .select({ id: sheetRows.id, draft: sheetRows.draft, problems: sheetRows.problems })
    .from(sheetRows)
    .where(and(ofSheet, inArray(sheetRows.line, lines)))
    .orderBy(asc(sheetRows.line));
}

type Chosen = { path: string; columns: string[]; mapping: Mapping; now: Date };

/** The names of the chosen columns, for the next file of this person. */
async function rememberMapping(tx: Db, actor: Actor, { path, columns, mapping, now }: Chosen) {
  const named = Object.entries(mapping).map(([target, at]) => [target, (columns[at] ?? "").slice(0, 200)] as const);
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
