import { sql } from "drizzle-orm";
import { sectors } from "#backend/modules/sectors/tables";
import type { Locale } from "#contract/formats/locale";
import type { EnglishState, Localized } from "#contract/formats/localized";
import { readIn } from "#contract/formats/localized-text";
import type { ArticleCard, ArticleTag } from "#contract/publishing/articles";
import { articleSlugs, articles, articleTags, tags } from "./tables.ts";

type Slug = { locale: Locale; slug: string };
type TagRow = { slug: string; label: Localized };

/** An article's current addresses. For statements that read `articles` and another table: in others, columns are not qualified by their table. */
export const currentSlugs = sql<
  Slug[]
>`(select coalesce(json_agg(json_build_object('locale', ${articleSlugs.locale}, 'slug', ${articleSlugs.slug})), '[]')
  from ${articleSlugs} where ${articleSlugs.articleId} = ${articles.id} and ${articleSlugs.current})`;

const tagsInOrder = sql<
  TagRow[]
>`(select coalesce(json_agg(json_build_object('slug', ${tags.slug}, 'label', ${tags.label}) order by ${tags.position}, ${tags.id}), '[]')
  from ${articleTags} join ${tags} on ${tags.id} = ${articleTags.tagId}
  where ${articleTags.articleId} = ${articles.id} and ${tags.status} = 'published')`;

/** The columns a card is made of, its tags and addresses among them: a list of cards is one statement. */
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
  slugs: currentSlugs,
  tags: tagsInOrder,
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
  slugs: Slug[];
  tags: TagRow[];
};

/** A card in one language. */
export function shapeCard(row: CardRow, locale: Locale): ArticleCard {
  const shown = languageShown(row.english, locale);
  return {
    id: row.id,
    slug: slugFor(shown, row.slugs) ?? row.id,
    locale: shown,
    title: readIn(shown, row.title).text,
    lead: readIn(shown, row.lead).text,
    tags: row.tags.map((tag): ArticleTag => ({ slug: tag.slug, label: readIn(locale, tag.label).text })),
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
