import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
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
  return (
    <ListPage
      list={list}
      texts="donate:pledges."
      columns={pledgeColumns}
      filters={usePledgeFilters(list, projects)}
      drawing="coin"
      exports
    />
  );
}

export const ErrorBoundary = OfficeError;
