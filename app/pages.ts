import type { Access } from "../contract/accounts/access.ts";
import { type PeopleList, peopleLists } from "../contract/accounts/people.ts";
import { accountManagers, campaignSenders } from "../contract/accounts/permissions.ts";
import { sectorLists } from "../contract/accounts/person-edit.ts";
import { contentNames } from "../contract/publishing/content-names.ts";
import { admin, donors, everyone, exporter, helpedOrHelping, only, rightsGiver, staff } from "./page-access.ts";
import type { planned } from "./planned-pages.ts";
import { resources } from "./resource-routes.ts";

/**
 * A page: its path, the file that serves it and who may open it. Pages of the same kind share a file, and each has an id.
 * ADMIN is not a superuser, and a permission without the role opens nothing.
 */
export type Page = readonly [path: `/${string}`, file: string, access: Access, id?: string];

/** Public pages, with the footer. */
const site = [
  ["/", "routes/public/home/home.tsx", "public"],
  ["/story", "routes/public/story/story.tsx", "public"],
  ["/contact", "routes/public/contact/contact.tsx", "public"],
  ["/contact/conversation", "routes/public/contact/conversation.tsx", "public"],
  ["/delivraide", "routes/public/actions/delivraide/delivraide.tsx", "public"],
  ["/dressed", "routes/public/actions/dressed/dressed.tsx", "public"],
  ["/euro-solidaire", "routes/public/actions/euro/euro.tsx", "public"],
  ["/donate", "routes/public/donate/donate.tsx", "public"],
  ["/donate/{id}", "routes/public/donate/payment.tsx", "public"],
  ["/donations/access", "routes/session/donations/access.tsx", "public"],
  ["/donations/manage", "routes/session/donations/manage.tsx", "public"],
  ["/donations/manage/{id}", "routes/session/donations/gift.tsx", "public"],
  ["/cgu", "routes/public/legal/cgu.tsx", "public"],
  ["/gdpr", "routes/public/legal/gdpr.tsx", "public"],
  ["/gdpr/requests/{id}", "routes/public/legal/received-request.tsx", "public"],
  ["/accessibility", "routes/public/legal/accessibility.tsx", "public"],
  ["/press", "routes/public/press/press.tsx", "public"],
  ["/press/{id}", "routes/public/press/release.tsx", "public"],
  ["/partners", "routes/public/partners/partners.tsx", "public"],
  ["/jobs", "routes/public/jobs/list.tsx", "public"],
  ["/jobs/conversation", "routes/public/jobs/conversation.tsx", "public"],
  ["/jobs/{id}", "routes/public/jobs/job.tsx", "public"],
  ["/jobs/applied/{id}", "routes/public/jobs/applied.tsx", "public"],
  ["/further-support", "routes/public/further-support/further-support.tsx", "public"],
  ["/team", "routes/public/team/directory.tsx", "public"],
  ["/team/{id}", "routes/public/team/team.tsx", "public"],
  ["/news", "routes/public/news/list.tsx", "public"],
  ["/news/{id}", "routes/public/news/article.tsx", "public"],
  ["/testimonials", "routes/public/testimonials/list.tsx", "public"],
  ["/testimonials/send", "routes/public/testimonials/send.tsx", "public"],
  ["/testimonials/withdraw", "routes/public/testimonials/withdraw.tsx", "public"],
  ["/certificates", "routes/public/certificates/check.tsx", "public"],
  ["/certificates/{id}", "routes/public/certificates/check.tsx", "public", "routes/public/certificates/result"],
  ["/events/registration", "routes/public/events/registration.tsx", "public"],
  ["/events/{id}", "routes/public/events/event.tsx", "public"],
  ["/search", "routes/public/search/search.tsx", "public"],
] as const satisfies Page[];

