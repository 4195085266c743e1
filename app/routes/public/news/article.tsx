import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { articlesApi } from "#contract/publishing/articles";
import { orNotFound } from "~/errors/not-found.server";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { publicMeta } from "~/search/public-meta";
import { newsArticleData } from "~/search/structured-data";
import { ArticleHead, ArticleRail, ReadNext } from "~/subjects/articles/article-parts";
import { objectsOf } from "~/subjects/articles/cover";
import { renderMarkdown } from "~/subjects/articles/markdown.server";
import { DrawingSymbols } from "~/ui/drawing";
import { RenderedText } from "~/ui/rendered-text";

export const handle = { i18n: ["news"], cache: { on: ["article", "team", "tag", "user"] } } as const satisfies PageHandle;

export const meta = publicMeta;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const article = await api.call(articlesApi.get, { params: { id: params.id ?? "" } }).catch(orNotFound);
  if (article.slug !== params.id) throw redirect(`/news/${article.slug}`, 301);
  const { slugs, title, lead, author, publishedAt, updatedAt } = article;
  const alternates = { fr: `/news/${slugs.fr}`, ...(slugs.en && { en: pathIn("en", `/news/${slugs.en}`) }) };
  const image = `${pathIn(locale, `/news/${article.slug}`)}/share.png`;
  const [url, picture] = [settings.publicUrl + (alternates[article.locale] ?? alternates.fr), settings.publicUrl + image];
  return {
    article,
    url,
    html: renderMarkdown(article.body, { textLocale: article.locale, pageLocale: locale, pictures: article.pictures }),
    title: `${title} - ${t("titles:/news/{id}")}`,
    description: lead,
    alternates,
    sharing: { title, image, publishedAt, updatedAt },
    structuredData: newsArticleData(settings, { title, lead, author, locale: article.locale, publishedAt, updatedAt, url, image: picture }),
  };
}

export default function Article() {
  const { article, url, html } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <DrawingSymbols names={objectsOf([article])} />
      <article>
        <ArticleHead article={article} />
        <div className="wrap grid gap-x-16 gap-y-8 pt-10 pb-section lg:grid-cols-[17rem_1fr]">
          <ArticleRail article={article} url={url} />
          <RenderedText html={html} lang={article.locale} />
        </div>
      </article>
      <ReadNext articles={article.related} />
    </main>
  );
}
