import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

const admins = { roles: ["ADMIN"] } as const;

/** What a sheet may hold: bytes of its file, rows besides the names of the columns, columns. */
export const sheetLimits = { bytes: 400 * 1024, rows: 500, columns: 60 } as const;

/** Why one row was not made into a record: its line in the sheet, and what is wrong, by field or as a whole. */
export const RefusedRow = z.object({
  line: z.int(),
  fieldErrors: z.record(z.string(), z.array(z.string())),
  title: z.string().nullable(),
});
export type RefusedRow = z.infer<typeof RefusedRow>;

export const ImportReport = z.object({ created: z.int(), refused: z.array(RefusedRow) });
export type ImportReport = z.infer<typeof ImportReport>;

/** A row as a record's form would send it, and what of its cells could not be understood, by field. */
export const SheetRow = z.object({
  line: z.int(),
  draft: z.record(z.string(), z.unknown()),
  problems: z.record(z.string(), z.array(z.string())),
});
export type SheetRow = z.infer<typeof SheetRow>;

/** What is asked of a subject's API: the rows of a sheet, to be made into drafts, or only tried. */
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
  /** Keeps the rows of a file for a day, for whoever sent them. */
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
