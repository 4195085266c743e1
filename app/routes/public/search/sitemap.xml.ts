import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchApi } from "#contract/publishing/search";
import { pathIn } from "~/i18n/locale-of-path";
import { escapeXml } from "~/search/escape-xml";
import { publicPages } from "~/search/public-pages";
import { cacheableResponse } from "~/server/cache/cacheable-response.server";

type Entry = { fr: string; en: string | null; updatedAt: string };

/** The entity types that the dates depend on. */
const on = [
  ...([
    "article",
    "job",
    "team",
    "further_support",
    "further_support_category",
    "faq_question",
    "faq_category",
    "press",
    "partner",
  ] as const),
  ...(["testimonial", "event", "monthly_record", "page_texts", "legal_document", "retention_policy", "day"] as const),
];

/**
 * Every page that search engines should find, with its other language and its last change (sitemaps.org): of its content, or else of the
 * software. Both languages answer the same.
 */
export async function loader({ context: { api, settings } }: LoaderFunctionArgs) {
  const { items, changed } = await api.call(searchApi.addresses);
  const fixed = publicPages.map(({ path, shows }): Entry => {
    const last = shows.flatMap((kind) => changed[kind] ?? []).sort();
    return { fr: path, en: path, updatedAt: last.at(-1) ?? import.meta.env.RELEASED_AT };
  });
  const urls = [...fixed, ...items].flatMap((entry) => urlsOf(entry, settings.publicUrl));
  const map = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>`;
  return cacheableResponse(map, "application/xml; charset=utf-8", { on });
}

function urlsOf({ fr, en, updatedAt }: Entry, publicUrl: string): string[] {
  const french = escapeXml(publicUrl + pathIn("fr", fr));
  const english = en === null ? null : escapeXml(publicUrl + pathIn("en", en));
  const link = (language: string, address: string) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
  const links = link("fr", french) + (english ? link("en", english) : "") + link("x-default", french);
  return [french, english].flatMap((address) => (address ? `<url><loc>${address}</loc><lastmod>${updatedAt}</lastmod>${links}</url>` : []));
}
