import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { readIn } from "#contract/formats/localized-text";
import { legalEditingApi, type Signer, SignerQuery } from "#contract/law/legal-editing";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import type { Column } from "~/lists/column";
import { ListFilters } from "~/lists/filters";
import { ListFoot, ListHead } from "~/lists/list-frame";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { DataTable } from "~/lists/table";

const path = "/dashboard/admin/documents/texts/{id}/signers";

export const handle = {
  i18n: ["signing", "lists"],
  crumb: { label: "signing:list.title", to: "/dashboard/admin/documents/texts" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, locale } = args.context;
  const params = { id: args.params.id ?? "" };
  const query = readList(args.request, SignerQuery);
  const [text, found] = await Promise.all([
    api.call(legalEditingApi.get, { params }).catch(orNotFound),
    api.call(legalEditingApi.signers, { params, query }).catch(orNotFound),
  ]);
  return { query, page: withinPages(args.request, found), title: readIn(locale, text.title).text };
}

export default function Signers() {
  const { query, page, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("signing");
  const choices = (["yes", "no"] as const).map((value) => ({ value, label: t(`signers.${value}`) }));
  return (
    <>
      <ListHead title={t("signers.title", { title })} count={t("signers.count", { count: page.total })} />
      <ListFilters
        searchLabel={t("signers.search")}
        query={query}
        filters={[{ name: "signed", label: t("signers.filter"), value: query.signed, choices }]}
      />
      <DataTable caption={title} columns={columns} rows={page.items} sort={query.sort} order={query.order} />
      <ListFoot page={page} />
    </>
  );
}

export const ErrorBoundary = OfficeError;

const columns: Column<Signer>[] = [
  { key: "lastName", header: (t) => t("signing:signers.name"), value: ({ name }) => name, sortable: true },
  { key: "role", header: (t) => t("signing:signers.role"), value: ({ role }, t) => t(`common:roles.${role}`) },
  { key: "signedAt", header: (t) => t("signing:signers.signedAt"), value: ({ signedAt }) => (signedAt ? new Date(signedAt) : null) },
  { key: "number", header: (t) => t("signing:column.number"), value: ({ number }) => number, numeric: true },
];
