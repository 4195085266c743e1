import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { applicationsApi } from "#contract/applications";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { applicationColumns } from "./columns";

export const handle = { i18n: ["applications", "lists"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/jobs/applications", applicationsApi.list);
  return { list, title: list.title };
}

export default function Applications() {
  const { list } = useLoaderData<typeof loader>();
  const { t } = useTranslation("applications");
  const choices = list.choices.status.map((value) => ({ value, label: t(`status.${value}`) }));
  return (
    <ListPage
      list={list}
      title={t("title")}
      count={t("count", { count: list.page.total })}
      searchLabel={t("search")}
      empty={t("empty")}
      columns={applicationColumns}
      filters={[{ name: "status", label: t("column.status"), value: list.query.status, choices }]}
      exports
      drawing="pencil"
    />
  );
}

export const ErrorBoundary = OfficeError;
