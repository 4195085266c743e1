import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import { fieldErrorsOf } from "#backend/http/field-errors";
import { Refusal } from "#backend/refusal";
import { maxPreviewedNames } from "#contract/api/endpoint";
import type { BulkEdit, BulkEditResult } from "#contract/publishing/content";
import type { StoredContent as Row } from "./base-columns.ts";
import { chosenRows } from "./selection.ts";

type Subject = {
  table: PgTable & Record<"id" | "position", PgColumn>;
  /** Which rows are chosen. */
  where: SQL | undefined;
  /** A form of each field that may be set. */
  schemas: Record<string, z.ZodObject>;
  nameOf: (row: Row) => string;
  apply: (tx: Db, row: Row, values: Record<string, unknown>) => Promise<void>;
  /** Called with each row, and whether it changes. */
  onRow?: (id: string, changes: boolean) => void;
};

/** Gives one field of all chosen rows the same value, in one transaction; each that changes has its audit row. */
export function editMany(db: Db, body: BulkEdit, { table, where, schemas, nameOf, apply, onRow }: Subject): Promise<BulkEditResult> {
  const { field, dryRun } = body;
  const value = dryRun ? undefined : given(body, schemas[field]);
  return db.transaction(async (tx) => {
    const result: BulkEditResult = { count: 0, changed: 0, unchanged: 0, names: [], task: null };
    for await (const rows of chosenRows(tx, { table, where }, dryRun))
      for (const row of rows) {
        const changes = row[field] !== value;
        result.count += 1;
        result[changes ? "changed" : "unchanged"] += 1;
        if ((changes || dryRun) && result.names.length < maxPreviewedNames) result.names.push(nameOf(row));
        if (changes && !dryRun) await apply(tx, row, { [field]: value });
        onRow?.(row.id, changes);
      }
    return result;
  });
}

/** The value as the field's own form sends it. */
export function given({ field, value }: Pick<BulkEdit, "field" | "value">, schema: z.ZodObject | undefined): unknown {
  const read = schema?.safeParse({ [field]: value ?? undefined });
  if (!read?.success) throw new Refusal("invalid", read && { fieldErrors: fieldErrorsOf(read.error) });
  return read.data[field] ?? null;
}
