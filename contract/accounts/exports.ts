import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { internalContents, shownContents } from "../api/entity-types.ts";
import type { ContentName } from "../publishing/content-names.ts";
import type { Access } from "./access.ts";
import { type PeopleList, peopleLists } from "./people.ts";
import { campaignSenders, eventManagers, peopleExporters } from "./permissions.ts";

/** The longest query string of an exported list, in characters. */
export const longestExportQuery = 2_000;

const admins: Access = { roles: ["ADMIN"] };
const exporters: Access = { roles: ["ADMIN"], permission: "EXPORT_PERSONAL_DATA" };

export const auditLogExport = "/dashboard/admin/audit-log/export.csv";
export const civicExport = "/dashboard/admin/volunteer-hours/civic.csv";
export const subscribersExport = "/dashboard/admin/notifications/subscribers/export.csv";
/** Lists whose export needs a reason, which the log stores. */
export const exportsWithReason: readonly string[] = [auditLogExport, subscribersExport];

/** Who may export a list, and the path of the endpoint that its page calls and a task reads; null where a task cannot: the list of a year for the civic account is short. */
type Exported = { access: Access; endpoint: `/api/${string}` | null };

const otherExports = {
  "/dashboard/admin/sectors/{id}/records/export.csv": { access: admins, endpoint: "/api/admin/sectors/:id/records" },
  "/dashboard/admin/events/{id}/kits/export.csv": { access: exporters, endpoint: "/api/kits/:id" },
  "/dashboard/admin/events/{id}/participants/export.csv": { access: exporters, endpoint: "/api/admin/events/:id/participants" },
  "/dashboard/admin/news/export.csv": { access: admins, endpoint: "/api/admin/articles" },
  "/dashboard/admin/donations/export.csv": { access: exporters, endpoint: "/api/admin/payments" },
  "/dashboard/admin/donations/in-kind/export.csv": { access: exporters, endpoint: "/api/admin/gifts-in-kind" },
  "/dashboard/admin/donations/pledges/export.csv": { access: exporters, endpoint: "/api/admin/pledges" },
  "/dashboard/admin/expense-claims/export.csv": { access: exporters, endpoint: "/api/admin/expense-claims" },
  "/dashboard/admin/fiscal-receipts/export.csv": { access: exporters, endpoint: "/api/admin/fiscal-receipts" },
  "/dashboard/admin/memberships/export.csv": { access: exporters, endpoint: "/api/admin/memberships" },
  "/dashboard/admin/jobs/applications/export.csv": { access: exporters, endpoint: "/api/admin/applications" },
  "/dashboard/admin/messages/export.csv": { access: exporters, endpoint: "/api/admin/messages" },
  "/dashboard/admin/tracking/export.csv": { access: exporters, endpoint: "/api/admin/tracking" },
  "/dashboard/admin/volunteer-hours/export.csv": { access: exporters, endpoint: "/api/admin/volunteer-hours" },
  [civicExport]: { access: exporters, endpoint: null },
  "/dashboard/admin/notifications/export.csv": { access: campaignSenders, endpoint: "/api/admin/campaigns" },
  [subscribersExport]: { access: exporters, endpoint: "/api/admin/newsletter-subscribers" },
  [auditLogExport]: { access: exporters, endpoint: "/api/admin/audit-log" },
} as const satisfies Record<string, Exported>;

const ofPeople = (name: PeopleList): [PeopleExport, Exported] => [
  `/dashboard/admin/users/${name}/export.csv`,
  { access: name === "donators" ? exporters : peopleExporters, endpoint: `/api/admin/people/${name}` },
];

const contents = Object.keys({ ...shownContents, ...internalContents }) as ContentName[];

/** Subjects whose endpoints have another name than their pages. */
const otherNames: Partial<Record<ContentName, string>> = { "news/themes": "article-themes", "faq/synonyms": "search-synonyms" };

const ofContent = (name: ContentName): [ContentExport, Exported] => [
  `/dashboard/admin/${name}/export.csv`,
  { access: name === "events" ? eventManagers : admins, endpoint: `/api/admin/${otherNames[name] ?? name.replace("/", "-")}/records` },
];

type PeopleExport = `/dashboard/admin/users/${PeopleList}/export.csv`;
type ContentExport = `/dashboard/admin/${ContentName}/export.csv`;
export type ExportedList = keyof typeof otherExports | PeopleExport | ContentExport;

/** All lists that can be exported, by the path of the page in CSV: pages and the backend check the same access. */
export const exportedLists: Readonly<Record<ExportedList, Exported>> = {
  ...otherExports,
  ...(Object.fromEntries(peopleLists.map(ofPeople)) as Record<PeopleExport, Exported>),
  ...(Object.fromEntries(contents.map(ofContent)) as Record<ContentExport, Exported>),
};

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
