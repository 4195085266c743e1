import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectFor } from "#contract/accounts/access";
import { messagesApi } from "#contract/charity/contact";
import { publicSectorsApi } from "#contract/charity/sectors";
import { policies } from "~/access/policies";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { messageColumns, useMessageFilters } from "./list-parts";

export const handle = { i18n: ["contact", "lists", "threads"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/messages", messagesApi.list);
  const { items: sectors } = await args.context.api.call(publicSectorsApi.list);
  const user = await args.context.session.user();
  const exports = !!user && redirectFor(user, policies["/dashboard/admin/messages/export.csv"]) === null;
  return { list, sectors, exports, title: list.title };
}

export default function Messages() {
  const { list, sectors, exports } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={list}
      texts="contact:messages."
      columns={messageColumns}
      filters={useMessageFilters(list, sectors)}
      drawing="letter"
      exports={exports}
    />
  );
}

export const ErrorBoundary = OfficeError;
