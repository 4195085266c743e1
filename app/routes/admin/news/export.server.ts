import { type ArticleRow, ArticleRowsQuery, articleRecordsApi } from "#contract/articles";
import { exportsOf } from "~/lists/export.server";

const instant = (value: string | null) => value && new Date(value);

/** The article list as files. */
export const articleExports = exportsOf<ArticleRow, ArticleRowsQuery>({
  policy: "/dashboard/admin/news/export.csv",
  file: "articles",
  query: ArticleRowsQuery,
  list: ({ api }, query) => api.call(articleRecordsApi.list, { query }),
  columns: [
    { header: (t) => t("articles:column.title"), value: ({ title }) => title },
    { header: (t) => t("articles:column.status"), value: ({ status }, t) => t(`articles:status.${status}`) },
    { header: (t) => t("articles:column.english"), value: ({ english }, t) => t(`articles:english.${english}`) },
    { header: (t) => t("articles:column.author"), value: ({ author }) => author },
    { header: (t) => t("articles:column.team"), value: ({ team }, t) => team ?? t("articles:national") },
    { header: (t) => t("articles:column.publishedAt"), value: ({ publishedAt }) => instant(publishedAt) || null },
    { header: (t) => t("articles:column.updatedAt"), value: ({ updatedAt }) => new Date(updatedAt) },
  ],
});
