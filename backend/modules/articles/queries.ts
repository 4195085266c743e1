import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { Db } from "#backend/db/client";
import { countMatching } from "#backend/db/counting";
import { offsetOf } from "#backend/db/lists";
import { sectors } from "#backend/modules/sectors/tables";
import { users } from "#backend/modules/users/tables";
import { Refusal } from "#backend/refusal";
import type { PageOf } from "#contract/api/endpoint";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import type { ArticleCard, ArticleListQuery, ArticlePage } from "#contract/publishing/articles";
import { cardColumns, languageShown, shapeCard, slugFor } from "./cards.ts";
import { inYear } from "./choices.ts";
import { picturesOfArticle } from "./pictures.ts";
import { articleSlugs, articles, articleTags, tags } from "./tables.ts";
import { isPinned, onLine, pinnedAfter } from "./visibility.ts";

type Moment = { now: Date; today: string };

/** Published articles, newest first after those pinned to the top. */
export async function listArticles(db: Db, query: ArticleListQuery, locale: Locale, moment: Moment): Promise<PageOf<ArticleCard>> {
  const where = and(onLine(moment.now), matching(query));
  return {
    items: await cardsOf(db, where, query, locale, moment.today),
    ...(await countMatching(db, articles, where)),
    page: query.page,
    perPage: query.perPage,
  };
}

/** The newest published articles after those pinned to the top, as a list shows them. */
export function newestArticles(db: Db, count: number, locale: Locale, { now, today }: Moment): Promise<ArticleCard[]> {
  return cardsOf(db, onLine(now), { page: 1, perPage: count }, locale, today);
}

/** Pinned articles and the others each come from an index in their order; sorted together, all published articles would be read. */
async function cardsOf(db: Db, where: SQL | undefined, position: { page: number; perPage: number }, locale: Locale, today: string) {
  const upTo = offsetOf(position) + position.perPage;
  const newest = (which: SQL, first: SQL<number>) =>
    db
      .select({ id: articles.id, first: first.as("first"), publishedAt: articles.publishedAt })
      .from(articles)
      .where(and(where, which))
      .orderBy(newestFirst, articles.id)
      .limit(upTo);
  const found = unionAll(newest(pinnedAfter(today), sql`1`), newest(sql`${pinnedAfter(today)} is not true`, sql`0`))
    .orderBy(sql`first desc, published_at desc, id`)
    .limit(position.perPage)
    .offset(offsetOf(position))
    .as("found");
  const rows = await db
    .select(cardColumns)
    .from(found)
    .innerJoin(articles, eq(articles.id, found.id))
    .leftJoin(sectors, eq(sectors.id, articles.sectorId))
    .orderBy(desc(isPinned(today)), desc(articles.publishedAt), articles.id);
  return rows.map((row) => shapeCard(row, locale));
}

/** In the form of the partial index of published articles, which all have a time. */
const newestFirst = sql`${articles.publishedAt} desc nulls last`;

function matching({ q, tag, team, year }: ArticleListQuery): SQL | undefined {
  return and(
    q ? textMatches(q) : undefined,
    tag ? hasTag(tag) : undefined,
    team ? isAbout(team) : undefined,
    year ? inYear(sql`${year}::int`) : undefined,
  );
}

/** A team by the address of its page; by its id, as older links have it. What was merged into another team is that one. */
function isAbout(team: string): SQL {
  const named = z.uuid().safeParse(team).success ? eq(sectors.id, team) : eq(sectors.slug, team);
  return sql`${articles.sectorId} = (select coalesce(${sectors.mergedIntoId}, ${sectors.id}) from ${sectors} where ${named})`;
}

/** A search with the syntax of search engines ("exact", or, -not), in either language, accents folded. */
export function textMatches(words: string): SQL | undefined {
  return or(
    sql`${articles.searchFr} @@ websearch_to_tsquery('french_plain', ${words})`,
    sql`${articles.searchEn} @@ websearch_to_tsquery('english_plain', ${words})`,
  );
}

function hasTag(slug: string): SQL {
  return sql`exists (select 1 from ${articleTags} join ${tags} on ${tags.id} = ${articleTags.tagId} where ${articleTags.articleId} = ${articles.id} and ${tags.slug} = ${slug})`;
}

const wordsPerMinute = 220;

