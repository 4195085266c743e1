import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pledgesApi } from "#contract/giving/pledges";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { pledgeColumns, usePledgeFilters } from "./list-parts";
import { projectsFor } from "./projects.server";

export const handle = { i18n: ["donate", "lists"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/pledges", pledgesApi.list);
  return { list, projects: await projectsFor(args.context), title: list.title };
}

export default function Pledges() {
  const { list, projects } = useLoaderData<typeof loader>();
  const { t } = useTranslation("donate");
  return (
    <ListPage
      list={list}
      title={t("pledges.title")}
      count={t("pledges.count", { count: list.page.total })}
      searchLabel={t("pledges.search")}
      empty={t("pledges.empty")}
      columns={pledgeColumns}
      filters={usePledgeFilters(list, projects)}
      drawing="coin"
      exports
    />
  );
}

export const ErrorBoundary = OfficeError;
