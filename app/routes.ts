import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { peopleLists } from "../contract/accounts/people.ts";
import { contentNames } from "../contract/publishing/content-names.ts";

/** Public pages, with the footer. */
const site = [
  index("routes/public/home/home.tsx"),
  route("story", "routes/public/story/story.tsx"),
  route("contact", "routes/public/contact/contact.tsx"),
  route("delivraide", "routes/public/actions/delivraide/delivraide.tsx"),
  route("dressed", "routes/public/actions/dressed/dressed.tsx"),
  route("euro-solidaire", "routes/public/actions/euro/euro.tsx"),
  route("donate", "routes/public/donate/donate.tsx"),
  route("donate/:id", "routes/public/donate/payment.tsx"),
  route("donations/access", "routes/session/donations/access.tsx"),
  route("donations/manage", "routes/session/donations/manage.tsx"),
  route("donations/manage/:id", "routes/session/donations/gift.tsx"),
  route("cgu", "routes/public/legal/cgu.tsx"),
  route("gdpr", "routes/public/legal/gdpr.tsx"),
  route("gdpr/requests/:id", "routes/public/legal/received-request.tsx"),
  route("accessibility", "routes/public/legal/accessibility.tsx"),
  route("press", "routes/public/press/press.tsx"),
  route("press/:id", "routes/public/press/release.tsx"),
  route("partners", "routes/public/partners/partners.tsx"),
  route("jobs", "routes/public/jobs/list.tsx"),
  route("jobs/:id", "routes/public/jobs/job.tsx"),
  route("jobs/applied/:id", "routes/public/jobs/applied.tsx"),
  route("further-support", "routes/public/further-support/further-support.tsx"),
  route("team", "routes/public/team/directory.tsx"),
  route("team/:id", "routes/public/team/team.tsx"),
  route("news", "routes/public/news/list.tsx"),
  route("news/:id", "routes/public/news/article.tsx"),
  route("testimonials/send", "routes/public/testimonials/send.tsx"),
  route("testimonials/withdraw", "routes/public/testimonials/withdraw.tsx"),
  route("search", "routes/public/search/search.tsx"),
];

