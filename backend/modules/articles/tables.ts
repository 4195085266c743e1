import { type SQL, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { contentIndexes } from "#backend/content/base-columns";
import { contentColumns } from "#backend/content/columns";
import { instant, localized, record, tsvector } from "#backend/db/columns";
import { wordIndex } from "#backend/db/word-search";
import { documents } from "#backend/modules/documents/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { englishStates, type Localized } from "#contract/formats/localized";
import { coverObjects, coverPatterns, coverTones } from "#contract/publishing/article-covers";
import { articleStatuses } from "#contract/publishing/articles";

export const articles = pgTable(
  "articles",
  {
    ...record,
    status: text({ enum: articleStatuses }).notNull().default("draft"),
    title: localized().notNull(),
    lead: localized().notNull(),
    body: localized().notNull(),
    coverTone: text({ enum: coverTones }).notNull().default("pale"),
    coverPattern: text({ enum: coverPatterns }).notNull().default("row"),
    coverObject: text({ enum: coverObjects }).notNull().default("crate"),
    coverImageId: uuid().references(() => documents.id),
    coverAlt: localized(),
    sectorId: uuid().references(() => sectors.id),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    updatedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** When it was first published; in the future for a scheduled article, which needs no job to appear. */
    publishedAt: instant(),
    pinnedUntil: date(),
    frenchChangedAt: instant().notNull().defaultNow(),
    englishConfirmedAt: instant(),
    pageViews: integer("readings").notNull().default(0),
    version: integer().notNull().default(1),
    /** Since when it is in the bin, and what it was before. */
    deletedAt: instant(),
    deletedFrom: text({ enum: ["draft", "archived"] }),
    /** State of the English text: none, unfinished, older than the French one, or confirmed. */
    english: text({ enum: englishStates }).generatedAlwaysAs(
      (): SQL => sql`case
        when coalesce(title->>'en', '') = '' and coalesce(body->>'en', '') = '' then 'none'
        when coalesce(title->>'en', '') = '' or coalesce(body->>'en', '') = '' then 'draft'
        when english_confirmed_at is null or french_changed_at > english_confirmed_at then 'outdated'
        else 'reviewed' end`,
    ),
    searchFr: tsvector().generatedAlwaysAs(
      (): SQL => sql`to_tsvector('french_plain', (title->>'fr') || ' ' || (lead->>'fr') || ' ' || (body->>'fr'))`,
    ),
    searchEn: tsvector().generatedAlwaysAs(
      (): SQL =>
        sql`to_tsvector('english_plain', coalesce(title->>'en', '') || ' ' || coalesce(lead->>'en', '') || ' ' || coalesce(body->>'en', ''))`,
    ),
  },
  (t) => [
    check("articles_status", sql`${t.status} in ('draft', 'in_review', 'scheduled', 'published', 'archived', 'deleted')`),
    check("articles_published_since", sql`${t.status} not in ('published', 'scheduled') or ${t.publishedAt} is not null`),
    check(
      "articles_deleted_since",
      sql`(${t.status} = 'deleted') = (${t.deletedAt} is not null) and (${t.status} = 'deleted') = (coalesce(${t.deletedFrom}, '') in ('draft', 'archived'))`,
    ),
    check(
      "articles_french_needed",
      sql`${t.status} in ('draft', 'archived', 'deleted') or (${t.title}->>'fr' <> '' and ${t.body}->>'fr' <> '')`,
    ),
    check("articles_picture_described", sql`${t.coverImageId} is null or coalesce(${t.coverAlt}->>'fr', '') <> ''`),
    index("articles_published").on(t.publishedAt.desc(), t.id).where(sql`${t.status} in ('published', 'scheduled')`),
    index("articles_pinned").on(t.pinnedUntil).where(sql`${t.pinnedUntil} is not null`),
    index("articles_by_update").on(t.updatedAt, t.id),
    index("articles_by_publication").on(t.publishedAt, t.id),
    index("articles_by_title").on(sql`(${t.title}->>'fr')`, t.id),
    index("articles_status_by_update").on(t.status, t.updatedAt, t.id),
    index("articles_english_by_update").on(t.english, t.updatedAt, t.id),
    index("articles_sector_by_update").on(t.sectorId, t.updatedAt, t.id),
    index("articles_author_by_status").on(t.authorId, t.status, t.updatedAt),
    index("articles_deleted").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index("articles_search_fr").using("gin", t.searchFr),
    index("articles_search_en").using("gin", t.searchEn),
  ],
);

/**
 * The pictures that articles show in their text. Each is a document that is private by itself: who may see it follows from the articles that
 * show it.
 */
export const articlePictures = pgTable(
  "article_pictures",
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** Since when the text no longer shows it; null while it does. */
    unusedSince: instant(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.documentId] }), index("article_pictures_document").on(t.documentId)],
);

/** Every slug an article has or had; new links use the current one of each language. */
export const articleSlugs = pgTable(
  "article_slugs",
  {
    locale: text({ enum: ["fr", "en"] }).notNull(),
    slug: text().notNull(),
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    current: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.locale, t.slug] }),
    uniqueIndex("article_slugs_one_current").on(t.articleId, t.locale).where(sql`${t.current}`),
    index("article_slugs_article").on(t.articleId),
  ],
);

/** The themes of articles. `slug` is what addresses call one; it stays when its name changes. */
export const tags = pgTable("tags", { ...contentColumns, slug: text().notNull().unique(), label: localized().notNull() }, (t) => [
  ...contentIndexes("tags", t),
  wordIndex("tags", [t.label]),
  uniqueIndex("tags_label").on(sql`lower(${t.label}->>'fr')`),
]);

export const articleTags = pgTable(
  "article_tags",
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    tagId: uuid()
      .notNull()
      .references(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.tagId] }), index("article_tags_tag").on(t.tagId)],
);

/** What a revision stores: the texts, not the state. */
export type ArticleSnapshot = { title: Localized; lead: Localized; body: Localized };

export const articleRevisions = pgTable(
  "article_revisions",
  {
    articleId: uuid()
      .notNull()
      .references(() => articles.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    at: instant().notNull().defaultNow(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    snapshot: jsonb().$type<ArticleSnapshot>().notNull(),
    changed: text().array().notNull(),
    restoredFrom: integer(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.number] })],
);
