import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Send, Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import { type MailRow, mailsApi } from "#contract/api/mails";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { MailBadge } from "./mail-badge";
import { MailsTabs } from "./mails-tabs";
import { topicLabel } from "./topic-label";

const path = "/dashboard/admin/mails";

export const handle = { i18n: ["outbox", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, mailsApi.list);
  const { dead } = await args.context.api.call(mailsApi.deadMailboxes);
  return { list, dead, title: list.title };
}

export default function Outbox() {
  const { list, dead } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  return (
    <>
      <MailsTabs />
      {dead > 0 && <p>{t("dead", { count: dead })}</p>}
      <ListPage
        list={list}
        texts="outbox:list."
        columns={columns}
        filters={[choiceFilter("status", t("column.status"), list.query, list.choices.status, (value) => t(`states.${value}`))]}
        bulk={[
          { name: "send", label: t("bulk.send.action"), icon: Send, labelFor: (count) => t("bulk.send.submit", { count }) },
          { name: "withdraw", label: t("bulk.withdraw.action"), icon: Undo2 },
        ]}
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;

const columns: Column<MailRow>[] = [
  {
    key: "topic",
    header: (t) => t("outbox:column.topic"),
    value: ({ topic }, t) => topicLabel(t, topic),
    cell: ({ id, topic }, t) => <RowLink to={`${path}/${id}`}>{topicLabel(t, topic)}</RowLink>,
  },
  { key: "recipient", header: (t) => t("outbox:column.recipient"), value: ({ recipient }) => recipient },
  {
    key: "status",
    header: (t) => t("outbox:column.status"),
    value: ({ status, reason }, t) =>
      [t(`outbox:states.${status}`), reason && t(`outbox:undelivered.${reason}`)].filter(Boolean).join(", "),
    cell: ({ status, reason }, t) => (
      <>
        <MailBadge status={status} /> {reason && <span className="muted text-sm">{t(`outbox:undelivered.${reason}`)}</span>}
      </>
    ),
  },
  { key: "attempts", header: (t) => t("outbox:column.attempts"), value: ({ attempts }) => attempts, numeric: true, card: "none" },
  { key: "createdAt", header: (t) => t("outbox:column.createdAt"), value: ({ createdAt }) => new Date(createdAt), sortable: true },
];
