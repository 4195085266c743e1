import { type SQL, sql } from "drizzle-orm";
import { type SearchSource, titleRank } from "#backend/search/source";
import { type Locale, locales } from "#contract/formats/locale";
import { articleSlugs, articles } from "./tables.ts";
import { onLine } from "./visibility.ts";

const complete = sql`(${articles.english} in ('reviewed', 'outdated'))`;

const slugIn = (locale: SQL) =>
  sql`(select '/news/' || ${articleSlugs.slug} from ${articleSlugs} where ${articleSlugs.articleId} = ${articles.id} and ${articleSlugs.current} and ${articleSlugs.locale} = ${locale})`;

const shownIn = (locale: Locale) => (locale === "en" ? sql`case when ${complete} then 'en' else 'fr' end` : sql`'fr'`);

export const searchSource: SearchSource = {
  kind: "article",
  types: ["article"],
  find: (words, { locale, now }) => {
    const shown = shownIn(locale);
    const title = (language: Locale) =>
      sql`to_tsvector(${sql.raw(`'${language === "fr" ? "french" : "english"}_plain'`)}, coalesce(${articles.title}->>${language}, ''))`;
    return sql`select ${slugIn(shown)} as path, ${shown} as locale, ${articles.title}->>(${shown}) as title,
        concat_ws(E'\\n', ${articles.lead}->>(${shown}), ${articles.body}->>(${shown})) as body,
        greatest(ts_rank(${articles.searchFr}, ${words.fr}), ts_rank(${articles.searchEn}, ${words.en}))
          + ${titleRank(words, title)} as rank
      from ${articles}
      where ${onLine(now)} and (${articles.searchFr} @@ ${words.fr} or ${articles.searchEn} @@ ${words.en})`;
  },
  paths: (now) => sql`select ${slugIn(sql`'fr'`)} as fr, case when ${complete} then ${slugIn(sql`'en'`)} end as en,
      greatest(${articles.updatedAt}, ${articles.publishedAt}) as updated_at
    from ${articles} where ${onLine(now)}`,
  texts: (now) => sql`select ${articles.id} as id, ${articles.updatedAt} as updated_at,
      concat_ws(' ', ${sql.join(
        [articles.title, articles.lead, articles.body].flatMap((column) => locales.map((locale) => sql`${column}->>${locale}`)),
        sql`, `,
      )}) as text
    from ${articles} where ${onLine(now)}`,
};
