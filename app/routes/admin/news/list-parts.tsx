import { useTranslation } from "react-i18next";
import { type ArticleRow, type ArticleRowsQuery, articleStatuses, englishStates } from "#contract/articles";
import type { TeamName } from "#contract/teams";
import type { Filter } from "~/lists/filters";
import type { Column } from "~/lists/table";
import { EnglishBadge, StatusBadge } from "~/news/badges";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";

export function useArticleColumns(): Column<ArticleRow>[] {
  const { t } = useTranslation("articles");
  return [
    {
      key: "title",
      header: t("column.title"),
      sortable: true,
      cell: ({ id, title }) => (
        <Link to={`/dashboard/admin/news/${id}/edit`} className="row-title">
          {title}
        </Link>
      ),
    },
    { key: "status", header: t("column.status"), cell: ({ status }) => <StatusBadge status={status} /> },
    { key: "english", header: t("column.english"), cell: ({ english }) => <EnglishBadge state={english} short /> },
    { key: "author", header: t("column.author"), cell: ({ author }) => author },
    { key: "team", header: t("column.team"), cell: ({ team }) => team ?? t("national") },
    {
      key: "publishedAt",
      header: t("column.publishedAt"),
      sortable: true,
      cell: ({ publishedAt }) => (publishedAt ? <LocalDate value={publishedAt} style="short" /> : "–"),
    },
    {
      key: "updatedAt",
      header: t("column.updatedAt"),
      sortable: true,
      cell: ({ updatedAt }) => <LocalDate value={updatedAt} style="short" />,
    },
  ];
}

export function useArticleFilters(query: ArticleRowsQuery, teams: TeamName[]): Filter[] {
  const { t } = useTranslation("articles");
  return [
    {
      name: "status",
      label: t("filter.status"),
      value: query.status,
      choices: articleStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: "english",
      label: t("filter.english"),
      value: query.english,
      choices: englishStates.map((value) => ({ value, label: t(`englishShort.${value}`) })),
    },
    { name: "team", label: t("filter.team"), value: query.team, choices: teams.map(({ id, name }) => ({ value: id, label: name })) },
  ];
}
