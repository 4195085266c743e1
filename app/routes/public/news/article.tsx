import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { articlesApi } from "#contract/articles";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import { pageMeta } from "~/i18n/page-meta";
import { ArticleHead, ArticleRail, ReadNext } from "~/news/article-parts";
import { objectsOf } from "~/news/cover";
import { renderMarkdown } from "~/news/markdown.server";
import { DrawingSymbols } from "~/ui/drawing";
import { RenderedText } from "~/ui/rendered-text";

export const handle = { i18n: ["news"] } as const;

export const meta = pageMeta;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, locale, t } = context;
  const article = await api.call(articlesApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound);
  if (article.slug !== params.id) throw redirect(`/news/${article.slug}`, 301);
  const { slugs } = article;
  return {
    article,
    html: renderMarkdown(article.body, { textLocale: article.locale, pageLocale: locale }),
    title: `${article.title} - ${t("titles:/news/{id}")}`,
    description: article.lead,
    alternates: { fr: `/news/${slugs.fr}`, ...(slugs.en && { en: pathIn("en", `/news/${slugs.en}`) }) },
  };
}

export default function Article() {
  const { article, html } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <DrawingSymbols names={objectsOf([article])} />
      <article>
        <ArticleHead article={article} />
        <div className="wrap grid gap-x-16 gap-y-8 pt-10 pb-section lg:grid-cols-[17rem_1fr]">
          <ArticleRail article={article} />
          <RenderedText html={html} lang={article.locale} />
        </div>
      </article>
      <ReadNext articles={article.related} />
    </main>
  );
}
