import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { ArticleListQuery, TagChoice } from "#contract/articles";
import { SearchForm } from "~/search/search-form";
import { keptPart } from "~/ui/kept-part";
import { Pills } from "~/ui/pills";

/** The search box of the articles: a form that leads to an address. */
export function ArticleSearch({ query }: { query: ArticleListQuery }) {
  const { t } = useTranslation("news");
  return (
    <SearchForm id="q" label={t("search")} button={t("searchButton")} value={query.q} className="max-w-96 flex-[1_1_16rem]">
      {query.tag && <input type="hidden" name="tag" value={query.tag} />}
    </SearchForm>
  );
}

type Tags = z.infer<typeof TagChoice>[];

/** Themes as links: one shows its articles, the first shows all. No link is that of a theme there is not. */
export function TagLinks({ tags, current }: { tags: Tags; current: string | undefined }) {
  const known = current === undefined || tags.some(({ slug }) => slug === current);
  return <Themes tags={tags} current={known ? current : null} />;
}

const Themes = keptPart("themes", ({ tags, current }: { tags: Tags; current: string | undefined | null }) => {
  const { t } = useTranslation("news");
  const links = [{ slug: undefined, label: t("allThemes") }, ...tags].map(({ slug, label }) => ({
    to: slug ? `/news?tag=${slug}` : "/news",
    label,
    current: slug === current,
  }));
  return <Pills label={t("themes")} links={links} />;
});
