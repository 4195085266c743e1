import { asc, sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "#backend/db/columns";
import { tasks } from "#backend/modules/tasks/tables";
import { users } from "#backend/modules/users/tables";
import { importOutcomes, type Mapping, undoObstacles } from "#contract/accounts/imports";

/** A file that somebody imports. */
export const sheets = pgTable(
  "sheets",
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** The path of the import that it is for. */
    subject: text().notNull(),
    fileName: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    /** The column of each target, as in the last dry run. */
    mapping: jsonb().$type<Mapping>(),
    /** Whether its sender stated that the people in it agree. */
    agreed: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    /** When it was imported: once. */
    startedAt: instant(),
    undoneAt: instant(),
    /** The tasks that check, import and undo it, when it has many rows. */
    checkTaskId: uuid().references(() => tasks.id, { onDelete: "set null" }),
    taskId: uuid().references(() => tasks.id, { onDelete: "set null" }),
    undoTaskId: uuid().references(() => tasks.id, { onDelete: "set null" }),
  },
  (t) => [
    index("sheets_age").on(t.createdAt),
    index("sheets_owner").on(t.ownerId),
    index("sheets_check_task").on(t.checkTaskId),
    index("sheets_task").on(t.taskId),
    index("sheets_undo_task").on(t.undoTaskId),
    check("sheets_undone_once_started", sql`${t.undoneAt} is null or ${t.startedAt} is not null`),
  ],
);

/** A line of a file: what it says, what the dry run found, and what the import did. */
export const sheetRows = pgTable(
  "sheet_rows",
  {
    id: uuid().primaryKey().defaultRandom(),
    sheetId: uuid()
      .notNull()
      .references(() => sheets.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
    /** The row as the record's form would send it, and the cells that could not be parsed; null until the dry run. */
    draft: jsonb().$type<Record<string, unknown>>(),
    problems: jsonb().$type<Record<string, string[]>>(),
    /** What names its record; rows with the same one are about the same record. */
    matchKey: text(),
    /** The name of the record, for lists. */
    label: text(),
    /** The amount in it, in cents, where its list is one of money. */
    cents: bigint({ mode: "number" }),
    /** What the dry run foretells. */
    foretold: text({ enum: importOutcomes }),
    /** What the import did; null until it comes to this row. */
    outcome: text({ enum: importOutcomes }),
    /** Why it is refused: the code of a refusal, its number, and errors by field. */
    refusal: jsonb().$type<{ code: string; count?: number; fieldErrors?: Record<string, string[]> }>(),
    /** What changes, by field. */
    changes: jsonb().$type<Record<string, { before: unknown; after: unknown }>>(),
    recordId: uuid(),
    /** The version of the record that the import made. */
    recordVersion: text(),
    /** The values of a changed record before. */
    former: jsonb().$type<Record<string, unknown>>(),
    undo: text({ enum: ["done", ...undoObstacles] }),
  },
  (t) => [
    unique("sheet_rows_line").on(t.sheetId, t.line),
    index("sheet_rows_key").on(t.sheetId, t.matchKey),
    index("sheet_rows_foretold").on(t.sheetId, t.foretold, t.line),
    index("sheet_rows_outcome").on(t.sheetId, t.outcome, t.line),
    check("sheet_rows_foretold", sql`${t.foretold} in (${oneOf(importOutcomes)})`),
    check("sheet_rows_outcome", sql`${t.outcome} in (${oneOf(importOutcomes)})`),
    check("sheet_rows_undo", sql`${t.undo} in (${oneOf(["done", ...undoObstacles])})`),
    // A row that is imported names its record, with the version by which an undo recognises it.
    check(
      "sheet_rows_record",
      sql`${t.outcome} is null or ${t.outcome} not in ('created', 'changed') or (${t.recordId} is not null and ${t.recordVersion} is not null)`,
    ),
    check("sheet_rows_former", sql`${t.outcome} is distinct from 'changed' or ${t.former} is not null`),
    check("sheet_rows_undone", sql`${t.undo} is null or coalesce(${t.outcome} in ('created', 'changed'), false)`),
  ],
);

/** The order in which the rows of a file are checked and imported. */
export const rowOrder = ({ dayField }: { dayField?: string }) =>
  dayField ? [sql`${sheetRows.draft} ->> ${dayField}::text`, asc(sheetRows.line)] : [asc(sheetRows.line)];

/** The names of the columns that somebody chose last, by target. */
export const importMappings = pgTable(
  "import_mappings",
  {
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    columns: jsonb().$type<Record<string, string>>().notNull(),
    usedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.subject] }), index("import_mappings_used").on(t.usedAt)],
);
