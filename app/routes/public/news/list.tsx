import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ArticleListQuery, articlesApi } from "#contract/articles";
import { listWords } from "~/cache/rules";
import { pathIn } from "~/i18n/locale-of-path";
import { withinPages } from "~/lists/list-loader.server";
import { readList } from "~/lists/list-request";
import { PageLinks } from "~/lists/page-links";
import { ArticleTile, LeadArticle } from "~/news/cards";
import { objectsOf } from "~/news/cover";
import { ArticleSearch, TagLinks } from "~/news/filters";
import { publicMeta } from "~/search/public-meta";
import { DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";

export const handle = {
  i18n: ["news"],
  cache: { on: ["article", "team", "day"], query: ["page", "tag", "team", "year"], unbounded: listWords },
} as const;

/** With the address of the feed, by which readers of feeds find it. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const feed = { tagName: "link", rel: "alternate", type: "application/atom+xml", href: args.data?.feed };
  return [...(publicMeta(args as never) ?? []), ...(args.data ? [feed] : [])];
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, ArticleListQuery);
  const [found, tags] = await Promise.all([context.api.call(articlesApi.list, { query }), context.api.call(articlesApi.tags)]);
  const page = withinPages(request, found);
  const words = { title: context.t("titles:/news"), description: context.t("news:meta") };
  return { query, page, tags: tags.items, feed: pathIn(context.locale, "/news/feed.xml"), ...words };
}

export default function News() {
  const { query, page, tags } = useLoaderData<typeof loader>();
  const { t } = useTranslation("news");
  const [first, ...others] = page.items;
  return (
    <main id="content" className="wrap">
      <DrawingSymbols names={objectsOf(page.items)} />
      <h1 className="title-hero pt-[clamp(2rem,5vw,4rem)] pb-6">{t("h1")}</h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-8">
        <ArticleSearch query={query} />
        <TagLinks tags={tags} current={query.tag} />
      </div>
      <p className="sr-only" role="status">
        {t("count", { count: page.total })}
      </p>
      {first ? (
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
          <LeadArticle article={first} />
          {others.map((article) => (
            <ArticleTile key={article.id} article={article} />
          ))}
        </div>
      ) : (
        <p className="py-16 text-lg">
          {t("empty")} <Link to="/news">{t("clear")}</Link>
        </p>
      )}
      <PageLinks page={page} className="pages" />
    </main>
  );
}
