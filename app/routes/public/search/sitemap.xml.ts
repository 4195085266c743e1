import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchApi } from "#contract/publishing/search";
import { pathIn } from "~/i18n/locale-of-path";
import { escapeXml } from "~/search/escape-xml";
import { indexedPages } from "~/search/indexed-pages";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";

type Entry = { fr: string; en: string | null; updatedAt: string };

/**
 * Every page that search engines should find, with its other language and its last change (sitemaps.org): of its content, or else of the
 * software. Both languages answer the same.
 */
export async function loader({ context: { api, settings, build } }: LoaderFunctionArgs) {
  const { items, changed, types } = await api.call(searchApi.paths);
  const fixed = indexedPages(await build()).map(({ path, dated }): Entry => {
    const own = changed.filter((one) => dated.includes(one.type) && (one.path === null || one.path === path));
    const last = own.map(({ at }) => at).sort();
    return { fr: path, en: path, updatedAt: last.at(-1) ?? import.meta.env.RELEASED_AT };
  });
  const urls = [...fixed, ...items].flatMap((entry) => urlsOf(entry, settings.publicUrl));
  const map = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>`;
  return cacheableResponse(map, "application/xml; charset=utf-8", { on: [...types, "day"] });
}

function urlsOf({ fr, en, updatedAt }: Entry, publicUrl: string): string[] {
  const french = escapeXml(publicUrl + pathIn("fr", fr));
  const english = en === null ? null : escapeXml(publicUrl + pathIn("en", en));
  const link = (language: string, url: string) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`;
  const links = link("fr", french) + (english ? link("en", english) : "") + link("x-default", french);
  return [french, english].flatMap((url) => (url ? `<url><loc>${url}</loc><lastmod>${updatedAt}</lastmod>${links}</url>` : []));
}
