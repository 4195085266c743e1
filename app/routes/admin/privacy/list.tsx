import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type PrivacyRow, privacyAdminApi } from "#contract/law/privacy";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { useOverdueFilter } from "~/lists/overdue-filter";
import { RequestBadge } from "~/subjects/privacy/request-badge";
import { PrivacyTabs } from "./privacy-tabs";

const path = "/dashboard/admin/privacy";

export const handle = { i18n: ["privacy", "account", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, privacyAdminApi.list);
  return { list, title: list.title };
}

export default function PrivacyRequests() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("privacy");
  const { t: account } = useTranslation("account");
  const { query, choices } = list;
  const due = useOverdueFilter(query.due);
  return (
    <>
      <PrivacyTabs />
      <ListPage
        list={list}
        texts="privacy:list."
        columns={columns}
        filters={[
          due,
          choiceFilter("status", t("column.status"), query, choices.status, (value) => account(`requests.states.${value}`)),
          choiceFilter("kind", t("column.kind"), query, choices.kind, (value) => account(`requests.kinds.${value}`)),
        ]}
      />
    </>
  );
}

export const ErrorBoundary = OfficeError;

const columns: Column<PrivacyRow>[] = [
  {
    key: "person",
    header: (t) => t("privacy:column.person"),
    value: ({ person }) => person,
    cell: ({ id, person }) => <RowLink to={`${path}/${id}`}>{person}</RowLink>,
  },
  { key: "number", header: (t) => t("privacy:column.number"), value: ({ number }) => number, card: "none" },
  { key: "kind", header: (t) => t("privacy:column.kind"), value: ({ kind }, t) => t(`account:requests.kinds.${kind}`) },
  {
    key: "status",
    header: (t) => t("privacy:column.status"),
    value: ({ status }, t) => t(`account:requests.states.${status}`),
    cell: ({ status }) => <RequestBadge status={status} />,
  },
  { key: "receivedAt", header: (t) => t("privacy:column.receivedAt"), value: ({ receivedAt }) => new Date(receivedAt), sortable: true },
  {
    key: "dueAt",
    header: (t) => t("privacy:column.dueAt"),
    value: ({ dueAt }) => new Date(dueAt),
    sortable: true,
    card: "named",
  },
  { key: "late", header: (t) => t("privacy:column.late"), value: ({ late }, t) => (late ? t("privacy:late") : null), card: "fact" },
];
