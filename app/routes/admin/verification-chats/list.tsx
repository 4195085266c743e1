import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { verificationChatsApi } from "#contract/accounts/verification-chats";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { chatColumns, useChatFilters } from "./list-parts";

export const handle = { i18n: ["chats", "lists", "people"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/verification-chats", verificationChatsApi.list);
  return { list, title: list.title };
}

/** The chats of accounts that are not open: those that wait for the team first. */
export default function VerificationChats() {
  const { list } = useLoaderData<typeof loader>();
  return <ListPage list={list} texts="chats:list." columns={chatColumns} filters={useChatFilters(list)} drawing="letter" />;
}

export const ErrorBoundary = OfficeError;
