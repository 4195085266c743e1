import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import type { Locale } from "#contract/formats/locale";
import { pathIn } from "~/i18n/locale-of-path";
import type { PageHandle } from "~/layouts/handle";
import { pageMeta, titleAndDescription } from "~/layouts/page-meta";
import type { RootData } from "~/layouts/root-data";
import type { StructuredData } from "./structured-data";

/** Optional metadata from the loader of a public page, in addition to title and description. */
type PageData = {
  title?: string;
  description?: string;
  /** The paths of the page's languages, when they differ or when there is only one. */
  alternates?: { fr: string; en?: string };
  /** For articles: the title for sharing, and a picture of 1200 × 630. */
  sharing?: { title: string; image: string; publishedAt: string; updatedAt: string };
  /** For a page that is no article: the path of its own picture of 1200 × 630, and what stands on it. */
  picture?: { path: string; alt: string };
  structuredData?: StructuredData | StructuredData[];
  /** The address of its feed, by which readers of feeds find it. */
  feed?: string;
  /** For lists: the current page and filters. */
  page?: { page: number };
};

/** The head of a page for search engines and social networks. The pages that use it are those of the sitemap (`indexed-pages.ts`). */
export const publicMeta: MetaFunction = (args) => {
  const root = args.matches.find((match) => match.id === "root")?.data as RootData | undefined;
  if (!root || args.error) return pageMeta(args);
  return [...titleAndDescription(args), ...publicHead((args.data ?? {}) as PageData, root, args.location.pathname, laterPage(args))];
};

/** The query of a list's later page. The canonical URL of a filtered list is the list itself. */
function laterPage({ data, matches, location }: Parameters<MetaFunction>[0]): string {
  const { page = 1 } = (data as PageData | undefined)?.page ?? {};
  const { query = [], unbounded = [] } = (matches.at(-1)?.handle as PageHandle | undefined)?.cache ?? {};
  const parameters = new URLSearchParams(location.search);
  const narrowed = [...query, ...unbounded].some((name) => name !== "page" && parameters.get(name));
  return page > 1 && !narrowed ? `?page=${page}` : "";
}

const sharedLocales: Record<Locale, string> = { fr: "fr_FR", en: "en_GB" };

/** Canonical URL, languages, Open Graph data, and structured data. */
function publicHead(
  page: PageData,
  { locale, settings: { publicUrl, productName }, imageAlt }: RootData,
  pathname: string,
  later: string,
): MetaDescriptor[] {
  const { fr, en }: { fr: string; en?: string } = page.alternates ?? {
    fr: pathIn("fr", pathname) + later,
    en: pathIn("en", pathname) + later,
  };
  const shown = locale === "en" && en ? "en" : "fr";
  const canonical = publicUrl + ((shown === "en" && en) || fr);
  const { sharing, picture } = page;
  const languages = { fr, en, "x-default": fr };
  const properties = {
    "og:site_name": productName,
    "og:type": sharing ? "article" : "website",
    "og:title": sharing?.title ?? page.title ?? productName,
    "og:description": page.description,
    "og:url": canonical,
    "og:locale": sharedLocales[shown],
    "og:locale:alternate": en && sharedLocales[shown === "en" ? "fr" : "en"],
    "og:image": publicUrl + (sharing?.image ?? picture?.path ?? pathIn(locale, "/share.png")),
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": sharing?.title ?? picture?.alt ?? imageAlt,
    "article:published_time": sharing?.publishedAt,
    "article:modified_time": sharing?.updatedAt,
  };
  return [
    { tagName: "link", rel: "canonical", href: canonical },
    ...Object.entries(languages).flatMap(([hrefLang, path]) =>
      path ? [{ tagName: "link", rel: "alternate", href: publicUrl + path, hrefLang }] : [],
    ),
    ...Object.entries(properties).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    ...(page.feed ? [{ tagName: "link", rel: "alternate", type: "application/atom+xml", href: page.feed }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    ...[page.structuredData ?? []].flat().map((one) => ({ "script:ld+json": one }) as MetaDescriptor),
  ];
}
