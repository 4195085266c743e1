import { and, asc, count, desc, eq, inArray, min, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { namedPayments } from "#backend/modules/payments/list";
import { mistakenCents } from "#backend/modules/payments/sums";
import { payments, statementLines, statements } from "#backend/modules/payments/tables";
import { fullNameIfAny } from "#backend/modules/users/named";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import {
  type LineState,
  linesOfPage,
  type Statement,
  type StatementLine,
  type StatementRecord,
  statementsOfPage,
} from "#contract/giving/statements";
import { membershipsNamedIn, suggestionsFor } from "./suggesting.ts";

type Line = typeof statementLines.$inferSelect;

/** Statements, the newest first, after the one that the last page ended with. */
export async function listStatements(db: Db, { before }: { before?: string }) {
  const found = await named(db)
    .where(
      before
        ? sql`(${statements.createdAt}, ${statements.id}) < (select created_at, id from statements last where last.id = ${before})`
        : undefined,
    )
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(statementsOfPage + 1);
  const items = await counted(db, found.slice(0, statementsOfPage));
  return { items, hasMore: found.length > statementsOfPage };
}

const named = (db: Db) =>
  db
    .select({ row: statements, importedBy: fullNameIfAny(users) })
    .from(statements)
    .leftJoin(users, eq(users.id, statements.createdBy))
    .$dynamic();

/** The statements with the number of their lines in each state. */
async function counted(db: Db, found: { row: typeof statements.$inferSelect; importedBy: string | null }[]): Promise<Statement[]> {
  const ids = found.map(({ row }) => row.id);
  const states = ids.length
    ? await db
        .select({ of: statementLines.statementId, state: statementLines.state, lines: count(), since: min(statementLines.day) })
        .from(statementLines)
        .where(inArray(statementLines.statementId, ids))
        .groupBy(statementLines.statementId, statementLines.state)
    : [];
  return found.map(({ row, importedBy }) => {
    const of = (state: LineState) => states.find((one) => one.of === row.id && one.state === state);
    const lines = (state: LineState) => of(state)?.lines ?? 0;
    return {
      ...{ ...row, importedBy, importedAt: row.createdAt.toISOString() },
      ...{ waiting: lines("waiting"), matched: lines("matched"), ignored: lines("ignored"), waitsSince: of("waiting")?.since ?? null },
    };
  });
}

/** How many lines wait, and the day of the oldest. */
export async function countWaiting(db: Db) {
  const [row] = await db
    .select({ lines: count(), since: min(statementLines.day) })
    .from(statementLines)
    .where(eq(statementLines.state, "waiting"));
  return { lines: row?.lines ?? 0, since: row?.since ?? null };
}

type Wanted = { state?: LineState; after?: string; line?: string };

/** A statement with a page of its lines, in the order of the file, and the line to decide. */
export async function getStatement(db: Db, id: string, { state, after, line }: Wanted): Promise<StatementRecord> {
  const [statement] = await counted(db, await named(db).where(eq(statements.id, id)));
  if (!statement) throw new Refusal("not_found");
  const found = await linesOf(
    db,
    and(
      eq(statementLines.statementId, id),
      state && eq(statementLines.state, state),
      after
        ? sql`(${statementLines.place}, ${statementLines.id}) > (select place, id from statement_lines last where last.id = ${after})`
        : undefined,
    ),
    linesOfPage + 1,
  );
  const waits = and(eq(statementLines.statementId, id), eq(statementLines.state, "waiting"));
  const [open] = statement.waiting === 0 ? [] : await linesOf(db, and(waits, line ? eq(statementLines.id, line) : undefined), 1);
  const given = await paymentsOf(db, found.slice(0, linesOfPage));
  const shape = shapeWith(given);
  return {
    ...statement,
    lines: found.slice(0, linesOfPage).map(shape),
    hasMore: found.length > linesOfPage,
    open: open ? { ...shape(open), suggestions: await suggestionsFor(db, open), memberships: await membershipsNamedIn(db, open) } : null,
  };
}

const linesOf = (db: Db, which: SQL | undefined, most: number): Promise<Line[]> =>
  db.select().from(statementLines).where(which).orderBy(asc(statementLines.place), asc(statementLines.id)).limit(most);

/** The payments of lines, without those that were recorded by mistake. */
async function paymentsOf(db: Db, lines: Line[]) {
  const ids = lines.filter(({ state }) => state === "matched").map(({ id }) => id);
  if (ids.length === 0) return [];
  return namedPayments(db)
    .where(and(inArray(payments.statementLineId, ids), sql`${mistakenCents} < ${payments.amountCents}`))
    .orderBy(asc(payments.part), asc(payments.id));
}

const shapeWith =
  (given: Awaited<ReturnType<typeof paymentsOf>>) =>
  (line: Line): StatementLine => ({
    ...line,
    wasUndone: line.undoneAt !== null,
    payments: given
      .filter(({ row }) => row.statementLineId === line.id)
      .map(({ row, name, reference }) => ({ id: row.id, amountCents: row.amountCents, name, reference })),
  });
