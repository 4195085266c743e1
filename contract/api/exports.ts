import * as z from "zod";
import { Done, endpoint } from "./endpoint.ts";

/** The longest query string of an exported list, in characters. */
export const longestExportQuery = 2_000;

/** An export: which list, with which filters, how many rows, and for some lists the reason. */
export const ExportRecord = z.object({
  list: z.string().max(200),
  query: z.string().max(longestExportQuery),
  rows: z.int().min(0),
  reason: z.string().trim().min(1).max(300).optional(),
});

export const exportsApi = {
  record: endpoint({
    method: "POST",
    path: "/api/exports",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    body: ExportRecord,
    response: Done,
    status: 201,
  }),
};
