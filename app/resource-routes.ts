import { type ExportedList, exportedLists } from "../contract/accounts/exports.ts";
import { peopleLists } from "../contract/accounts/people.ts";
import { accountManagers, campaignSenders } from "../contract/accounts/permissions.ts";
import { contentNames } from "../contract/publishing/content-names.ts";
import { admin, donors, everyone, helpedOrHelping, staff } from "./page-access.ts";
import type { Page } from "./pages.ts";

type WithoutEnding<Path> = Path extends `${infer Start}.csv` ? Start : never;
type ListExport = WithoutEnding<ExportedList>;

/** The exports of a list in both formats. */
function files<const Path extends ListExport>(path: Path, module: string, subject = "") {
  const access = exportedLists[`${path}.csv` as ExportedList];
  return (["csv", "xlsx"] as const).map((kind) => [`${path}.${kind}`, `${module}.ts`, access, `${module}/${subject}.${kind}`] as const);
}

/** Files and other responses without a page. */
export const resources = [
  ["/logout", "routes/session/logout.ts", "public"],
  ["/contact/helpful", "routes/public/contact/helpful.ts", "public"],
  ["/donate/company", "routes/public/donate/company.ts", "public"],
  ["/press/kit.zip", "routes/public/press/kit.zip.ts", "public"],
  ["/press/{id}/file", "routes/public/press/file.ts", "public"],
  ["/register/addresses", "routes/session/register/postal-addresses.ts", "public"],
  ["/news/feed.xml", "routes/public/news/feed.xml.ts", "public"],
  ["/news/{id}/share.png", "routes/public/news/share.png.ts", "public"],
  ["/events/my-calendar.ics", "routes/public/events/my-calendar.ics.ts", "public"],
  ["/events/{id}/calendar.ics", "routes/public/events/calendar.ics.ts", "public"],
  ["/team/{id}/calendar.ics", "routes/public/team/calendar.ics.ts", "public"],
  ["/share.png", "routes/public/search/share.png.ts", "public"],
  ["/sitemap.xml", "routes/public/search/sitemap.xml.ts", "public"],
  ["/robots.txt", "routes/public/search/robots.txt.ts", "public"],
  ["/site.webmanifest", "routes/public/search/site.webmanifest.ts", "public"],
  ["/account/tasks/{id}/result.csv", "routes/account/tasks/result.csv.ts", everyone],
  ["/account/stored-forms", "routes/account/stored-forms.ts", "authenticated"],
  ["/account/settings/copy/{id}", "routes/account/settings/copy.ts", "authenticated"],
  ["/account/settings/signed/{id}", "routes/account/settings/signed.ts", "authenticated"],
  ["/dashboard/admin/news/pictures", "routes/admin/news/pictures/upload.ts", staff],
  ["/dashboard/admin/news/pictures/{id}", "routes/admin/news/pictures/picture.ts", staff],
  ["/dashboard/markdown-preview", "routes/dashboard/markdown-preview.ts", staff],
  ["/dashboard/admin/privacy/{id}/copy", "routes/admin/privacy/copy.ts", admin],
  ["/dashboard/admin/documents/{id}/file", "routes/admin/documents/file.ts", accountManagers],
  ["/dashboard/admin/files/{id}", "routes/admin/files/file.ts", admin],
  ["/dashboard/admin/sectors/{id}/fiche.pdf", "routes/admin/sectors/poster.pdf.ts", admin],
  ["/dashboard/my-tracking/timeline.pdf", "routes/dashboard/my-tracking/timeline.pdf.ts", helpedOrHelping],
  ["/dashboard/admin/birthdays/calendar.ics", "routes/admin/birthdays/calendar.ics.ts", admin],
  ["/dashboard/my-sectors/{id}/fiche.pdf", "routes/dashboard/my-sectors/poster.pdf.ts", staff],
  ["/dashboard/admin/mails/{id}/html", "routes/admin/mails/mail-html.ts", admin],
  ["/dashboard/admin/notifications/audience", "routes/admin/campaigns/audience.ts", campaignSenders],
  ["/dashboard/admin/notifications/{id}/mail", "routes/admin/campaigns/mail.ts", campaignSenders],
  ["/dashboard/admin/messages/files/{id}", "routes/admin/messages/file.ts", admin],
  ["/dashboard/admin/jobs/applications/files/{id}", "routes/admin/applications/file.ts", admin],
  ["/contact/conversation/file", "routes/public/contact/conversation-file.ts", "public"],
  ["/jobs/conversation/file", "routes/public/jobs/conversation-file.ts", "public"],
  ["/builds/latest.json", "routes/system/latest-build.ts", "public"],
  ["/builds/{version}/drawings.svg", "routes/system/drawings.svg.ts", "public"],
  ["/builds/{version}/texts/{namespaces}", "routes/system/texts.ts", "public"],
  ["/dashboard/admin/jobs/applications/{id}/cv", "routes/admin/applications/cv.ts", admin],
  ...files("/dashboard/admin/sectors/{id}/records/export", "routes/admin/sectors/records-export"),
  ...files("/dashboard/admin/news/export", "routes/admin/news/export"),
  ["/dashboard/admin/pledges", "routes/admin/donations/old-path.ts", admin],
  ["/dashboard/admin/pledges/{id}", "routes/admin/donations/old-path.ts", admin, "routes/admin/donations/old-address/pledge"],
  ["/dashboard/admin/donations/cheques/{id}/slip.pdf", "routes/admin/donations/slip.pdf.ts", admin],
  [
    "/dashboard/admin/donations/journal/export.csv",
    "routes/admin/donations/journal-file.ts",
    admin,
    "routes/admin/donations/journal-file/csv",
  ],
  [
    "/dashboard/admin/donations/journal/export.txt",
    "routes/admin/donations/journal-file.ts",
    admin,
    "routes/admin/donations/journal-file/txt",
  ],
  ["/dashboard/admin/fiscal-receipts/{id}/receipt.pdf", "routes/admin/fiscal-receipts/receipt.pdf.ts", admin],
  ["/dashboard/donator/fiscal-receipts/{id}/receipt.pdf", "routes/dashboard/donator/receipt.pdf.ts", donors],
  ["/dashboard/expenses/receipts/{id}/receipt.pdf", "routes/dashboard/expenses/receipt.pdf.ts", staff],
  ...files("/dashboard/admin/expense-claims/export", "routes/admin/expense-claims/export"),
  ["/donations/receipts/{id}/receipt.pdf", "routes/session/donations/receipt.pdf.ts", "public"],
  ...files("/dashboard/admin/fiscal-receipts/export", "routes/admin/fiscal-receipts/export"),
  ["/dashboard/admin/donations/in-kind/{id}/thanks.pdf", "routes/admin/donations/in-kind/thanks.pdf.ts", admin],
  ...files("/dashboard/admin/donations/in-kind/export", "routes/admin/donations/in-kind/export"),
  ...files("/dashboard/admin/donations/export", "routes/admin/donations/export"),
  ["/account/membership/{id}/attestation.pdf", "routes/account/membership/attestation.pdf.ts", staff],
  ["/dashboard/admin/memberships/assembly.pdf", "routes/admin/memberships/assembly.pdf.ts", admin],
  ["/dashboard/admin/memberships/assemblies/{id}/minutes.pdf", "routes/admin/memberships/assemblies/minutes.pdf.ts", admin],
  ...files("/dashboard/admin/memberships/export", "routes/admin/memberships/export"),
  ...files("/dashboard/admin/donations/pledges/export", "routes/admin/donations/pledges/export"),
  ...files("/dashboard/admin/jobs/applications/export", "routes/admin/applications/export"),
  ...files("/dashboard/admin/messages/export", "routes/admin/messages/export"),
  ["/dashboard/admin/donations/import/refused.csv", "routes/admin/donations/refused-lines.ts", admin],
  ["/dashboard/admin/donations/donors/import/refused.csv", "routes/admin/donations/refused-donors.ts", admin],
  ["/dashboard/admin/memberships/helloasso/import/refused.csv", "routes/admin/memberships/refused-helloasso.ts", admin],
  ["/dashboard/admin/memberships/import/refused.csv", "routes/admin/memberships/refused-lines.ts", admin],
  ["/dashboard/admin/volunteer-hours/import/refused.csv", "routes/admin/volunteer-hours/refused-lines.ts", admin],
  ["/dashboard/admin/users/beneficiaries/report.csv", "routes/admin/aids/report.csv.ts", admin],
  ["/dashboard/admin/volunteer-hours/valuation.csv", "routes/admin/volunteer-hours/valuation.csv.ts", admin],
  ["/dashboard/events/{id}/qrcode.png", "routes/dashboard/events/qrcode.png.ts", helpedOrHelping],
  ...files("/dashboard/admin/events/{id}/kits/export", "routes/admin/events/kits-export"),
  ...files("/dashboard/admin/events/{id}/participants/export", "routes/admin/events/participants-export"),
  ["/dashboard/admin/events/{id}/qrcodes.pdf", "routes/admin/events/qrcodes.pdf.ts", admin],
  ["/dashboard/volunteer-hours/certificates/{id}/attestation.pdf", "routes/dashboard/volunteer-hours/attestation.pdf.ts", staff],
  ...files("/dashboard/admin/volunteer-hours/export", "routes/admin/volunteer-hours/export"),
  ...files("/dashboard/admin/tracking/export", "routes/admin/tracking/export"),
  ...files("/dashboard/admin/notifications/export", "routes/admin/campaigns/export"),
  ...files("/dashboard/admin/notifications/subscribers/export", "routes/admin/subscribers/export"),
  ...files("/dashboard/admin/audit-log/export", "routes/admin/audit/export"),
  ...peopleLists.flatMap((name) => files(`/dashboard/admin/users/${name}/export`, "routes/admin/people/export", name)),
  ...contentNames.flatMap((name) => files(`/dashboard/admin/${name}/export`, "routes/admin/content/export", name)),
  ["/dashboard/admin/users/volunteers/import/refused.csv", "routes/admin/people/refused-lines.ts", accountManagers],
  ...contentNames.map(
    (name) =>
      [
        `/dashboard/admin/${name}/import/refused.csv`,
        "routes/admin/content/refused-lines.ts",
        admin,
        `routes/admin/content/refused-lines/${name}`,
      ] as const,
  ),
] as const satisfies Page[];
