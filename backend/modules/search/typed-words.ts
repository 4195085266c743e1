import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { searchQuery } from "#backend/db/full-text";
import type { SearchedWords } from "#backend/search/source";
import { type Locale, locales } from "#contract/formats/locale";
import { searchSynonymRules } from "./tables.ts";

/** The most groups of synonyms that one search uses: each makes its query longer. */
const maxRules = 4;

type Row = { locale: Locale; typed: string; query: string };

/** The queries of what somebody typed, as such and with the synonyms that staff have published. */
export async function searchedWords(db: Db, typed: string): Promise<SearchedWords> {
  const { locale, target, substitute, synonymId } = searchSynonymRules;
  const { rows } = await db.execute<Row>(sql`
    with recursive typed (locale, query) as (values ${sql.join(
      locales.map((one) => sql`(${one}::text, ${searchQuery(one, typed)})`),
      sql`, `,
    )}),
    matching as (
      select distinct on (typed.locale, ${synonymId}) typed.locale, ${target} as target, ${substitute} as substitute
      from typed join ${searchSynonymRules} on ${locale} = typed.locale and ${target} <@ typed.query
      order by typed.locale, ${synonymId}, numnode(${target}) desc, ${target}::text
    ),
    rules as (
      select *, row_number() over (partition by locale order by numnode(target) desc, target::text, substitute::text) as place from matching
    ),
    rewritten (locale, place, query) as (
      select locale, 0::bigint, query from typed
      union all
      select rewritten.locale, rules.place, ts_rewrite(rewritten.query, rules.target, rules.substitute)
      from rewritten join rules on rules.locale = rewritten.locale and rules.place = rewritten.place + 1
      where rewritten.place < ${maxRules}
    )
    select distinct on (typed.locale) typed.locale, typed.query::text as typed, rewritten.query::text as query
    from typed join rewritten on rewritten.locale = typed.locale
    order by typed.locale, rewritten.place desc`);
  const of = (read: (row: Row) => string) =>
    Object.fromEntries(rows.map((row) => [row.locale, sql`${read(row)}::tsquery`])) as Record<Locale, SQL>;
  return { ...of(({ query }) => query), typed: of(({ typed }) => typed) };
}
