import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { internalContents, shownContents } from "../api/entity-types.ts";
import type { ContentName } from "../publishing/content-names.ts";
import type { Access } from "./access.ts";
import { type PeopleList, peopleLists } from "./people.ts";
import { campaignSenders, peopleExporters } from "./permissions.ts";

/** The longest query string of an exported list, in characters. */
export const longestExportQuery = 2_000;

const admins: Access = { roles: ["ADMIN"] };
const exporters: Access = { roles: ["ADMIN"], permission: "EXPORT_PERSONAL_DATA" };

export const auditLogExport = "/dashboard/admin/audit-log/export.csv";
export const subscribersExport = "/dashboard/admin/notifications/subscribers/export.csv";
/** Lists whose export needs a reason, which the log stores. */
export const exportsWithReason: readonly string[] = [auditLogExport, subscribersExport];

const senders: Access = campaignSenders;

const otherExports = {
  "/dashboard/admin/sectors/{id}/records/export.csv": admins,
  "/dashboard/admin/events/{id}/kits/export.csv": exporters,
  "/dashboard/admin/events/{id}/participants/export.csv": exporters,
  "/dashboard/admin/news/export.csv": admins,
  "/dashboard/admin/donations/export.csv": exporters,
  "/dashboard/admin/donations/in-kind/export.csv": exporters,
  "/dashboard/admin/donations/pledges/export.csv": exporters,
  "/dashboard/admin/expense-claims/export.csv": exporters,
  "/dashboard/admin/fiscal-receipts/export.csv": exporters,
  "/dashboard/admin/memberships/export.csv": exporters,
  "/dashboard/admin/jobs/applications/export.csv": exporters,
  "/dashboard/admin/messages/export.csv": exporters,
  "/dashboard/admin/tracking/export.csv": exporters,
  "/dashboard/admin/volunteer-hours/export.csv": exporters,
  "/dashboard/admin/notifications/export.csv": senders,
  [subscribersExport]: exporters,
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
  ...Object.fromEntries(
    Object.keys({ ...shownContents, ...internalContents }).map((name) => [`/dashboard/admin/${name}/export.csv`, admins]),
  ),
} as Readonly<Record<ExportedList, Access>>;

/** The most rows that a request exports itself; above, it starts a task. */
export const maxRowsInExportRequest = 5_000;

/** The maximum number of rows of an export. */
export const maxExportRows = 1_000_000;

/** Hours for which the rows of an export can be fetched. */
export const exportHours = 24;

/** An export: which list, with which filters, how many rows, and for some lists the reason. */
export const ExportRecord = z.object({
  list: z.enum(Object.keys(exportedLists) as [ExportedList, ...ExportedList[]]),
  query: z.string().max(longestExportQuery),
  rows: z.int().min(0).max(1_000_000),
  reason: z.string().trim().min(1).max(300).optional(),
});

const access = { roles: ["ADMIN", "VOLUNTEER"] } as const;

/** An export as a task: the parameters and the query of the list's own endpoint, which follows from the list. */
export const ExportRequest = ExportRecord.omit({ rows: true }).extend({
  params: z.record(z.string(), z.string()),
  listQuery: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

export const exportsApi = {
  record: endpoint({
    method: "POST",
    path: "/api/exports",
    access,
    body: ExportRecord,
    response: Done,
    status: 201,
  }),
  start: endpoint({
    method: "POST",
    path: "/api/exports/tasks",
    access,
    body: ExportRequest,
    response: z.object({ task: z.uuid() }),
    status: 201,
  }),
  /** Rows of an export of one's own, as the list has them; the first call, without `from`, is logged as the export. `next` opens the others, null at the end. */
  rows: endpoint({
    method: "GET",
    path: "/api/exports/tasks/:id/rows",
    access,
    params: z.object({ id: z.uuid() }),
    query: z.object({ from: z.string().max(200).optional() }),
    response: z.object({ items: z.array(z.unknown()), next: z.string().nullable() }),
  }),
};
