import { useTranslation } from "react-i18next";
import type { ArticleChoices } from "#contract/publishing/articles";
import { SearchField } from "~/forms/search-form";
import { Button } from "~/ui/button";
import { cachedFragment } from "~/ui/cached-fragment";
import { Pills } from "~/ui/pills";
import { type ActiveFilters, filteredSector, newsUrl } from "./active-filters";

/** Search, team and year of the articles: one GET form. */
export function ArticleFilters({ filters, choices: { sectors, years } }: { filters: ActiveFilters; choices: ArticleChoices }) {
  const { t } = useTranslation("news");
  const selects = [
    {
      name: "team",
      value: filteredSector(filters, sectors)?.slug,
      all: t("filter.team"),
      choices: sectors.map(({ slug, name }) => ({ value: slug, label: name })),
    },
    {
      name: "year",
      value: filters.year,
      all: t("filter.year"),
      choices: years.map((year) => ({ value: String(year), label: String(year) })),
    },
  ];
  return (
    <search>
      <form className="grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto] gap-2 md:flex">
        <div className="relative col-span-full md:w-96 md:shrink">
          <SearchField id="q" label={t("search")} button={t("searchButton")} value={filters.q} />
        </div>
        {selects.map(({ name, value, all, choices }) => (
          <select
            key={name}
            className="control bg-[right_0.75rem_top_55%]! pr-8! pl-3 md:w-auto"
            name={name}
            defaultValue={value ?? ""}
            aria-label={t(`filter.${name as "team"}`)}
          >
            <option value="">{all}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ))}
        {filters.tag && <input type="hidden" name="tag" value={filters.tag} />}
        <Button variant="line" className="max-md:px-4">
          {t("filter.submit")}
        </Button>
      </form>
    </search>
  );
}

/** Themes as links that keep the other filters; the first link shows all. Unknown themes have no link. */
export function ThemeLinks({ tags, filters: { tag, ...others } }: { tags: ArticleChoices["tags"]; filters: ActiveFilters }) {
  const known = tag === undefined || tags.some(({ slug }) => slug === tag);
  return <Themes tags={tags} others={others} current={known ? tag : null} />;
}

type Themes = { tags: ArticleChoices["tags"]; others: Omit<ActiveFilters, "tag">; current: string | undefined | null };

const Themes = cachedFragment("themes", ({ tags, others, current }: Themes) => {
  const { t } = useTranslation("news");
  const links = [{ slug: undefined, label: t("allThemes") }, ...tags].map(({ slug, label }) => ({
    to: newsUrl({ ...others, tag: slug }),
    label,
    current: slug === current,
  }));
  return <Pills label={t("themes")} links={links} />;
});