/** Login, registration and pending pages: the public header, no footer. */
const withoutFooter = [
  route("offline", "routes/public/offline/offline.tsx"),
  route("login", "routes/session/login.tsx"),
  route("register", "routes/session/register/choice.tsx"),
  route("register/basic", "routes/session/register/basic.tsx"),
  route("register/donator", "routes/session/register/donator.tsx"),
  route("register/volunteer", "routes/session/register/volunteer.tsx"),
  route("register/beneficiary", "routes/session/register/beneficiary.tsx"),
  route("register/donator-form", "routes/session/register/donator-form.tsx"),
  route("register/verify", "routes/session/register/verify.tsx"),
  route("register/guardian", "routes/session/register/guardian.tsx"),
  route("password/request", "routes/session/password/request.tsx"),
  route("password/update", "routes/session/password/update.tsx"),
  route("password/restore-email", "routes/session/password/restore-email.tsx"),
  route("login/consent", "routes/session/consent.tsx"),
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

/** Content subjects share their pages: each has a list, a form for a new record and one for a kept one. */
const content = contentNames.flatMap((name) =>
  [
    { path: name, page: "list" },
    { path: `${name}/create`, page: "create" },
    { path: `${name}/bulk`, page: "bulk" },
    { path: `${name}/set`, page: "set" },
    { path: `${name}/import`, page: "import" },
    { path: `${name}/:id/edit`, page: "edit" },
  ].map(({ path, page }) => route(path, `routes/admin/content/${page}.tsx`, { id: `routes/admin/content/${name}/${page}` })),
);

/** People: five lists of one make, and the pages of one person under one head. A donor's head has two addresses. */
const people = [
  ...peopleLists.map((name) => route(`users/${name}`, "routes/admin/people/list.tsx", { id: `routes/admin/people/${name}/list` })),
  route("users/pending-approval/bulk", "routes/admin/people/bulk.tsx"),
  route("users/donators/:id", "routes/admin/people/person.tsx", { id: "routes/admin/people/donator" }, [
    route("view", "routes/admin/people/view.tsx", { id: "routes/admin/people/donator/view" }),
  ]),
  route("users/:id", "routes/admin/people/person.tsx", [
    route("view", "routes/admin/people/view.tsx"),
    route("account", "routes/admin/people/account.tsx"),
    route("rights", "routes/admin/people/rights.tsx"),
    route("documents", "routes/admin/people/documents.tsx"),
    route("history", "routes/admin/people/history.tsx"),
    route("privacy", "routes/admin/people/privacy.tsx"),
  ]),
];

/** Who may do what, what was done, and which other applications people log in to through us. */
const control = [
  route("permissions", "routes/admin/rights/list.tsx"),
  route("permissions/:id", "routes/admin/rights/edit.tsx"),
  route("audit-log", "routes/admin/audit/list.tsx"),
  route("audit-log/export", "routes/admin/audit/export-reason.tsx"),
  route("oauth-clients", "routes/admin/oauth/list.tsx"),
  route("oauth-clients/create", "routes/admin/oauth/create.tsx"),
  route("oauth-clients/:id", "routes/admin/oauth/edit.tsx"),
];

/** A person's own settings, and what the law asks: requests about data, texts to sign, papers, mails that left. */
const settings = [
  route("account/settings", "routes/account/own/identity.tsx"),
  route("account/settings/notifications", "routes/account/own/notifications.tsx"),
  route("account/settings/sessions", "routes/account/own/sessions.tsx"),
  route("account/settings/privacy", "routes/account/own/privacy.tsx"),
];
const law = [
  route("privacy", "routes/admin/privacy/list.tsx"),
  route("privacy/retention", "routes/admin/privacy/retention.tsx"),
  route("privacy/:id", "routes/admin/privacy/request.tsx"),
  route("documents", "routes/admin/documents/list.tsx"),
  route("documents/:id/view", "routes/admin/documents/document.tsx"),
  route("documents/texts", "routes/admin/documents/texts/list.tsx"),
  route("documents/texts/create", "routes/admin/documents/texts/create.tsx"),
  route("documents/texts/:id", "routes/admin/documents/texts/text.tsx"),
  route("documents/texts/:id/signers", "routes/admin/documents/texts/signers.tsx"),
  route("mails", "routes/admin/mails/list.tsx"),
  route("mails/templates", "routes/admin/mails/templates.tsx"),
  route("mails/:id", "routes/admin/mails/mail.tsx"),
];

/** The sectors that one answers for. */
const mySectors = [
  route("dashboard/my-sectors", "routes/dashboard/my-sectors/list.tsx"),
  route("dashboard/my-sectors/:id", "routes/dashboard/my-sectors/sector.tsx"),
  route("dashboard/my-sectors/:id/edit", "routes/dashboard/my-sectors/edit.tsx"),
  route("dashboard/my-sectors/:id/hours", "routes/dashboard/my-sectors/hours.tsx"),
];

/** The back-office: one frame, sections, records, tabs. */
const office = [
  route("dashboard", "routes/dashboard/home/home.tsx"),
  ...settings,
  route("dashboard/views", "routes/dashboard/views.tsx"),
  ...mySectors,
  route("dashboard/admin", "routes/admin/section.tsx", [
    route("news", "routes/admin/news/list.tsx"),
    route("news/bulk", "routes/admin/news/bulk.tsx"),
    route("news/create", "routes/admin/news/create.tsx"),
    articleTabs,
    route("registration-links", "routes/admin/registration-links/list.tsx"),
    route("registration-links/create", "routes/admin/registration-links/create.tsx"),
    route("registration-links/:id/view", "routes/admin/registration-links/view.tsx"),
    ...content,
    route("faq/searches", "routes/admin/faq/searches.tsx"),
    route("projects/board", "routes/admin/projects/board.tsx"),
    route("projects/:id/follow", "routes/admin/projects/follow.tsx"),
    route("testimonials/sent", "routes/admin/testimonials/sent-list.tsx"),
    route("testimonials/sent/:id", "routes/admin/testimonials/sent.tsx"),
    route("jobs/applications", "routes/admin/applications/list.tsx"),
    route("jobs/applications/:id", "routes/admin/applications/application.tsx"),
    route("sectors/tree", "routes/admin/sectors/tree.tsx"),
    route("sectors/:id/merge", "routes/admin/sectors/merge.tsx"),
    route("sectors/:id/fiche", "routes/admin/sectors/sector.tsx"),
    route("sectors/:id/records", "routes/admin/sectors/records.tsx"),
    route("events/:id", "routes/admin/events/event.tsx"),
    route("sectors/:id/hours", "routes/admin/sectors/hours.tsx"),
    route("cache-metrics", "routes/admin/cache/metrics.tsx"),
    route("cache-metrics/purge", "routes/admin/cache/purge.tsx"),
    route("verification-chats", "routes/admin/verification-chats/list.tsx"),
    route("verification-chats/:id", "routes/admin/verification-chats/chat.tsx"),
    route("messages", "routes/admin/messages/list.tsx"),
    route("messages/:id", "routes/admin/messages/message.tsx"),
    route("pages", "routes/admin/pages/list.tsx"),
    route("pages/:id", "routes/admin/pages/page.tsx"),
    route("pledges", "routes/admin/pledges/list.tsx"),
    route("pledges/:id", "routes/admin/pledges/pledge.tsx"),
    ...people,
    ...control,
    ...law,
    route("*", "routes/admin/not-found.tsx"),
  ]),
  route("dashboard/*", "routes/dashboard/not-found.tsx"),
];

/** A list as files of both kinds. */
function files(path: string, module: string, subject = "") {
  return ["csv", "xlsx"].map((kind) => route(`${path}.${kind}`, `${module}.ts`, { id: `${module}/${subject}.${kind}` }));
}

/** Files and answers without a page around them. */
const resources = [
  ...["chat", "supporting-documents", "sending", "resend"].map((name) =>
    route(`account/pending/${name}`, `routes/account/pending/${name}.ts`),
  ),
  route("logout", "routes/session/logout.ts"),
  route("contact/helpful", "routes/public/contact/helpful.ts"),
  route("donate/company", "routes/public/donate/company.ts"),
  route("press/kit.zip", "routes/public/press/kit.zip.ts"),
  route("press/:id/file", "routes/public/press/file.ts"),
  route("register/addresses", "routes/session/register/postal-addresses.ts"),
  route("news/feed.xml", "routes/public/news/feed.xml.ts"),
  route("news/:id/share.png", "routes/public/news/share.png.ts"),
  route("events/:id/calendar.ics", "routes/public/events/calendar.ics.ts"),
  route("team/:id/calendar.ics", "routes/public/team/calendar.ics.ts"),
  route("share.png", "routes/public/search/share.png.ts"),
  route("sitemap.xml", "routes/public/search/sitemap.xml.ts"),
  route("robots.txt", "routes/public/search/robots.txt.ts"),
  route("site.webmanifest", "routes/public/search/site.webmanifest.ts"),
  route("account/settings/copy/:id", "routes/account/own/copy.ts"),
  route("account/settings/signed/:id", "routes/account/own/signed.ts"),
  route("dashboard/admin/privacy/:id/copy", "routes/admin/privacy/copy.ts"),
  route("dashboard/admin/documents/:id/file", "routes/admin/documents/file.ts"),
  route("dashboard/admin/files/:id", "routes/admin/files/file.ts"),
  route("dashboard/admin/sectors/:id/fiche.pdf", "routes/admin/sectors/poster.pdf.ts"),
  route("dashboard/my-sectors/:id/fiche.pdf", "routes/dashboard/my-sectors/poster.pdf.ts"),
  route("dashboard/admin/mails/:id/html", "routes/admin/mails/mail-html.ts"),
  route("builds/latest.json", "routes/system/latest-build.ts"),
  route("builds/:version/drawings.svg", "routes/system/drawings.svg.ts"),
  route("builds/:version/texts/:namespaces", "routes/system/texts.ts"),
  route("dashboard/admin/jobs/applications/:id/cv", "routes/admin/applications/cv.ts"),
  ...files("dashboard/admin/sectors/:id/records/export", "routes/admin/sectors/records-export"),
  ...files("dashboard/admin/news/export", "routes/admin/news/export"),
  ...files("dashboard/admin/pledges/export", "routes/admin/pledges/export"),
  ...files("dashboard/admin/jobs/applications/export", "routes/admin/applications/export"),
  ...files("dashboard/admin/messages/export", "routes/admin/messages/export"),
  ...files("dashboard/admin/audit-log/export", "routes/admin/audit/export"),
  ...peopleLists.flatMap((name) => files(`dashboard/admin/users/${name}/export`, "routes/admin/people/export", name)),
  ...contentNames.flatMap((name) => files(`dashboard/admin/${name}/export`, "routes/admin/content/export", name)),
];

/** The gallery of interface pieces, for those who build pages. */
const development = process.env.NODE_ENV === "production" ? [] : [route("dev/gallery", "routes/dev/gallery.tsx")];

export default [
  layout("layouts/site/site-layout.tsx", [...site, route("*", "routes/system/not-found.tsx")]),
  layout("layouts/site/no-footer-layout.tsx", withoutFooter),
  layout("layouts/office/office-layout.tsx", [...office, ...development]),
  ...resources,
] satisfies RouteConfig;
