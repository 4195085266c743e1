import { readFileSync } from "node:fs";
import { type SQL, sql } from "drizzle-orm";
import { type SearchSource, titleRank } from "#backend/search/source";
import { redirectFor } from "#contract/accounts/access";
import { type Locale, locales } from "#contract/formats/locale";
import { sitePages } from "#contract/publishing/site-pages";

/** `keywords`: other names for the page, which are searched and not shown. */
type PageText = Record<"title" | "description" | "keywords", string>;

const readTexts = (locale: Locale): Record<string, PageText> => JSON.parse(readFileSync(`locales/${locale}/found-pages.json`, "utf8"));
const texts = { fr: readTexts("fr"), en: readTexts("en") };
const noText: PageText = { title: "", description: "", keywords: "" };
const rows = sitePages.map((page) => ({ ...page, texts: { fr: texts.fr[page.path] ?? noText, en: texts.en[page.path] ?? noText } }));

/** All texts of these pages, in both languages. */
export const pageTexts = (): string[] => rows.flatMap(({ texts }) => locales.flatMap((locale) => Object.values(texts[locale])));

/** The pages of the site that are no records, as far as the reader may open them. The sitemap has those of search engines by itself. */
export const pageSource: Pick<SearchSource, "kind" | "find"> = {
  kind: "page",
  find: (words, { locale, user }) => {
    const open = rows.filter(({ access, forVisitors }) => (user && forVisitors ? false : redirectFor(user, access) === null));
    const read = open.map(({ path, texts }) => ({ path, fr: texts.fr, en: texts.en }));
    const text = (one: Locale, name: keyof PageText) => sql`(pages.${sql.raw(one)}->>${sql.raw(`'${name}'`)})`;
    const vector = (one: Locale, of: SQL) => sql`to_tsvector(${sql.raw(one === "fr" ? "'french_plain'" : "'english_plain'")}, ${of})`;
    const whole = (one: Locale) => sql`pages.${sql.raw(`vector_${one}`)}`;
    const matches = (of: (one: Locale) => SQL) =>
      sql.join(
        locales.map((one) => sql`${of(one)} @@ ${words[one]}`),
        sql` or `,
      );
    // What people call a page counts for more than what a text mentions, and for less than a title.
    return sql`select pages.path, ${locale}::text as locale, ${text(locale, "title")} as title, ${text(locale, "description")} as body,
        greatest(ts_rank(${whole("fr")}, ${words.fr}), ts_rank(${whole("en")}, ${words.en}))
          + greatest(${titleRank(words, (one) => vector(one, text(one, "title")))},
            1.5 * (${matches((one) => vector(one, text(one, "keywords")))})::int) as rank
      from (
        select path, fr, en, ${sql.join(
          locales.map((one) => {
            const all = sql.join(
              (["title", "description", "keywords"] as const).map((name) => text(one, name)),
              sql` || ' ' || `,
            );
            return sql`${vector(one, all)} as ${sql.raw(`vector_${one}`)}`;
          }),
          sql`, `,
        )}
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as pages (path text, fr jsonb, en jsonb)
      ) pages
      where ${matches(whole)}`;
  },
};
