import { isDeepStrictEqual } from "node:util";
import { fieldRefusal, Refusal } from "#backend/refusal";
import type { ImportOutcome } from "#contract/accounts/imports";
import { type Found, type ImportCall, type ImportSubject, keyOf, type Made, type Values } from "./subject.ts";
import type { sheetRows } from "./tables.ts";

export type Row = Pick<typeof sheetRows.$inferSelect, "id" | "draft" | "problems">;
type Changes = Record<string, { before: unknown; after: unknown }>;

/** What was done with a row, as the table of rows says it. */
export type Result = {
  id: string;
  result: ImportOutcome;
  refusal?: { code: string; count?: number; fieldErrors?: Record<string, string[]> };
  changes?: Changes;
  recordId?: string;
  recordVersion?: string;
  former?: Values;
};

type New = { id: string; values: Values };

/** Does what these rows say, each by itself: a refused one does not hold up the others. Call it in a transaction. */
export async function importRows(call: ImportCall, subject: ImportSubject, rows: Row[]): Promise<Result[]> {
  const drafts = rows.map(({ draft }) => draft ?? {});
  const found = subject.key.length > 0 ? await subject.find(call, drafts) : [];
  const byKey = Map.groupBy(found, ({ values }) => keyOf(subject.key, values));
  const results: Result[] = [];
  const created: New[] = [];
  for (const row of rows) {
    const key = keyOf(subject.key, row.draft ?? {});
    const matches = key === null ? [] : (byKey.get(key) ?? []);
    try {
      const values = await checked(call, subject, row, matches);
      const [match] = matches;
      if (match) results.push({ id: row.id, ...(await change(call, subject, match, values)) });
      else created.push({ id: row.id, values });
    } catch (error) {
      results.push(refused(row.id, error));
    }
  }
  return [...results, ...(await createAll(call, subject, created))];
}

async function checked(call: ImportCall, subject: ImportSubject, { draft, problems }: Row, matches: Found[]): Promise<Values> {
  const unread = problems ?? {};
  const wrongMatch = matches.length > 1 ? "content:import.cell.severalMatch" : matches[0]?.untouchable;
  if (wrongMatch) throw fieldRefusal(subject.key[0] ?? "", wrongMatch);
  let values: Values = {};
  let fieldErrors = unread;
  try {
    values = await subject.check(call, draft ?? {}, matches[0]);
  } catch (error) {
    if (!(error instanceof Refusal) || (!error.extras.fieldErrors && Object.keys(unread).length === 0)) throw error;
    fieldErrors = { ...error.extras.fieldErrors, ...unread };
  }
  if (Object.keys(fieldErrors).length > 0) throw new Refusal("invalid", { fieldErrors });
  return values;
}

async function change(call: ImportCall, subject: ImportSubject, found: Found, values: Values): Promise<Omit<Result, "id">> {
  const changes = changesOf(found.values, values);
  if (Object.keys(changes).length === 0) return { result: "unchanged", recordId: found.id };
  const recordVersion = await call.db.transaction((tx) => subject.update({ ...call, db: tx }, found, values));
  return { result: "changed", changes, recordId: found.id, recordVersion, former: found.values };
}

/** The fields of the row's values that differ. */
function changesOf(before: Values, after: Values): Changes {
  const fields = Object.keys(after).filter((name) => !isDeepStrictEqual(comparable(before[name]), comparable(after[name])));
  return Object.fromEntries(fields.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]));
}

/** A value without what is empty: a text in one language has no other one, or an empty one. */
function comparable(value: unknown): unknown {
  if (value === undefined || value === "") return null;
  if (!value || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined && part !== null && part !== ""));
}

/** Adds records together; when that is refused, each half separately, down to the faulty row. */
async function createAll(call: ImportCall, subject: ImportSubject, rows: New[]): Promise<Result[]> {
  const [first] = rows;
  if (!first) return [];
  try {
    const values = rows.map((row) => row.values);
    const made: Made[] = await call.db.transaction((tx) => subject.create({ ...call, db: tx }, values));
    return rows.map(({ id }, at) => ({ id, result: "created", recordId: made[at]?.id, recordVersion: made[at]?.version }));
  } catch (error) {
    const reason = refused(first.id, error);
    if (rows.length === 1) return [reason];
    const half = Math.ceil(rows.length / 2);
    return [...(await createAll(call, subject, rows.slice(0, half))), ...(await createAll(call, subject, rows.slice(half)))];
  }
}

function refused(id: string, error: unknown): Result {
  if (!(error instanceof Refusal) || error.code === "unexpected") throw error;
  const { fieldErrors, count } = error.extras;
  return { id, result: "refused", refusal: { code: error.code, fieldErrors, count } };
}
