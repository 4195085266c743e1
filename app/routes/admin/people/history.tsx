import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { InboxQuery, inboxApi } from "#contract/accounts/inbox";
import { auditApi } from "#contract/law/audit";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AuditEntries } from "~/subjects/audit/entries";
import { withLabels } from "~/subjects/audit/lines";
import { SentNotices } from "~/subjects/notices/sent-notices";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/history";

export const handle = { i18n: ["people", "audit", "notified"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  const { api, t, locale } = args.context;
  const { after } = InboxQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const [{ items }, notices] = await Promise.all([
    api.call(auditApi.list, { query: { entityId: id, perPage: 50 } as never }),
    api.call(inboxApi.ofPerson, { params: { id }, query: { after } }).catch(orNotFound),
  ]);
  const all = `/dashboard/admin/audit-log?entityId=${id}`;
  const { items: sent, more, withheld } = notices;
  return { items: withLabels(items, t, locale), notices: sent, more, withheld, after, all, title: t(`titles:${path}`) };
}

/** What was done with a person's account, and by whom; what they were sent. */
export default function PersonHistory() {
  const { items, notices, more, withheld, after, all } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  const { t: notified } = useTranslation("notified");
  const last = notices.at(-1);
  return (
    <div className="grid gap-5">
      <Panel title={t("tabs.history")} link={{ to: all, label: t("wholeHistory") }}>
        <AuditEntries rows={items} empty={t("noHistory")} />
      </Panel>
      <Panel title={t("notices.title")}>
        {withheld && <p className="muted mb-4">{t("notices.withheld")}</p>}
        {notices.length === 0 ? (
          <p className="muted">{t("notices.empty")}</p>
        ) : (
          <SentNotices notices={notices} caption={t("notices.title")} />
        )}
        {(more || after) && (
          <p className="mt-4 flex flex-wrap gap-5">
            {after && <Link to="?">{notified("newest")}</Link>}
            {more && last && <Link to={`?after=${last.id}`}>{notified("older")}</Link>}
          </p>
        )}
      </Panel>
    </div>
  );
}

export const ErrorBoundary = OfficeError;
