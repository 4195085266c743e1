import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { readIn } from "#contract/formats/localized-text";
import { legalEditingApi, type TextRow } from "#contract/law/legal-editing";
import { isKnownLegalKey } from "#contract/law/legal-keys";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter } from "~/lists/filter";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { TextBadge } from "./text-badge";

const path = "/dashboard/admin/documents/texts";

export const handle = { i18n: ["signing", "documents", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, path, legalEditingApi.list);
  return { list, title: list.title };
}

export default function LegalTexts() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("signing");
  return (
    <ListPage
      list={list}
      texts="signing:list."
      columns={columns}
      filters={[choiceFilter("status", t("column.status"), list.query, list.choices.status, (value) => t(`states.${value}`))]}
      create
    />
  );
}

export const ErrorBoundary = OfficeError;

const columns: Column<TextRow>[] = [
  {
    key: "title",
    header: (t) => t("signing:column.title"),
    value: ({ title }, _, locale) => readIn(locale, title).text,
    cell: ({ id, title }, _, locale) => <RowLink to={`${path}/${id}`}>{readIn(locale, title).text}</RowLink>,
  },
  {
    key: "key",
    header: (t) => t("signing:column.key"),
    value: ({ key }, t) => (isKnownLegalKey(key) ? t(`signing:keys.${key}`) : key),
  },
  { key: "number", header: (t) => t("signing:column.number"), value: ({ number }) => number, numeric: true },
  {
    key: "status",
    header: (t) => t("signing:column.status"),
    value: ({ status }, t) => t(`signing:states.${status}`),
    cell: ({ status }) => <TextBadge status={status} />,
  },
  {
    key: "appliesTo",
    header: (t) => t("signing:column.appliesTo"),
    value: ({ appliesTo }, t) => appliesTo.map((role) => t(`common:roles.${role}`)).join(", "),
  },
  {
    key: "blocking",
    header: (t) => t("signing:column.blocking"),
    value: ({ blocking }, t) => t(`signing:blocking.${blocking ? "yes" : "no"}`),
  },
  {
    key: "publishedAt",
    header: (t) => t("signing:column.publishedAt"),
    value: ({ publishedAt }) => (publishedAt ? new Date(publishedAt) : null),
  },
  {
    key: "updatedAt",
    header: (t) => t("signing:column.updatedAt"),
    value: ({ updatedAt }) => new Date(updatedAt),
    sortable: true,
    hiddenByDefault: true,
  },
];
