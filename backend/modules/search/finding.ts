import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Db } from "#backend/db/client";
import { offsetOf } from "#backend/db/lists";
import type { Declarations } from "#backend/declarations";
import type { Reader, SearchSource } from "#backend/search/source";
import type { PageOf } from "#contract/api/endpoint";
import type { PageType } from "#contract/api/entity-types";
import type { Locale } from "#contract/formats/locale";
import type { Excerpt, Found, FoundKind, LastChanged, Results, SearchQuery } from "#contract/publishing/search";
import { correctedSearch } from "./corrections.ts";
import { pageSource } from "./site-pages.ts";
import { searchedWords } from "./typed-words.ts";

type Row = { kind: FoundKind; path: string; locale: Locale; title: string; excerpt: string; total: string | number };

/** With so few results, a corrected search is tried as well. */
const fewResults = 2;

/**
 * The results of a search, in either language and with or without accents; titles first. Where they are few, it is tried with its unknown words
 * corrected.
 */
export async function find(db: Db, sources: Searched[], query: Query, reader: Reader): Promise<Results> {
  const searched = [pageSource, ...sources].filter(({ kind }) => !query.kind || kind === query.kind);
  const own = { ...(await findTyped(db, searched, query, reader)), corrected: null, suggestion: null };
  const better = query.q && own.total <= fewResults ? await correctedSearch(db, query.q) : null;
  if (!better) return own;
  const others = await findTyped(db, searched, { ...query, q: better }, reader);
  if (others.total <= own.total) return own;
  return own.total === 0 ? { ...own, ...others, corrected: better } : { ...own, suggestion: better };
}

type Searched = Pick<SearchSource, "kind" | "find">;
type Query = z.output<typeof SearchQuery>;

async function findTyped(db: Db, searched: Searched[], query: Query, reader: Reader): Promise<PageOf<Found>> {
  const { q, page, perPage } = query;
  const nothing = { items: [], total: 0, totalIsExact: true, page, perPage };
  if (!q) return nothing;
  const words = await searchedWords(db, q);
  const found = sql.join(
    searched.map((source) => sql`select ${source.kind}::text as kind, rows.* from (${source.find(words, reader)}) rows`),
    sql` union all `,
  );
  const everything = sql`(${found}) everything`;
  const marked = (text: SQL, options: string) =>
    sql`case locale when 'en' then ts_headline('english_plain', ${text}, ${words.en}, ${options}) else ts_headline('french_plain', ${text}, ${words.fr}, ${options}) end`;
  const { rows } = await db.execute<Row>(sql`
    select kind, path, locale, total, ${marked(sql`title`, `HighlightAll=true, ${marks}`)} as title,
      ${marked(withoutMarkdown(sql`body`), `MaxFragments=2, FragmentDelimiter=" … ", MaxWords=20, MinWords=8, ${marks}`)} as excerpt
    from (
      select *, count(*) over () as total from ${everything}
      order by rank desc, path limit ${perPage} offset ${offsetOf(query)}
    ) page order by rank desc, path`);
  if (!rows[0] && page > 1) return { ...nothing, total: await countOf(db, everything) };
  return {
    ...nothing,
    items: rows.map((row) => ({ ...row, title: excerptOf(row.title), excerpt: excerptOf(elided(row.excerpt)) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

async function countOf(db: Db, rows: SQL): Promise<number> {
  const counted = await db.execute<{ total: string | number }>(sql`select count(*) as total from ${rows}`);
  return Number(counted.rows[0]?.total ?? 0);
}

/** Private characters that mark the matches. */
const [begin, end] = ["\uE000", "\uE001"];
const marks = `StartSel=${begin}, StopSel=${end}`;

function withoutMarkdown(text: SQL): SQL {
  const unruled = sql`regexp_replace(${text}, '^[ \\t]*\\|?[ \\t]*:?-+:?[ \\t]*(\\|[ \\t]*:?-+:?[ \\t]*)*\\|?[ \\t]*$', '', 'gn')`;
  const untabled = sql`regexp_replace(regexp_replace(${unruled}, '^[ \\t]*\\|[ \\t]*|[ \\t]*\\|[ \\t]*$', '', 'gn'), '[ \\t]*\\|[ \\t]*', ', ', 'g')`;
  const unlisted = sql`regexp_replace(${untabled}, '^[ \\t>]*([-+*]|[0-9]{1,9}[.)])[ \\t]+', '', 'gn')`;
  const linked = sql`regexp_replace(${unlisted}, '!?\\[([^\\]]*)\\]\\([^)]*\\)', '\\1', 'g')`;
  const plain = sql`regexp_replace(${linked}, '[*\`~]+', '', 'g')`;
  return sql`regexp_replace(${plain}, ${`[_#>${begin}${end}]+`}, ' ', 'g')`;
}

/** Adds an ellipsis where an excerpt omits text before or after. */
function elided(marked: string): string {
  const text = marked.trim();
  if (!text) return "";
  const before = /^[«‘“\s\uE000]*[\p{Lu}\p{N}]/u.test(text) ? "" : "… ";
  const after = /[.!?]\uE001?$/u.test(text) ? "" : " …";
  return before + text + after;
}

function excerptOf(marked: string): Excerpt {
  return marked.split(/(\uE000[^\uE000\uE001]*\uE001)/).flatMap((piece) => {
    const text = piece.replace(/[\uE000\uE001]/g, "");
    return text ? [{ text, hit: piece.startsWith(begin) }] : [];
  });
}

/** Search engines read no more from one file (sitemaps.org). */
const maxPaths = 24_000;

/** The pages of all published content, newest first. */
export async function publishedPaths(db: Db, sources: SearchSource[], now: Date) {
  const all = allPaths(sources, now);
  const { rows } = await db.execute<{ kind: FoundKind; fr: string; en: string | null; updated_at: string | Date }>(
    sql`select * from (${all}) everything where fr is not null order by updated_at desc, fr limit ${maxPaths}`,
  );
  return rows.map(({ kind, fr, en, updated_at }) => ({ kind, fr, en, updatedAt: new Date(updated_at).toISOString() }));
}

/** When something of each type that pages show changed last, and the types that this depends on. */
export async function lastChanges(
  db: Db,
  { searchSources, lastChanges }: Pick<Declarations, "searchSources" | "lastChanges">,
  now: Date,
): Promise<{ changed: LastChanged[]; types: PageType[] }> {
  const ofSources = searchSources.map(
    ({ types: [type], paths }) => sql`select ${type}::text as type, null::text as path, max(updated_at) as last from (${paths(now)}) paths`,
  );
  const others = lastChanges.map(({ type, rows }) => sql`select ${type}::text as type, path, last from (${rows(now)}) newest`);
  const { rows } = await db.execute<{ type: PageType; path: string | null; last: string | Date }>(
    sql`select * from (${sql.join([...ofSources, ...others], sql` union all `)}) changes where last is not null`,
  );
  const types = [...searchSources.flatMap(({ types }) => types), ...lastChanges.map(({ type }) => type)];
  return { changed: rows.map(({ type, path, last }) => ({ type, path, at: new Date(last).toISOString() })), types: [...new Set(types)] };
}

function allPaths(sources: SearchSource[], now: Date): SQL {
  return sql.join(
    sources.map((source) => sql`select ${source.kind}::text as kind, rows.* from (${source.paths(now)}) rows`),
    sql` union all `,
  );
}
