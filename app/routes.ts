import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Public pages, with the footer. */
const site = [
  index("routes/public/home/home.tsx"),
  route("story", "routes/public/story/story.tsx"),
  route("news", "routes/public/news/list.tsx"),
  route("news/:id", "routes/public/news/article.tsx"),
];

/** Login, registration and pending pages: the public header, no footer. */
const withoutFooter = [
  route("login", "routes/session/login.tsx"),
  route("account/pending/email", "routes/account/pending/email.tsx"),
  route("account/pending/criteria", "routes/account/pending/criteria.tsx"),
  route("account/pending/validation", "routes/account/pending/validation.tsx"),
  route("account/pending/documents", "routes/account/pending/documents.tsx"),
  route("account/not-verified", "routes/account/pending/not-verified.tsx"),
];

/** One article in the back-office: its tabs share the head of the record. */
const articleTabs = route("news/:id", "routes/admin/news/record.tsx", [
  route("edit", "routes/admin/news/edit.tsx"),
  route("view", "routes/admin/news/view.tsx"),
  route("history", "routes/admin/news/history.tsx"),
  route("publication", "routes/admin/news/publication.tsx"),
]);

/** The back-office: one frame, sections, records, tabs. */
const office = [
  route("dashboard", "routes/dashboard/home/home.tsx"),
  route("dashboard/views", "routes/dashboard/views.tsx"),
  route("dashboard/admin", "routes/admin/section.tsx", [
    route("news", "routes/admin/news/list.tsx"),
    route("news/bulk", "routes/admin/news/bulk.tsx"),
    route("news/create", "routes/admin/news/create.tsx"),
    articleTabs,
    route("*", "routes/admin/not-found.tsx"),
  ]),
  route("dashboard/*", "routes/dashboard/not-found.tsx"),
];

/** Files and answers without a page around them. */
const resources = [
  route("logout", "routes/session/logout.ts"),
  route("news/feed.xml", "routes/public/news/feed.xml.ts"),
  route("builds/latest.json", "routes/system/latest-build.ts"),
  route("dashboard/admin/news/export.csv", "routes/admin/news/export.csv.ts"),
  route("dashboard/admin/news/export.xlsx", "routes/admin/news/export.xlsx.ts"),
];

/** The gallery of interface pieces, for those who build pages. */
const development = process.env.NODE_ENV === "production" ? [] : [route("dev/gallery", "routes/dev/gallery.tsx")];

export default [
  layout("layouts/site/site-layout.tsx", [...site, route("*", "routes/system/not-found.tsx")]),
  layout("layouts/site/no-footer-layout.tsx", withoutFooter),
  layout("layouts/office/office-layout.tsx", [...office, ...development]),
  ...resources,
] satisfies RouteConfig;
