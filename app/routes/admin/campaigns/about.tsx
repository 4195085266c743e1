import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { InboxQuery, inboxApi, type NoticeSubject } from "#contract/accounts/inbox";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { SentNotices } from "~/subjects/notices/sent-notices";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/notifications/about/{id}";

export const handle = {
  i18n: ["notified", "campaigns"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

/** The page of each kind of record. */
const pageOf: Record<NoticeSubject, (id: string) => string> = {
  event: (id) => `/dashboard/admin/events/${id}`,
  pledge: (id) => `/dashboard/admin/donations/pledges/${id}`,
  membership: (id) => `/dashboard/admin/memberships/${id}`,
  receipt: (id) => `/dashboard/admin/fiscal-receipts/${id}`,
  person: (id) => `/dashboard/admin/users/${id}/view`,
  message: (id) => `/dashboard/admin/messages/${id}`,
  application: (id) => `/dashboard/admin/jobs/applications/${id}`,
  gift_in_kind: (id) => `/dashboard/admin/donations/in-kind/${id}`,
  testimonial: (id) => `/dashboard/admin/testimonials/sent/${id}`,
};

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const id = args.params.id ?? "";
  const { after } = InboxQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { subject, items, more } = await api.call(inboxApi.ofRecord, { params: { id }, query: { after } });
  return { record: subject && pageOf[subject](id), items, more, after, title: t(`titles:${path}`) };
}

/** Everybody who was notified of a record in the last year. */
export default function NoticesAbout() {
  const { record, items, more, after, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("notified");
  const last = items.at(-1);
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">{title}</h1>
        {record && (
          <p className="mt-1">
            <Link to={record}>{t("record")}</Link>
          </p>
        )}
      </div>
      <Panel title={t("title")}>
        {items.length === 0 ? <p className="muted">{t("nobody")}</p> : <SentNotices notices={items} caption={t("title")} />}
        {(more || after) && (
          <p className="mt-4 flex flex-wrap gap-5">
            {after && <Link to="?">{t("newest")}</Link>}
            {more && last && <Link to={`?after=${last.id}`}>{t("older")}</Link>}
          </p>
        )}
      </Panel>
    </div>
  );
}

export const ErrorBoundary = OfficeError;
