import { Search } from "lucide";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ArticleListQuery, TagChoice } from "#contract/articles";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** The search box of the articles: a form that leads to an address. */
export function ArticleSearch({ query }: { query: ArticleListQuery }) {
  const { t } = useTranslation("news");
  return (
    <search className="relative max-w-96 flex-[1_1_16rem]">
      <form>
        <label className="sr-only" htmlFor="q">
          {t("search")}
        </label>
        <input className="control rounded-link pr-13 pl-5" id="q" name="q" type="search" defaultValue={query.q} placeholder={t("search")} />
        {query.tag && <input type="hidden" name="tag" value={query.tag} />}
        <button
          type="submit"
          aria-label={t("searchButton")}
          className="absolute top-1 right-1 grid size-10 place-items-center rounded-link bg-ink text-white"
        >
          <Icon of={Search} />
        </button>
      </form>
    </search>
  );
}

/** Themes as links: one shows its articles, the first shows all. */
export function TagLinks({ tags, current }: { tags: z.infer<typeof TagChoice>[]; current: string | undefined }) {
  const { t } = useTranslation("news");
  const links = [{ slug: undefined, label: t("allThemes") }, ...tags];
  return (
    <nav className="-mx-1.5 flex max-w-full gap-2 overflow-x-auto p-1.5 [scrollbar-width:none]" aria-label={t("themes")}>
      {links.map(({ slug, label }) => (
        <Link key={label} to={slug ? `/news?tag=${slug}` : "/news"} aria-current={slug === current || undefined} className="pill">
          {label}
        </Link>
      ))}
    </nav>
  );
}
