import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type SupportingDocumentRow, supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { DocumentBadge } from "./document-badge";
import { documentPage } from "./document-page";

const path = "/dashboard/admin/documents";

export const handle = { i18n: ["documents", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, supportingDocumentsApi.list);
  return { list, title: list.title };
}

export default function SupportingDocuments() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("documents");
  const { query, choices } = list;
  const { search } = useLocation();
  return (
    <ListPage
      list={list}
      texts="documents:list."
      columns={columnsIn(search)}
      filters={[
        choiceFilter("status", t("column.status"), query, choices.status, (value) => t(`states.${value}`)),
        choiceFilter("kind", t("column.kind"), query, choices.kind, (value) => t(`kinds.${value}`)),
      ]}
    />
  );
}

export const ErrorBoundary = OfficeError;

/** The page of a document knows from which list it was opened, and goes on in its order. */
const columnsIn = (search: string): Column<SupportingDocumentRow>[] => [
  {
    key: "person",
    header: (t) => t("documents:column.person"),
    value: ({ person }) => person,
    cell: ({ id, person }) => <RowLink to={documentPage(id, search)}>{person}</RowLink>,
  },
  { key: "kind", header: (t) => t("documents:column.kind"), value: ({ kind }, t) => t(`documents:kinds.${kind}`) },
  {
    key: "status",
    header: (t) => t("documents:column.status"),
    value: ({ status, closed }, t) => (closed ? t("documents:closed") : t(`documents:states.${status}`)),
    cell: ({ status, closed }) => <DocumentBadge status={status} closed={closed} />,
  },
  { key: "createdAt", header: (t) => t("documents:column.createdAt"), value: ({ createdAt }) => new Date(createdAt), sortable: true },
  { key: "verifier", header: (t) => t("documents:column.verifier"), value: ({ verifier }) => verifier },
  {
    key: "purgeAt",
    header: (t) => t("documents:column.purgeAt"),
    value: ({ purgeAt, purged }, t) => (purged ? t("documents:purged") : purgeAt ? new Date(purgeAt) : null),
    sortable: true,
  },
];