/** Login, registration and pending pages: the public header, no footer. */
const withoutFooter = [
  ["/offline", "routes/public/offline/offline.tsx", "public"],
  ["/login", "routes/session/login.tsx", "public"],
  ["/register", "routes/session/register/choice.tsx", "public"],
  ["/register/basic", "routes/session/register/basic.tsx", "public"],
  ["/register/donator", "routes/session/register/donator.tsx", "public"],
  ["/register/volunteer", "routes/session/register/volunteer.tsx", "public"],
  ["/register/beneficiary", "routes/session/register/beneficiary.tsx", "public"],
  ["/register/donator-form", "routes/session/register/donator-form.tsx", "public"],
  ["/register/saved", "routes/session/register/saved.tsx", "public"],
  ["/register/resume", "routes/session/register/resume.tsx", "public"],
  ["/register/verify", "routes/session/register/verify.tsx", "public"],
  ["/register/guardian", "routes/session/register/guardian.tsx", "public"],
  ["/password/request", "routes/session/password/request.tsx", "public"],
  ["/password/update", "routes/session/password/update.tsx", "public"],
  ["/password/restore-email", "routes/session/password/restore-email.tsx", "public"],
  ["/unsubscribe", "routes/session/unsubscribe.tsx", "public"],
  ["/newsletter", "routes/session/newsletter/ask.tsx", "public"],
  ["/newsletter/confirm", "routes/session/newsletter/confirm.tsx", "public"],
  ["/login/consent", "routes/session/consent.tsx", "public"],
  ["/setup", "routes/session/setup/setup.tsx", "public"],
  ["/setup/organisation", "routes/session/setup/organisation.tsx", admin],
  ["/setup/sector", "routes/session/setup/sector.tsx", admin],
  ["/setup/contents", "routes/session/setup/contents.tsx", admin],
  ["/account/pending/email", "routes/account/pending/email.tsx", "authenticated"],
  ["/account/pending/criteria", "routes/account/pending/criteria.tsx", "authenticated"],
  ["/account/pending/validation", "routes/account/pending/validation.tsx", "authenticated"],
  ["/account/pending/documents", "routes/account/pending/documents.tsx", "authenticated"],
  ["/account/not-verified", "routes/account/pending/not-verified.tsx", "authenticated"],
] as const satisfies Page[];

/** Content subjects share their pages: each has a list, a form for a new record and one for an existing one. */
const content = contentNames.flatMap((name) => {
  const path = `/dashboard/admin/${name}` as const;
  const file = (page: string) => [`routes/admin/content/${page}.tsx`, admin, `routes/admin/content/${name}/${page}`] as const;
  return [
    [path, ...file("list")],
    [`${path}/create`, ...file("create")],
    [`${path}/bulk`, ...file("bulk")],
    [`${path}/set`, ...file("set")],
    [`${path}/import`, ...file("import")],
    [`${path}/bin`, ...file("bin")],
    [`${path}/{id}/edit`, ...file("edit")],
  ] as const satisfies Page[];
});

/** People: five lists of the same kind, and the pages of one person. */
const listReaders: Record<PeopleList, Access> = {
  "pending-approval": accountManagers,
  volunteers: staff,
  drivers: staff,
  beneficiaries: accountManagers,
  donators: admin,
};
const people = [
  ...peopleLists.map(
    (name) =>
      [
        `/dashboard/admin/users/${name}`,
        "routes/admin/people/list.tsx",
        listReaders[name],
        `routes/admin/people/${name}/list`,
      ] as const satisfies Page,
  ),
  ["/dashboard/admin/users/pending-approval/bulk", "routes/admin/people/bulk.tsx", accountManagers],
  ["/dashboard/admin/users/volunteers/import", "routes/admin/people/import.tsx", accountManagers],
  ...sectorLists.map(
    (name) =>
      [
        `/dashboard/admin/users/${name}/bulk`,
        "routes/admin/people/assign-team.tsx",
        admin,
        `routes/admin/people/${name}/bulk`,
      ] as const satisfies Page,
  ),
  ["/dashboard/admin/users/pending-approval/{id}", "routes/admin/people/review/review.tsx", accountManagers],
  ["/dashboard/admin/users/donators/{id}/view", "routes/admin/people/view.tsx", admin, "routes/admin/people/donator/view"],
  ["/dashboard/admin/users/{id}/view", "routes/admin/people/view.tsx", staff],
  ["/dashboard/admin/users/{id}/account", "routes/admin/people/account.tsx", accountManagers],
  ["/dashboard/admin/users/{id}/edit", "routes/admin/people/edit.tsx", admin],
  ["/dashboard/admin/users/{id}/rights", "routes/admin/people/rights.tsx", admin],
  ["/dashboard/admin/users/{id}/documents", "routes/admin/people/documents.tsx", accountManagers],
  ["/dashboard/admin/users/{id}/history", "routes/admin/people/history.tsx", admin],
  ["/dashboard/admin/users/{id}/aids", "routes/admin/people/aids.tsx", admin],
  ["/dashboard/admin/users/{id}/tracking", "routes/admin/people/tracking.tsx", admin],
  ["/dashboard/admin/users/{id}/privacy", "routes/admin/people/privacy.tsx", admin],
] as const satisfies Page[];

