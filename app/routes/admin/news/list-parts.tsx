import { useTranslation } from "react-i18next";
import type { SectorName } from "#contract/charity/sectors";
import type { ArticleRow, ArticleRowsQuery } from "#contract/publishing/articles";
import type { Narrowed } from "~/lists/choices.server";
import { type Column, RowLink } from "~/lists/column";
import { choiceFilter, type Filter } from "~/lists/filter";
import { StatusBadge } from "~/subjects/articles/badges";
import { EnglishBadge } from "~/ui/english-badge";

const instant = (value: string | null) => (value ? new Date(value) : null);

export const articleColumns: Column<ArticleRow>[] = [
  {
    key: "title",
    header: (t) => t("articles:column.title"),
    value: ({ title }) => title,
    cell: ({ id, title }) => <RowLink to={`/dashboard/admin/news/${id}/edit`}>{title}</RowLink>,
    sortable: true,
  },
  {
    key: "status",
    header: (t) => t("articles:column.status"),
    value: ({ status }, t) => t(`articles:status.${status}`),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: "english",
    header: (t) => t("articles:column.english"),
    value: ({ english }, t) => t(`common:englishShort.${english}`),
    cell: ({ english }) => <EnglishBadge state={english} short />,
    isDefaultValue: ({ english }) => english === "reviewed",
    card: "none",
  },
  { key: "author", header: (t) => t("articles:column.author"), value: ({ author }) => author },
  { key: "team", header: (t) => t("articles:column.team"), value: ({ team }, t) => team ?? t("articles:national") },
  {
    key: "publishedAt",
    header: (t) => t("articles:column.publishedAt"),
    value: ({ publishedAt }) => instant(publishedAt),
    sortable: true,
    card: "line",
  },
  {
    key: "updatedAt",
    header: (t) => t("articles:column.updatedAt"),
    value: ({ updatedAt }) => instant(updatedAt),
    sortable: true,
    hiddenByDefault: true,
  },
];

export function useArticleFilters({ query, choices }: Narrowed<ArticleRowsQuery>, sectors: SectorName[]): Filter[] {
  const { t } = useTranslation("articles");
  const { t: common } = useTranslation();
  return [
    choiceFilter("status", t("filter.status"), query, choices.status, (value) => t(`status.${value}`)),
    choiceFilter("english", t("filter.english"), query, choices.english, (value) => common(`englishShort.${value}`)),
    { name: "team", label: t("filter.team"), value: query.team, choices: sectors.map(({ id, name }) => ({ value: id, label: name })) },
  ];
}
