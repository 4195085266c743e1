import * as z from "zod";
import { Done, type Endpoint, endpoint } from "../api/endpoint.ts";
import type { Access } from "./access.ts";
import { accountManagers } from "./permissions.ts";

/** Limits of a file: bytes, rows without the header, columns, and characters of a cell. */
export const sheetLimits = { bytes: 4 * 1024 * 1024, rows: 10_000, columns: 60, cell: 20_000 } as const;

/** The highest number of a line: empty ones count too, and each takes a byte. */
const lastLine = sheetLimits.bytes;

/** The most lines of one request. */
export const linesOfRequest = 500;

/** For how long an import can be undone, and its file is stored. */
export const undoHours = 24;

export const importOutcomes = ["created", "changed", "unchanged", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** How many rows have each outcome. */
const ImportCounts = z.record(z.enum(importOutcomes), z.int());
export type ImportCounts = z.infer<typeof ImportCounts>;

/** A line of a file, by its number there; the header is line 1. */
const SheetLine = z.object({
  line: z.int().min(2).max(lastLine),
  cells: z.array(z.string().max(sheetLimits.cell)).max(sheetLimits.columns),
});
export type SheetLine = z.infer<typeof SheetLine>;

/** A row as a record's form would send it, and the cells that could not be parsed, by field. */
const SheetRow = z.object({
  line: z.int().min(2).max(lastLine),
  draft: z.record(z.string(), z.unknown()),
  problems: z.record(z.string(), z.array(z.string())),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** The column of each target. */
const Mapping = z.record(z.string().max(100), z.int().min(0).max(sheetLimits.columns));
export type Mapping = z.infer<typeof Mapping>;

/** Why a record was left as the import made it. */
export const undoObstacles = ["touched", "gone", "in_use"] as const;

/** A row with what happens to it: in the dry run, or in the import once there was one. */
const ImportedRow = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  outcome: z.enum(importOutcomes),
  name: z.string().nullable(),
  recordId: z.uuid().nullable(),
  /** What changes in the record, by field. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  /** Why it is refused: by field, or for the whole row. */
  fieldErrors: z.record(z.string(), z.array(z.string())),
  title: z.string().nullable(),
  /** Why it was not undone. */
  left: z.enum(undoObstacles).nullable(),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

const Sheet = z.object({
  id: z.uuid(),
  /** The path of the import that it is for. */
  subject: z.string(),
  fileName: z.string(),
  columns: z.array(z.string()),
  count: z.int(),
  mapping: Mapping.nullable(),
  /** The names of the columns that this person chose last time, by target. */
  remembered: z.record(z.string(), z.string()),
  /** The dry run under way as a task, and how many rows it has come to. */
  checking: z.object({ task: z.uuid(), rows: z.int() }).nullable(),
  /** The dry run; null before it is complete. */
  checked: ImportCounts.nullable(),
  /** The sums of its rows in cents by outcome, as far as there is one; null where the list is not one of money. */
  cents: ImportCounts.nullable(),
  /** The import; null before it is started. */
  report: z
    .object({
      counts: ImportCounts,
      /** Rows that nobody has come to yet. */
      waiting: z.int(),
      /** Whether the task that imports, or undoes, goes on. */
      underWay: z.boolean(),
      /** The tasks that import and undo, when there are too many rows for a request. */
      task: z.uuid().nullable(),
      undoTask: z.uuid().nullable(),
      /** Until when it can be undone, or the rest of it; null once all is, or while a task is under way. */
      undoUntil: z.iso.datetime().nullable(),
      /** How many rows are undone, how many are left as they are, and how many nobody has come to; null before. */
      undone: z.object({ done: z.int(), left: z.int(), rest: z.int() }).nullable(),
    })
    .nullable(),
});
export type Sheet = z.infer<typeof Sheet>;

/** Storing a file is for whoever may import anything; each import has its own access. */
const access = accountManagers;
const params = z.object({ id: z.uuid() });
const after = z.coerce.number().int().min(0).max(lastLine).catch(0).default(0);

export const sheetsApi = {
  /** Stores a file for a day, for the person who sent it: its header, then its lines by {@link sheetsApi.add}. */
  keep: endpoint({
    method: "POST",
    path: "/api/admin/sheets",
    access,
    body: z.object({
      subject: z.string().max(100),
      fileName: z.string().max(200),
      columns: z.array(z.string().max(sheetLimits.cell)).min(1).max(sheetLimits.columns),
    }),
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  add: endpoint({
    method: "POST",
    path: "/api/admin/sheets/:id/lines",
    access,
    params,
    body: z.object({ lines: z.array(SheetLine).min(1).max(linesOfRequest) }),
    response: Done,
  }),
  get: endpoint({ method: "GET", path: "/api/admin/sheets/:id", access, params, response: Sheet }),
  lines: endpoint({
    method: "GET",
    path: "/api/admin/sheets/:id/lines",
    access,
    params,
    query: z.object({ after }),
    response: z.object({ lines: z.array(SheetLine), more: z.boolean() }),
  }),
  /** Rows with their outcome, in the order of the file. */
  rows: endpoint({
    method: "GET",
    path: "/api/admin/sheets/:id/rows",
    access,
    params,
    query: z.object({ after, outcome: z.enum(importOutcomes), left: z.literal("yes").optional().catch(undefined) }),
    response: z.object({ rows: z.array(ImportedRow), more: z.boolean() }),
  }),
};

const Read = z.object({
  sheet: z.uuid(),
  /** Whether these are the first rows: what an earlier dry run found is then forgotten. */
  first: z.boolean(),
  mapping: Mapping,
  rows: z.array(SheetRow).min(1).max(linesOfRequest),
});
const Check = z.object({ sheet: z.uuid() });
const Run = z.object({
  sheet: z.uuid(),
  /** The legal base, where the list asks for one. */
  agreed: z.boolean().default(false),
});
const Undo = z.object({ sheet: z.uuid() });
const Started = z.object({ task: z.uuid().nullable() });

type Call<Body extends z.ZodType, Answer> = Endpoint<z.ZodUndefined, z.ZodUndefined, Body, z.ZodType<Answer>, typeof accountManagers>;

/** The imports of any list. */
export type ImportApi = {
  read: Call<typeof Read, { success: true }>;
  check: Call<typeof Check, { task: string | null }>;
  run: Call<typeof Run, { task: string | null }>;
  undo: Call<typeof Undo, { task: string | null }>;
};

/** The import of a list, at its path in the API. */
export function importApi(path: `/api/${string}`, who: Exclude<Access, "public">): ImportApi {
  const post = { method: "POST", access: who as typeof accountManagers } as const;
  return {
    /** Stores some rows of a file as its columns read them. */
    read: endpoint({ ...post, path: `${path}/import/rows`, body: Read, response: Done }),
    /** The dry run of the rows that were read, or the task that does it: nothing is written to records. */
    check: endpoint({ ...post, path: `${path}/import/check`, body: Check, response: Started }),
    /** Imports the rows as they were checked, once for each file, or starts the task that does. */
    run: endpoint({ ...post, path: `${path}/import`, body: Run, response: Started }),
    /** Removes what the import has created and puts back what it has changed, except for what was touched since. */
    undo: endpoint({ ...post, path: `${path}/import/undo`, body: Undo, response: Started }),
  } as ImportApi;
}
