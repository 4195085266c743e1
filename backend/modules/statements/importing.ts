import { and, asc, count, eq, sql } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { announceChange } from "#backend/changes";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { lockSheet, rememberMapping } from "#backend/modules/imports/checking";
import { sheetRows, sheets } from "#backend/modules/imports/tables";
import type { AskingDeps } from "#backend/modules/memberships/asking";
import { statementLines, statements } from "#backend/modules/payments/tables";
import { sheetLimits } from "#contract/accounts/imports";
import { franceDay } from "#contract/formats/france-time";
import { type StatementImport, statementsApi } from "#contract/giving/statements";
import { manyTexts } from "./many-values.ts";
import { type DecidedLine, decideLines, recordMatched, rowsAtOnce } from "./matching.ts";
import { type Credit, readLines, withoutAccounts } from "./reading.ts";

/**
 * Imports the stored file of a statement: lines that no statement has yet are added, and those that name a pledge or a membership with its amount are recorded.
 * All of it or nothing. The file is removed then; asked again, it answers the same.
 */
export function importStatement(services: AskingDeps, actor: Actor, { sheet: id, format, mapping }: StatementImport) {
  const { db, clock } = services;
  const now = clock();
  return db.transaction(async (tx) => {
    // One after another: each adds what the one before has not.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('statement_lines'))`);
    const done = await importedBefore(tx, actor, id);
    if (done) return done;
    const sheet = await lockSheet(tx, actor, statementsApi.import.path, id);
    const rows = await tx
      .select({ line: sheetRows.line, cells: sheetRows.cells })
      .from(sheetRows)
      .where(eq(sheetRows.sheetId, id))
      .orderBy(asc(sheetRows.line))
      .limit(sheetLimits.rows);
    const { credits, debits, reversed, unbooked } = readLines(rows, mapping, franceDay(now));
    const fresh = await withoutKnown(tx, credits);
    const decided = await decideLines(tx, fresh);
    const known = credits.length - fresh.length;
    const days = credits.map(({ day }) => day).sort();
    await tx.insert(statements).values({
      ...{ id, format, known, debits, reversed, unbooked, createdBy: actor.id, createdAt: now, updatedAt: now },
      ...{ fileName: withoutAccounts(sheet.fileName), firstDay: days[0], lastDay: days.at(-1) },
    });
    await insertLines(tx, now, id, decided);
    await recordMatched({ ...services, db: tx }, actor, decided);
    if (format === "table") await rememberMapping(tx, actor, { path: sheet.subject, columns: sheet.columns, mapping, now });
    await tx.delete(sheets).where(eq(sheets.id, id));
    const matched = decided.filter(isMatched).length;
    const change = { action: "bank_statement.import", entityType: "bank_statement", entityId: id } as const;
    await recordChange(tx, actor, { ...change, after: { lines: decided.length, matched, known } });
    if (matched > 0) await announceChange(tx, "payment");
    return { id, matched, waiting: decided.length - matched, known, reversed };
  });
}

const isMatched = ({ decision }: Pick<DecidedLine, "decision">) => Boolean(decision.pledge ?? decision.membership);

async function importedBefore(tx: Db, actor: Actor, id: string) {
  const [statement] = await tx
    .select()
    .from(statements)
    .where(and(eq(statements.id, id), eq(statements.createdBy, actor.id)));
  if (!statement) return null;
  const states = await tx
    .select({ state: statementLines.state, lines: count() })
    .from(statementLines)
    .where(eq(statementLines.statementId, id))
    .groupBy(statementLines.state);
  const of = (wanted: string) => states.find(({ state }) => state === wanted)?.lines ?? 0;
  return { id, matched: of("matched"), waiting: of("waiting"), known: statement.known, reversed: statement.reversed };
}

/** Those that no statement has yet. */
async function withoutKnown(tx: Db, credits: Credit[]): Promise<Credit[]> {
  const rows = await tx
    .select({ fingerprint: statementLines.fingerprint })
    .from(statementLines)
    .where(sql`${statementLines.fingerprint} in ${manyTexts(credits.map(({ fingerprint }) => fingerprint))}`);
  const known = new Set(rows.map(({ fingerprint }) => fingerprint));
  return credits.filter(({ fingerprint }) => !known.has(fingerprint));
}

async function insertLines(tx: Db, now: Date, statementId: string, lines: DecidedLine[]) {
  for (let at = 0; at < lines.length; at += rowsAtOnce) {
    const rows = lines.slice(at, at + rowsAtOnce).map(({ id, place, day, amountCents, name, text, fingerprint, decision }) => ({
      ...{ id, statementId, place, day, amountCents, name, text, fingerprint, createdAt: now, updatedAt: now },
      state: isMatched({ decision }) ? ("matched" as const) : ("waiting" as const),
      doubt: decision.doubt ?? null,
    }));
    await tx.insert(statementLines).values(rows);
  }
}
