import type { LoaderFunctionArgs } from "@remix-run/node";
import { ArticleListQuery, articlesApi } from "#contract/publishing/articles";
import { pathIn } from "~/i18n/locale-of-path";
import { escapeXml } from "~/search/escape-xml";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";

/** The newest articles as an Atom feed (RFC 4287), in the language of the address. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, locale, settings, t } = context;
  const { items } = await api.call(articlesApi.list, { query: ArticleListQuery.parse({ perPage: 20 }) });
  const urlOf = (path: string) => escapeXml(settings.publicUrl + pathIn(locale, path));
  const entries = items.map(
    ({ id, slug, title, lead, locale: language, ...times }) => `<entry xml:lang="${language}">
<id>urn:uuid:${id}</id><title>${escapeXml(title)}</title><link href="${urlOf(`/news/${slug}`)}"/>
<published>${times.publishedAt}</published><updated>${changedAt(times)}</updated><summary>${escapeXml(lead)}</summary>
</entry>`,
  );
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>${urlOf("/news")}</id><title>${escapeXml(`${t("news:h1")} | ${settings.productName}`)}</title>
<link href="${urlOf("/news")}"/><link rel="self" href="${urlOf("/news/feed.xml")}"/>
<author><name>${escapeXml(settings.organisation)}</name></author>
<updated>${items.map(changedAt).sort().at(-1) ?? "1970-01-01T00:00:00Z"}</updated>
${entries.join("\n")}
</feed>`;
  return cacheableResponse(feed, "application/atom+xml; charset=utf-8", { on: ["article"] });
}

/** A scheduled article was written before it was published. */
function changedAt({ publishedAt, updatedAt }: { publishedAt: string; updatedAt: string }): string {
  return publishedAt > updatedAt ? publishedAt : updatedAt;
}