/** A published article, by its address in any language, an address it had before, or its id. */
export async function getArticle(db: Db, idOrSlug: string, locale: Locale, moment: Moment): Promise<ArticlePage> {
  const [row] = await db
    .select({
      ...cardColumns,
      body: articles.body,
      pictures: picturesOfArticle,
      updatedAt: articles.updatedAt,
      authorFirst: users.firstName,
      authorLast: users.lastName,
    })
    .from(articles)
    .innerJoin(users, eq(users.id, articles.authorId))
    .leftJoin(sectors, eq(sectors.id, articles.sectorId))
    .where(and(onLine(moment.now), addressedAs(idOrSlug)))
    .limit(1);
  if (!row) throw new Refusal("not_found");
  const card = shapeCard(row, locale);
  const { slugs } = row;
  const body = readIn(card.locale, row.body).text;
  return {
    ...card,
    body,
    pictures: row.pictures,
    author: `${row.authorFirst} ${row.authorLast}`,
    readingMinutes: Math.max(1, Math.round(body.split(/\s+/).length / wordsPerMinute)),
    updatedAt: row.updatedAt.toISOString(),
    slugs: { fr: slugFor("fr", slugs) ?? row.id, en: languageShown(row.english, "en") === "en" ? slugFor("en", slugs) : undefined },
    related: await relatedTo(db, row.id, locale, moment),
  };
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function addressedAs(idOrSlug: string): SQL {
  if (uuidForm.test(idOrSlug)) return eq(articles.id, idOrSlug);
  return sql`${articles.id} in (select ${articleSlugs.articleId} from ${articleSlugs} where ${articleSlugs.slug} = ${idOrSlug})`;
}

const relatedCount = 3;

/** Articles to read next: those that share most tags first, then the newest. Both are few, each from an index: all that is published is not sorted. */
async function relatedTo(db: Db, articleId: string, locale: Locale, { now }: Moment): Promise<ArticleCard[]> {
  const own = sql`(select tag_id from ${articleTags} where article_id = ${articleId})`;
  const shared = sql<number>`count(*)`.as("shared");
  const sharing = db
    .select({ articleId: articleTags.articleId, shared })
    .from(articleTags)
    .where(and(sql`${articleTags.tagId} in ${own}`, ne(articleTags.articleId, articleId)))
    .groupBy(articleTags.articleId)
    .as("sharing");
  const tagged = db.$with("tagged").as(
    db
      .select({ id: articles.id, shared: sql<number>`sharing.shared`.as("common"), publishedAt: articles.publishedAt })
      .from(sharing)
      .innerJoin(articles, eq(articles.id, sharing.articleId))
      .where(onLine(now))
      .orderBy(desc(sql`sharing.shared`), desc(articles.publishedAt), articles.id)
      .limit(relatedCount),
  );
  // Enough to fill the list after those with a shared tag are removed.
  const newest = db
    .select({ id: articles.id, shared: sql<number>`0`.as("none"), publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(onLine(now), ne(articles.id, articleId)))
    .orderBy(newestFirst, articles.id)
    .limit(2 * relatedCount)
    .as("newest");
  const others = db.select().from(newest).where(sql`newest.id not in (select id from tagged)`);
  const found = unionAll(db.select().from(tagged), others).as("found");
  const rows = await db
    .with(tagged)
    .select(cardColumns)
    .from(found)
    .innerJoin(articles, eq(articles.id, found.id))
    .leftJoin(sectors, eq(sectors.id, articles.sectorId))
    .orderBy(desc(found.shared), desc(articles.publishedAt), articles.id)
    .limit(relatedCount);
  return rows.map((row) => shapeCard(row, locale));
}

/** The articles with these slugs, with their page views. */
export async function articlesNamed(db: Db, counted: { id: string; count: number }[]): Promise<{ id: string; count: number }[]> {
  if (counted.length === 0) return [];
  const slugs = counted.map(({ id }) => id);
  const rows = await db
    .select({ slug: articleSlugs.slug, id: articleSlugs.articleId })
    .from(articleSlugs)
    .where(inArray(articleSlugs.slug, slugs))
    .limit(2 * slugs.length);
  return counted.flatMap(({ id, count }) => {
    const article = rows.find(({ slug }) => slug === id);
    return article ? [{ id: article.id, count }] : [];
  });
}
