import * as z from "zod";
import { Done, endpoint } from "./endpoint.ts";

/** A list that left as a file: which one, with which filters, how many rows, and for some lists why. */
export const ExportRecord = z.object({
  list: z.string().max(200),
  query: z.string().max(2_000),
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
