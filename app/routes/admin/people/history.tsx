import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { auditApi } from "#contract/law/audit";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { AuditEntries } from "~/subjects/audit/entries";
import { withLabels } from "~/subjects/audit/lines";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/history";

export const handle = { i18n: ["people", "audit"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const id = args.params.id ?? "";
  const { api, t, locale } = args.context;
  const { items } = await api.call(auditApi.list, { query: { entityId: id, perPage: 50 } as never });
  const all = `/dashboard/admin/audit-log?entityId=${id}`;
  return { items: withLabels(items, t, locale), all, title: t(`titles:${path}`) };
}

/** What was done with a person's account, and by whom. */
export default function PersonHistory() {
  const { items, all } = useLoaderData<typeof loader>();
  const { t } = useTranslation("people");
  return (
    <Panel title={t("tabs.history")} link={{ to: all, label: t("wholeHistory") }}>
      <AuditEntries rows={items} empty={t("noHistory")} />
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
