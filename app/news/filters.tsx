import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ArticleListQuery, TagChoice } from "#contract/articles";
import { SearchForm } from "~/search/search-form";
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

/** Themes as links: one shows its articles, the first shows all. */
export function TagLinks({ tags, current }: { tags: z.infer<typeof TagChoice>[]; current: string | undefined }) {
  const { t } = useTranslation("news");
  const links = [{ slug: undefined, label: t("allThemes") }, ...tags].map(({ slug, label }) => ({
    to: slug ? `/news?tag=${slug}` : "/news",
    label,
    current: slug === current,
  }));
  return <Pills label={t("themes")} links={links} />;
}