/** The back-office, in its layout. */
const office = [
  ["/dashboard", "routes/dashboard/home/home.tsx", everyone],
  ["/dashboard/views", "routes/dashboard/views.tsx", everyone],
  ["/dashboard/tools", "routes/dashboard/tools/tools.tsx", staff],
  ["/account/settings", "routes/account/settings/identity.tsx", helpedOrHelping],
  ["/account/settings/profile", "routes/account/settings/identity.tsx", donors, "routes/account/settings/donor/identity"],
  ["/account/settings/needs", "routes/account/settings/needs.tsx", only("BENEFICIARY")],
  ["/account/settings/volunteering", "routes/account/settings/volunteering.tsx", staff],
  ["/account/settings/driving", "routes/account/settings/driving.tsx", staff],
  ["/account/chat", "routes/account/chat.tsx", everyone],
  ["/account/inbox", "routes/account/inbox/inbox.tsx", everyone],
  ["/account/tasks", "routes/account/tasks/list.tsx", everyone],
  ["/account/tasks/{id}", "routes/account/tasks/task.tsx", everyone],
  ["/account/settings/notifications", "routes/account/settings/notifications.tsx", everyone],
  ["/account/settings/sessions", "routes/account/settings/sessions.tsx", everyone],
  ["/account/settings/privacy", "routes/account/settings/privacy.tsx", everyone],
  ["/dashboard/my-tracking", "routes/dashboard/my-tracking/my-tracking.tsx", helpedOrHelping],
  ["/dashboard/my-file", "routes/dashboard/my-file/my-file.tsx", only("BENEFICIARY")],
  ["/dashboard/my-sectors", "routes/dashboard/my-sectors/list.tsx", staff],
  ["/dashboard/my-sectors/{id}", "routes/dashboard/my-sectors/sector.tsx", staff],
  ["/dashboard/my-sectors/{id}/edit", "routes/dashboard/my-sectors/edit.tsx", staff],
  ["/dashboard/my-sectors/{id}/hours", "routes/dashboard/my-sectors/hours.tsx", staff],
  ["/dashboard/admin/news", "routes/admin/news/list.tsx", admin],
  ["/dashboard/admin/news/bulk", "routes/admin/news/bulk.tsx", admin],
  ["/dashboard/admin/news/create", "routes/admin/news/create.tsx", staff],
  ["/dashboard/admin/registration-links", "routes/admin/registration-links/list.tsx", admin],
  ["/dashboard/admin/registration-links/create", "routes/admin/registration-links/create.tsx", admin],
  ["/dashboard/admin/registration-links/{id}/view", "routes/admin/registration-links/view.tsx", admin],
  ["/dashboard/admin/faq/searches", "routes/admin/faq/searches.tsx", admin],
  ["/dashboard/admin/projects/board", "routes/admin/projects/board.tsx", admin],
  ["/dashboard/admin/projects/{id}/follow", "routes/admin/projects/follow.tsx", admin],
  ["/dashboard/admin/testimonials/sent", "routes/admin/testimonials/sent-list.tsx", admin],
  ["/dashboard/admin/testimonials/sent/{id}", "routes/admin/testimonials/sent.tsx", admin],
  ["/dashboard/admin/jobs/applications", "routes/admin/applications/list.tsx", admin],
  ["/dashboard/admin/jobs/applications/{id}", "routes/admin/applications/application.tsx", admin],
  ["/dashboard/admin/sectors/tree", "routes/admin/sectors/tree.tsx", admin],
  ["/dashboard/admin/sectors/{id}/merge", "routes/admin/sectors/merge.tsx", admin],
  ["/dashboard/admin/sectors/{id}/fiche", "routes/admin/sectors/sector.tsx", admin],
  ["/dashboard/admin/sectors/{id}/records", "routes/admin/sectors/records.tsx", admin],
  ["/dashboard/events", "routes/dashboard/events/list.tsx", helpedOrHelping],
  ["/dashboard/events/{id}", "routes/dashboard/events/event.tsx", helpedOrHelping],
  ["/dashboard/events/{id}/qrcode", "routes/dashboard/events/qrcode.tsx", helpedOrHelping],
  ["/dashboard/events/{id}/door", "routes/dashboard/events/door.tsx", staff],
  ["/dashboard/events/{id}/kits", "routes/dashboard/events/kits.tsx", staff],
  ["/dashboard/my-events", "routes/dashboard/events/my-events.tsx", helpedOrHelping],
  ["/dashboard/admin/events/scan", "routes/admin/events/scan.tsx", admin],
  ["/dashboard/admin/events/{id}/qrcodes", "routes/admin/events/qrcodes.tsx", admin],
  ["/dashboard/admin/events/{id}", "routes/admin/events/event.tsx", admin],
  ["/dashboard/admin/events/{id}/participants", "routes/admin/events/participants.tsx", admin],
  ["/dashboard/admin/events/{id}/kits", "routes/admin/events/kits.tsx", admin],
  ["/dashboard/admin/events/{id}/places", "routes/admin/events/places.tsx", admin],
  ["/dashboard/admin/events/{id}/notify", "routes/admin/events/notify.tsx", admin],
  ["/dashboard/admin/sectors/{id}/hours", "routes/admin/sectors/hours.tsx", admin],
  ["/dashboard/admin/organisation", "routes/admin/organisation/overview.tsx", admin],
  ["/dashboard/admin/organisation/{id}", "routes/admin/organisation/part.tsx", admin],
  ["/dashboard/volunteer-hours", "routes/dashboard/volunteer-hours/hours.tsx", staff],
  ["/dashboard/volunteer-hours/create", "routes/dashboard/volunteer-hours/create.tsx", staff],
  ["/dashboard/volunteer-hours/{id}", "routes/dashboard/volunteer-hours/edit.tsx", staff],
  ["/dashboard/admin/volunteer-hours", "routes/admin/volunteer-hours/list.tsx", staff],
  ["/dashboard/admin/volunteer-hours/bulk", "routes/admin/volunteer-hours/bulk.tsx", staff],
  ["/dashboard/admin/volunteer-hours/create", "routes/admin/volunteer-hours/create.tsx", staff],
  ["/dashboard/admin/volunteer-hours/import", "routes/admin/volunteer-hours/import.tsx", admin],
  ["/dashboard/admin/volunteer-hours/rates", "routes/admin/volunteer-hours/rates.tsx", admin],
  ["/dashboard/admin/volunteer-hours/certificates", "routes/admin/volunteer-hours/certificates.tsx", admin],
  ["/dashboard/admin/volunteer-hours/valuation", "routes/admin/volunteer-hours/valuation.tsx", admin],
  ["/dashboard/admin/volunteer-hours/{id}", "routes/admin/volunteer-hours/record.tsx", staff],
  ["/dashboard/admin/tracking", "routes/admin/tracking/list.tsx", admin],
  ["/dashboard/admin/tracking/create", "routes/admin/tracking/create.tsx", admin],
  ["/dashboard/admin/tracking/{id}", "routes/admin/tracking/entry.tsx", admin],
  ["/dashboard/admin/birthdays", "routes/admin/birthdays/list.tsx", admin],
  ["/dashboard/admin/birthdays/{id}", "routes/admin/birthdays/greet.tsx", admin],
  ["/dashboard/admin/criteria", "routes/admin/criteria/overview.tsx", admin],
  ["/dashboard/admin/criteria/create", "routes/admin/criteria/create.tsx", admin],
  ["/dashboard/admin/criteria/{id}", "routes/admin/criteria/version.tsx", admin],
  ["/dashboard/admin/cache-metrics", "routes/admin/cache/metrics.tsx", admin],
  ["/dashboard/admin/cache-metrics/purge", "routes/admin/cache/purge.tsx", admin],
  ["/dashboard/admin/verification-chats", "routes/admin/verification-chats/list.tsx", accountManagers],
  ["/dashboard/admin/verification-chats/{id}", "routes/admin/verification-chats/chat.tsx", accountManagers],
  ["/dashboard/admin/messages", "routes/admin/messages/list.tsx", admin],
  ["/dashboard/admin/messages/{id}", "routes/admin/messages/message.tsx", admin],
  ["/dashboard/admin/pages", "routes/admin/pages/list.tsx", admin],
  ["/dashboard/admin/pages/{id}", "routes/admin/pages/page.tsx", admin],
  ["/dashboard/admin/pledges", "routes/admin/pledges/list.tsx", admin],
  ["/dashboard/admin/pledges/{id}", "routes/admin/pledges/pledge.tsx", admin],
  ["/dashboard/admin/news/{id}/edit", "routes/admin/news/edit.tsx", staff],
  ["/dashboard/admin/news/{id}/view", "routes/admin/news/view.tsx", staff],
  ["/dashboard/admin/news/{id}/history", "routes/admin/news/history.tsx", staff],
  ["/dashboard/admin/news/{id}/publication", "routes/admin/news/publication.tsx", staff],
  ["/dashboard/admin/permissions", "routes/admin/rights/list.tsx", rightsGiver],
  ["/dashboard/admin/permissions/{id}", "routes/admin/rights/edit.tsx", rightsGiver],
  ["/dashboard/admin/audit-log", "routes/admin/audit/list.tsx", admin],
  ["/dashboard/admin/audit-log/export", "routes/admin/audit/export-reason.tsx", exporter],
  ["/dashboard/admin/oauth-clients", "routes/admin/oauth/list.tsx", admin],
  ["/dashboard/admin/oauth-clients/create", "routes/admin/oauth/create.tsx", admin],
  ["/dashboard/admin/oauth-clients/{id}", "routes/admin/oauth/edit.tsx", admin],
  ["/dashboard/admin/privacy", "routes/admin/privacy/list.tsx", admin],
  ["/dashboard/admin/privacy/retention", "routes/admin/privacy/retention.tsx", admin],
  ["/dashboard/admin/privacy/{id}", "routes/admin/privacy/request.tsx", admin],
  ["/dashboard/admin/documents", "routes/admin/documents/list.tsx", accountManagers],
  ["/dashboard/admin/documents/{id}/view", "routes/admin/documents/document.tsx", accountManagers],
  ["/dashboard/admin/documents/texts", "routes/admin/documents/texts/list.tsx", admin],
  ["/dashboard/admin/documents/texts/create", "routes/admin/documents/texts/create.tsx", admin],
  ["/dashboard/admin/documents/texts/{id}", "routes/admin/documents/texts/text.tsx", admin],
  ["/dashboard/admin/documents/texts/{id}/signers", "routes/admin/documents/texts/signers.tsx", admin],
  ["/dashboard/admin/mails", "routes/admin/mails/list.tsx", admin],
  ["/dashboard/admin/mails/templates", "routes/admin/mails/templates.tsx", admin],
  ["/dashboard/admin/mails/{id}", "routes/admin/mails/mail.tsx", admin],
  ["/dashboard/admin/notifications", "routes/admin/campaigns/list.tsx", campaignSenders],
  ["/dashboard/admin/notifications/create", "routes/admin/campaigns/create.tsx", campaignSenders],
  ["/dashboard/admin/notifications/devices", "routes/admin/campaigns/devices.tsx", admin],
  ["/dashboard/admin/notifications/subscribers", "routes/admin/subscribers/list.tsx", admin],
  ["/dashboard/admin/notifications/subscribers/export", "routes/admin/subscribers/export-reason.tsx", exporter],
  ["/dashboard/admin/notifications/subscribers/{id}", "routes/admin/subscribers/subscriber.tsx", admin],
  ["/dashboard/admin/notifications/{id}/edit", "routes/admin/campaigns/edit.tsx", campaignSenders],
  ["/dashboard/admin/notifications/{id}/send", "routes/admin/campaigns/send.tsx", campaignSenders],
  ["/dashboard/admin/notifications/{id}/view", "routes/admin/campaigns/view.tsx", campaignSenders],
  ["/dashboard/admin/notifications/{id}/people", "routes/admin/campaigns/people.tsx", campaignSenders],
  ...content,
  ...people,
] as const satisfies Page[];

/** The gallery of interface components, in development only. */
const development = [["/dev/gallery", "routes/dev/gallery.tsx", "public"]] as const satisfies Page[];

/** Every page that is served, by the layout around it. `routes.ts` makes the routes of it, `access/policies.ts` the access. */
export const pages = { site, withoutFooter, office, resources, development };

/** The path of every page, so that a wrong one does not compile. */
export type PagePath = (typeof pages)[keyof typeof pages][number][0] | keyof typeof planned;
