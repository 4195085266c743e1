import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { sectors } from "#backend/modules/teams/tables";
import type { ArticleCard, ArticleTag } from "#contract/articles";
import type { Locale } from "#contract/locale";
import type { EnglishState, Localized } from "#contract/localized";
import { readIn } from "#contract/read-in";
import { articleSlugs, articles, articleTags, tags } from "./tables.ts";

/** The columns a card is made of. */
export const cardColumns = {
  id: articles.id,
  title: articles.title,
  lead: articles.lead,
  english: articles.english,
  publishedAt: articles.publishedAt,
  updatedAt: articles.updatedAt,
  coverTone: articles.coverTone,
  coverPattern: articles.coverPattern,
  coverObject: articles.coverObject,
  coverImageId: articles.coverImageId,
  coverAlt: articles.coverAlt,
  team: sectors.name,
};

export type CardRow = {
  id: string;
  title: Localized;
  lead: Localized;
  english: EnglishState | null;
  publishedAt: Date | null;
  updatedAt: Date;
  coverTone: ArticleCard["cover"]["tone"];
  coverPattern: ArticleCard["cover"]["pattern"];
  coverObject: ArticleCard["cover"]["object"];
  coverImageId: string | null;
  coverAlt: Localized | null;
  team: string | null;
};

/** Cards in one language, with their tags and addresses read once for all rows. */
export async function shapeCards(db: Db, rows: CardRow[], locale: Locale): Promise<ArticleCard[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [tagRows, slugRows] = [
    await db
      .select({ articleId: articleTags.articleId, slug: tags.slug, label: tags.label })
      .from(articleTags)
      .innerJoin(tags, eq(tags.id, articleTags.tagId))
      .where(inArray(articleTags.articleId, ids))
      .orderBy(asc(tags.slug)),
    await db
      .select()
      .from(articleSlugs)
      .where(and(inArray(articleSlugs.articleId, ids), eq(articleSlugs.current, true))),
  ];
  const tagsOf = Map.groupBy(tagRows, (row) => row.articleId);
  const slugsOf = Map.groupBy(slugRows, (row) => row.articleId);
  return rows.map((row) => shapeCard(row, locale, slugsOf.get(row.id) ?? [], tagsOf.get(row.id) ?? []));
}

type Slug = { locale: Locale; slug: string };
type TagRow = { slug: string; label: Localized };

function shapeCard(row: CardRow, locale: Locale, slugs: Slug[], tagRows: TagRow[]): ArticleCard {
  const shown = languageShown(row.english, locale);
  return {
    id: row.id,
    slug: slugFor(shown, slugs) ?? row.id,
    locale: shown,
    title: readIn(shown, row.title).text,
    lead: readIn(shown, row.lead).text,
    tags: tagRows.map((tag): ArticleTag => ({ slug: tag.slug, label: readIn(locale, tag.label).text })),
    team: row.team,
    publishedAt: (row.publishedAt ?? new Date(0)).toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    cover: {
      tone: row.coverTone,
      pattern: row.coverPattern,
      object: row.coverObject,
      imageId: row.coverImageId,
      alt: row.coverAlt ? readIn(locale, row.coverAlt).text : "",
    },
  };
}

/** English is shown once it is complete, even when the French has moved on since. */
export function languageShown(english: EnglishState | null, wanted: Locale): Locale {
  return wanted === "en" && (english === "reviewed" || english === "outdated") ? "en" : "fr";
}

export function slugFor(locale: Locale, slugs: Slug[]): string | undefined {
  return slugs.find((slug) => slug.locale === locale)?.slug;
}
