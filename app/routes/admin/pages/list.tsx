import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTextsApi } from "#contract/publishing/page-texts";
import { gate } from "~/access/gate.server";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { type Column, RowLink } from "~/lists/column";
import { DataTable } from "~/lists/table";

const path = "/dashboard/admin/pages";

export const handle = { i18n: ["pages", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { items } = await args.context.api.call(pageTextsApi.list);
  const rows = items.map(({ page, texts, updatedAt, updatedBy }) => {
    const own = Object.keys(texts.fr).length + Object.keys(texts.en).length;
    return { id: page, own, updatedAt, updatedBy };
  });
  return { rows, title: args.context.t(`titles:${path}`) };
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

/** The fixed pages, few and always the same: a list without search. */
export default function Pages() {
  const { rows, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("pages");
  return (
    <>
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="muted mt-1 max-w-prose">{t("lead")}</p>
      </div>
      <DataTable caption={title} columns={useColumns()} rows={rows} sort="" order="asc" />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslate();
  return [
    {
      key: "page",
      header: () => t("pages:column.page"),
      value: ({ id }) => t(`pages:name.${id}`),
      cell: ({ id }) => <RowLink to={`${path}/${id}`}>{t(`pages:name.${id}`)}</RowLink>,
    },
    { key: "own", header: () => t("pages:column.own"), value: ({ own }) => own, numeric: true },
    { key: "updatedBy", header: () => t("pages:column.by"), value: ({ updatedBy }) => updatedBy },
    {
      key: "updatedAt",
      header: () => t("pages:column.at"),
      value: ({ updatedAt }) => (updatedAt ? new Date(updatedAt) : null),
    },
  ];
}

export const ErrorBoundary = OfficeError;
