import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

const admins = { roles: ["ADMIN"] } as const;

/** Limits of a CSV file: bytes, rows without the header, columns. */
export const sheetLimits = { bytes: 400 * 1024, rows: 500, columns: 60 } as const;

/** Why a row was refused: its line in the file, and the errors, by field or for the whole row. */
export const RefusedRow = z.object({
  line: z.int(),
  fieldErrors: z.record(z.string(), z.array(z.string())),
  title: z.string().nullable(),
});
export type RefusedRow = z.infer<typeof RefusedRow>;

export const ImportReport = z.object({ created: z.int(), refused: z.array(RefusedRow) });
export type ImportReport = z.infer<typeof ImportReport>;

/** A row as a record's form would send it, and the cells that could not be parsed, by field. */
export const SheetRow = z.object({
  line: z.int(),
  draft: z.record(z.string(), z.unknown()),
  problems: z.record(z.string(), z.array(z.string())),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** The request to a subject's API: the rows of a file, to be created as drafts, or a dry run. */
export const ImportRequest = z.object({ sheet: z.uuid(), rows: z.array(SheetRow).max(sheetLimits.rows), dryRun: z.boolean() });

const Sheet = z.object({
  id: z.uuid(),
  subject: z.string(),
  fileName: z.string(),
  cells: z.array(z.array(z.string())),
  report: ImportReport.nullable(),
});
export type Sheet = z.infer<typeof Sheet>;

export const sheetsApi = {
  /** Stores the rows of a file for a day, for the person who sent them. */
  keep: endpoint({
    method: "POST",
    path: "/api/admin/sheets",
    access: admins,
    body: z.object({
      subject: z.string().max(100),
      fileName: z.string().max(200),
      cells: z
        .array(z.array(z.string()).max(sheetLimits.columns))
        .min(1)
        .max(sheetLimits.rows + 1),
    }),
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),

  get: endpoint({ method: "GET", path: "/api/admin/sheets/:id", access: admins, params: z.object({ id: z.uuid() }), response: Sheet }),
};
