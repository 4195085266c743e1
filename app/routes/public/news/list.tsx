import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ArticleListQuery, articlesApi } from "#contract/publishing/articles";
import { pathIn } from "~/i18n/locale-of-path";
import { listQuery } from "~/layouts/cache-rules";
import type { PageHandle } from "~/layouts/handle";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { publicMeta } from "~/search/public-meta";
import { NoArticle, ShownArticles } from "~/subjects/articles/active-filters";
import { ArticleTile, LeadArticle } from "~/subjects/articles/cards";
import { objectsOf } from "~/subjects/articles/cover";
import { ArticleFilters, ThemeLinks } from "~/subjects/articles/filters";
import { DrawingSymbols } from "~/ui/drawing";

export const handle = {
  i18n: ["news"],
  cache: { on: ["article", "team", "tag", "day"], query: ["page", "tag", "team", "year"], unbounded: listQuery },
  dated: ["article"],
} as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, ArticleListQuery);
  const [found, choices] = await Promise.all([context.api.call(articlesApi.list, { query }), context.api.call(articlesApi.choices)]);
  const page = withinPages(request, found);
  const texts = { title: context.t("titles:/news"), description: context.t("news:meta") };
  const { q, tag, team, year } = query;
  return { filters: { q, tag, team, year }, page, choices, feed: pathIn(context.locale, "/news/feed.xml"), ...texts };
}

export default function News() {
  const { filters, page, choices, feed } = useLoaderData<typeof loader>();
  const { t } = useTranslation("news");
  const [first, ...others] = page.items;
  return (
    <main id="content" className="wrap">
      <DrawingSymbols names={objectsOf(page.items)} />
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)] pb-6">{t("h1")}</h1>
      <div className="grid gap-3">
        <ArticleFilters filters={filters} choices={choices} />
        <ThemeLinks tags={choices.tags} filters={filters} />
      </div>
      <ShownArticles filters={filters} total={page.total} choices={choices} />
      {first ? (
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
          <LeadArticle article={first} />
          {others.map((article) => (
            <ArticleTile key={article.id} article={article} />
          ))}
        </div>
      ) : (
        <NoArticle filters={filters} />
      )}
      <PageLinks page={page} className="pages" />
      <p className="pt-8">
        <a href={feed}>{t("feed")}</a>
      </p>
    </main>
  );
}
