import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { giftsInKindApi } from "#contract/giving/gifts-in-kind";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { giftInKindColumns, giftsInKindPath, useGiftFilters } from "./list-parts";

export const handle = { i18n: ["in-kind", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, giftsInKindPath, giftsInKindApi.list);
  return { list, title: list.title };
}

/** What people gave besides money. */
export default function GiftsInKind() {
  const { list } = useLoaderData<typeof loader>();
  return (
    <ListPage list={list} texts="in-kind:list." columns={giftInKindColumns} filters={useGiftFilters(list)} create exports drawing="crate" />
  );
}

export const ErrorBoundary = OfficeError;
