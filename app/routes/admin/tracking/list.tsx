import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { trackingApi } from "#contract/accounts/tracking";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { ShownPills, trackingColumns, useTrackingFilters } from "./list-parts";

export const handle = { i18n: ["tracking", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/tracking", trackingApi.list);
  const { staff, ...figures } = await args.context.api.call(trackingApi.figures);
  return { list, figures, staff, title: list.title };
}

/** Next actions, the nearest first; or all entries that staff may read. */
export default function Tracking() {
  const { list, figures, staff } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={list}
      texts="tracking:"
      columns={trackingColumns}
      filters={useTrackingFilters(list, staff)}
      drawing="letter"
      create
      exports
    >
      <ShownPills shown={list.query.show} figures={figures} />
    </ListPage>
  );
}

export const ErrorBoundary = OfficeError;
