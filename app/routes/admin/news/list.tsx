import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Archive, Send, Trash2, Undo2 } from "lucide";
import { useTranslation } from "react-i18next";
import { publicSectorsApi } from "#contract/charity/sectors";
import { articleRecordsApi } from "#contract/publishing/articles";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { loadList } from "~/lists/list-loader.server";
import { ListPage } from "~/lists/list-page";
import { articleColumns, useArticleFilters } from "./list-parts";

export const handle = { i18n: ["articles", "lists"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadList(args, "/dashboard/admin/news", articleRecordsApi.list);
  const { items: sectors } = await args.context.api.call(publicSectorsApi.list);
  return { list, sectors, title: list.title };
}

export default function AdminNews() {
  const { list, sectors } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  return (
    <ListPage
      list={list}
      texts="articles:list."
      columns={articleColumns}
      filters={useArticleFilters(list, sectors)}
      create
      exports
      bin={{ to: "/dashboard/admin/news?status=deleted", label: t("bin") }}
      bulk={
        list.query.status === "deleted"
          ? [{ name: "undelete", label: t("bulk.undelete"), icon: Undo2, labelFor: (count) => t("bulk.confirm.undelete", { count }) }]
          : [
              { name: "publish", label: t("bulk.publish"), icon: Send, labelFor: (count) => t("bulk.confirm.publish", { count }) },
              { name: "archive", label: t("bulk.archive"), icon: Archive },
              { name: "remove", label: t("bulk.remove"), icon: Trash2 },
            ]
      }
    />
  );
}

export const ErrorBoundary = OfficeError;
