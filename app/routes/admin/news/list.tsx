import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Archive, Plus, Send } from "lucide";
import { useTranslation } from "react-i18next";
import { ArticleRowsQuery, articleRecordsApi } from "#contract/articles";
import { savedViewsApi } from "#contract/saved-views";
import { teamsApi } from "#contract/teams";
import { gate } from "~/access/gate.server";
import { OfficeError } from "~/errors/office-error";
import { pageMeta } from "~/i18n/page-meta";
import { BulkForm, chooseAll } from "~/lists/bulk";
import { ListFilters } from "~/lists/filters";
import { ExportLinks, ListFoot, ListHead } from "~/lists/list-frame";
import { readList } from "~/lists/list-request";
import { SavedViews } from "~/lists/saved-views";
import { DataTable } from "~/lists/table";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { useArticleColumns, useArticleFilters } from "./list-parts";

const path = "/dashboard/admin/news";

export const handle = { i18n: ["articles", "lists"] } as const;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = readList(args.request, ArticleRowsQuery);
  const [page, views, teams] = await Promise.all([
    api.call(articleRecordsApi.list, { query }),
    api.call(savedViewsApi.list, { query: { list: path } }),
    api.call(teamsApi.list),
  ]);
  const all = new URL(args.request.url).searchParams.get(chooseAll) === "all";
  return { query, page, all, views: views.items, teams: teams.items, title: t("titles:/dashboard/admin/news") };
}

export default function AdminNews() {
  const { query, page, all, views, teams } = useLoaderData<typeof loader>();
  const { t } = useTranslation("articles");
  const columns = useArticleColumns();
  const filters = useArticleFilters(query, teams);
  const actions = [
    { name: "publish", label: t("bulk.publish"), icon: Send },
    { name: "archive", label: t("bulk.archive"), icon: Archive },
  ];
  return (
    <>
      <ListHead title={t("list.title")} count={t("list.count", { count: page.total })}>
        <ExportLinks path={`${path}/export`} />
        <ButtonLink to={`${path}/create`}>
          <Icon of={Plus} />
          {t("list.create")}
        </ButtonLink>
      </ListHead>
      <SavedViews views={views} />
      <ListFilters searchLabel={t("list.search")} query={query} filters={filters} />
      {page.items.length > 0 ? (
        <BulkForm page={page} actions={actions} to={`${path}/bulk`} all={all}>
          <DataTable
            caption={t("list.title")}
            columns={columns}
            rows={page.items}
            sort={query.sort}
            order={query.order}
            choose={{ nameOf: (article) => article.title, all }}
          />
        </BulkForm>
      ) : (
        <EmptyState drawing="crate" text={t("list.empty")} action={{ to: path, label: t("list.clear") }} />
      )}
      <ListFoot page={page} />
    </>
  );
}

export const ErrorBoundary = OfficeError;
