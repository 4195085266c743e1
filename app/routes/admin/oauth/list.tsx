import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type OAuthClientRow, oauthClientsApi } from "#contract/accounts/oauth-clients";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { ClientBadge } from "./client-badge";

const path = "/dashboard/admin/oauth-clients";

export const handle = { i18n: ["oauth-clients", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, oauthClientsApi.list);
  return { list, title: list.title };
}

/** The applications that log people in through us. */
export default function OAuthClients() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("oauth-clients");
  return (
    <ListPage
      list={list}
      texts="oauth-clients:"
      columns={columns}
      create
      drawing="door"
      filters={[
        choiceFilter("status", t("column.status"), list.query, list.choices.status, (value) => t(`status.${value}`)),
        choiceFilter("type", t("column.type"), list.query, list.choices.type, (value) => t(`type.${value}`)),
      ]}
    />
  );
}

const columns: Column<OAuthClientRow>[] = [
  {
    key: "name",
    header: (t) => t("oauth-clients:column.name"),
    value: ({ name }) => name,
    cell: ({ id, name }) => <RowLink to={`${path}/${id}`}>{name}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("oauth-clients:column.status"),
    value: ({ status }, t) => t(`oauth-clients:status.${status}`),
    cell: ({ status }) => <ClientBadge status={status} />,
  },
  { key: "type", header: (t) => t("oauth-clients:column.type"), value: ({ type }, t) => t(`oauth-clients:typeShort.${type}`) },
  {
    key: "host",
    header: (t) => t("oauth-clients:column.host"),
    value: ({ redirectUris }) => [...new Set(redirectUris.map((uri) => new URL(uri).host))].join(", "),
  },
  {
    key: "lastUsedAt",
    header: (t) => t("oauth-clients:column.lastUsedAt"),
    value: ({ lastUsedAt }, t) => (lastUsedAt ? new Date(lastUsedAt) : t("oauth-clients:never")),
    sortable: true,
  },
];

export const ErrorBoundary = OfficeError;
