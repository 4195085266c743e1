import { X } from "lucide";
import { useTranslation } from "react-i18next";
import type { ArticleChoices, ArticleListQuery } from "#contract/publishing/articles";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** The filters of the articles. */
export type ActiveFilters = Partial<Pick<ArticleListQuery, "q" | "tag" | "team" | "year">>;

/** The URL of the filtered articles. */
export function newsUrl({ q, tag, team, year }: ActiveFilters): string {
  const given = Object.entries({ tag, team, year, q }).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `/news?${new URLSearchParams(given)}` : "/news";
}

/** The requested team, by its slug or, in older links, by its id. */
export function filteredSector({ team }: ActiveFilters, sectors: ArticleChoices["sectors"]) {
  return sectors.find(({ id, slug }) => team === slug || team === id);
}

/** The number of articles, and the active filters, which can be removed one by one or all at once. */
export function ShownArticles({ filters, total, choices }: { filters: ActiveFilters; total: number; choices: ArticleChoices }) {
  const { t } = useTranslation("news");
  const chosen = [
    { name: "q", label: filters.q && t("filter.words", { words: filters.q }) },
    { name: "tag", label: choices.tags.find(({ slug }) => slug === filters.tag)?.label },
    { name: "team", label: filteredSector(filters, choices.sectors)?.name },
    { name: "year", label: filters.year && String(filters.year) },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 pb-6">
      <p className="muted" role="status">
        {t("count", { count: total })}
      </p>
      {newsUrl(filters) !== "/news" && (
        <ul className="flex min-w-0 flex-wrap items-center gap-2" aria-label={t("filter.chosen")}>
          {chosen.map(
            ({ name, label }) =>
              label && (
                <li key={name} className="min-w-0">
                  <Link
                    to={newsUrl({ ...filters, [name]: undefined })}
                    className="pill gap-2"
                    aria-label={t("filter.remove", { choice: label })}
                  >
                    <span className="min-w-0 wrap-anywhere">{label}</span>
                    <Icon of={X} />
                  </Link>
                </li>
              ),
          )}
          <li>
            <Link to="/news" className="inline-flex min-h-11 items-center">
              {t("filter.clear")}
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}

/** No article: because of the filters, or because there are none yet. */
export function NoArticle({ filters }: { filters: ActiveFilters }) {
  const { t } = useTranslation("news");
  const narrowed = newsUrl(filters) !== "/news";
  return (
    <p className="max-w-2xl py-10 text-lg">
      {narrowed ? t("empty") : t("none")} {narrowed ? <Link to="/news">{t("clear")}</Link> : <Link to="/team">{t("meetSectors")}</Link>}
    </p>
  );
}
