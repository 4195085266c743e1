import { exportedLists } from "#contract/accounts/exports";

/** The page of each list that is exported, with its endpoint; one list of many records has a page for each of them, and no views. */
const exported = Object.entries(exportedLists).flatMap(([file, { endpoint }]) =>
  endpoint && !endpoint.includes(":") ? [[file.slice(0, -"/export.csv".length), endpoint] as const] : [],
);

const others = {
  "/dashboard/admin/audit-log": "/api/admin/audit-log",
  "/dashboard/admin/birthdays": "/api/admin/birthdays",
  "/dashboard/admin/documents": "/api/admin/papers",
  "/dashboard/admin/documents/texts": "/api/admin/legal-texts",
  "/dashboard/admin/faq/searches": "/api/admin/unanswered-searches",
  "/dashboard/admin/mails": "/api/admin/mails",
  "/dashboard/admin/oauth-clients": "/api/admin/oauth-clients",
  "/dashboard/admin/permissions": "/api/admin/permissions",
  "/dashboard/admin/privacy": "/api/admin/data-requests",
  "/dashboard/admin/registration-links": "/api/admin/registration-links",
  "/dashboard/admin/stripe-manage/events": "/api/admin/card-events",
  "/dashboard/admin/testimonials/sent": "/api/admin/sent-testimonials",
  "/dashboard/admin/verification-chats": "/api/admin/verification-chats",
};

/** The pages with saved views, and the endpoint that each of them reads: whoever may call it may store views of the page. */
export const listEndpoints: ReadonlyMap<string, string> = new Map([...exported, ...Object.entries(others)]);
