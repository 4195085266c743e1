import { and, asc, eq, exists, gte, lt, type SQL, sql } from "drizzle-orm";
import { onLine as isOnLine } from "#backend/content/routes";
import type { Db } from "#backend/db/client";
import { sectors } from "#backend/modules/sectors/tables";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { articles, articleTags, tags } from "./tables.ts";
import { onLine } from "./visibility.ts";

type Moment = { now: Date };

/** The most choices that are offered. */
const maxChoices = 200;

/** Published themes of at least one published article. */
export async function listTags(db: Db, locale: Locale, { now }: Moment) {
  const used = sql`exists (select 1 from ${articleTags} join ${articles} on ${articles.id} = ${articleTags.articleId} where ${articleTags.tagId} = ${tags.id} and ${onLine(now)})`;
  return (await themesInOrder(db, and(isOnLine(tags), used))).map((tag) => choiceIn(locale, tag));
}

/** All themes, for the form of an article. */
export async function listThemeChoices(db: Db, locale: Locale) {
  const themes = await themesInOrder(db, undefined);
  return themes.map((tag) => ({ ...choiceIn(locale, tag), archived: tag.status === "archived" }));
}

const themesInOrder = (db: Db, where: SQL | undefined) =>
  db.select().from(tags).where(where).orderBy(asc(tags.position), asc(tags.id)).limit(maxChoices);

const choiceIn = (locale: Locale, { id, slug, label }: typeof tags.$inferSelect) => ({ id, slug, label: readIn(locale, label).text });

/** Teams of at least one published article. */
export async function listSectors(db: Db, locale: Locale, { now }: Moment) {
  const article = db
    .select({ one: sql`1` })
    .from(articles)
    .where(and(eq(articles.sectorId, sectors.id), onLine(now)));
  const rows = await db
    .select({ id: sectors.id, slug: sectors.slug, name: sectors.name })
    .from(sectors)
    .where(exists(article))
    .limit(maxChoices);
  const collator = new Intl.Collator(locale);
  return rows.sort((a, b) => collator.compare(a.name, b.name));
}

/** Years in France with a published article, the newest first: each one between the first and the last is looked up on the index. */
export async function listYears(db: Db, { now }: Moment): Promise<number[]> {
  const yearOf = (edge: "min" | "max") =>
    sql`(select extract(year from ${sql.raw(edge)}(${articles.publishedAt}) at time zone 'Europe/Paris')::int from ${articles} where ${onLine(now)})`;
  const { rows } = await db.execute<{ year: number }>(
    sql`select year from generate_series(${yearOf("min")}, ${yearOf("max")}) year
      where exists (select 1 from ${articles} where ${onLine(now)} and ${inYear(sql`year`)})
      order by year desc limit ${maxChoices}`,
  );
  return rows.map(({ year }) => year);
}

/** Articles published in a year in France. */
export function inYear(year: SQL): SQL | undefined {
  const begins = (of: SQL) => sql`make_timestamptz(${of}, 1, 1, 0, 0, 0, 'Europe/Paris')`;
  return and(gte(articles.publishedAt, begins(year)), lt(articles.publishedAt, begins(sql`${year} + 1`)));
}
