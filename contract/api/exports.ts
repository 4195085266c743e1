import * as z from "zod";
import type { Access } from "../accounts/access.ts";
import { type PeopleList, peopleLists } from "../accounts/people.ts";
import { peopleExporters } from "../accounts/permissions.ts";
import { type ContentName, contentNames } from "../publishing/content-names.ts";
import { Done, endpoint } from "./endpoint.ts";

/** The longest query string of an exported list, in characters. */
export const longestExportQuery = 2_000;

const admins: Access = { roles: ["ADMIN"] };
const exporters: Access = { roles: ["ADMIN"], permission: "EXPORT_PERSONAL_DATA" };

export const auditLogExport = "/dashboard/admin/audit-log/export.csv";

const otherExports = {
  "/dashboard/admin/sectors/{id}/records/export.csv": admins,
  "/dashboard/admin/news/export.csv": admins,
  "/dashboard/admin/pledges/export.csv": admins,
  "/dashboard/admin/jobs/applications/export.csv": admins,
  "/dashboard/admin/messages/export.csv": admins,
  [auditLogExport]: exporters,
} as const;

type PeopleExport = `/dashboard/admin/users/${PeopleList}/export.csv`;
type ContentExport = `/dashboard/admin/${ContentName}/export.csv`;
export type ExportedList = keyof typeof otherExports | PeopleExport | ContentExport;

/** All lists that can be exported, by the path of the page in CSV, and who may: pages and the backend check the same. */
export const exportedLists = {
  ...otherExports,
  ...Object.fromEntries(
    peopleLists.map((name) => [`/dashboard/admin/users/${name}/export.csv`, name === "donators" ? exporters : peopleExporters]),
  ),
  ...Object.fromEntries(contentNames.map((name) => [`/dashboard/admin/${name}/export.csv`, admins])),
} as Readonly<Record<ExportedList, Access>>;

/** An export: which list, with which filters, how many rows, and for the audit log the reason. */
export const ExportRecord = z.object({
  list: z.enum(Object.keys(exportedLists) as [ExportedList, ...ExportedList[]]),
  query: z.string().max(longestExportQuery),
  rows: z.int().min(0).max(1_000_000),
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
