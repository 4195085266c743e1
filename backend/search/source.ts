import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type SearchedColumns, searchVector } from "#backend/db/full-text";
import type { Role } from "#contract/accounts/roles";
import { type Locale, locales } from "#contract/formats/locale";
import type { FoundKind } from "#contract/publishing/search";

/** What was looked for, as a query of full-text search in each language. */
export type Words = Record<Locale, SQL>;

/** Who looks, and when: what is on line may depend on both. `role` is null for visitors. */
export type Reader = { locale: Locale; now: Date; role: Role | null };

/** A kind of content that the site's search finds and its sitemap names. Both see what is on line, and nothing else. */
export type SearchSource = {
  kind: FoundKind;
  /** The rows that hold the words: `path`, `locale` (of the texts), `title`, `body` and `rank`. */
  find(words: Words, reader: Reader): SQL;
  /** The addresses of its pages: `fr`, `en` (null where there is no English) and `updated_at`. `fr` is null when the kind has no page of its own. */
  addresses(now: Date): SQL;
};

type Described = {
  kind: FoundKind;
  table: PgTable & { updatedAt: PgColumn };
  searched: SearchedColumns;
  /** What names a record: a text in two languages, or a name. */
  title: { text: PgColumn } | { name: PgColumn };
  /** What an excerpt is taken from, after the title. */
  body: { texts: PgColumn[]; names?: PgColumn[] };
  /** Whether there is English to show. */
  english: SQL;
  /** Where a record is found. */
  path: SQL;
  /** Whether that is a page of its own. */
  ownPage: boolean;
  /** What the reader may see; a visitor, for the sitemap. */
  visible(reader: Pick<Reader, "now" | "role">): SQL | undefined;
};

/** A source for content whose texts fall back to French, one by one. */
export function contentSource({ kind, table, searched, title, body, english, path, ownPage, visible }: Described): SearchSource {
  const fr = searchVector("fr", searched);
  const en = searchVector("en", searched);
  const titled: SearchedColumns = "text" in title ? { texts: [title.text] } : { texts: [], names: [title.name] };
  return {
    kind,
    find: (words, { locale, now, role }) => {
      const shown = locale === "en" ? sql`case when ${english} then 'en' else 'fr' end` : sql`'fr'`;
      const shownText = (column: SQLWrapper) => sql`nullif(${column}->>(${shown}), '')`;
      const named = locales.map((one) => sql`${searchVector(one, titled)} @@ ${words[one]}`);
      return sql`select ${path} as path, ${shown} as locale,
          ${"text" in title ? shownText(title.text) : title.name} as title,
          concat_ws(E' –\\n', ${sql.join([...(body.names ?? []).map((name) => sql`${name}`), ...body.texts.map(shownText)], sql`, `)}) as body,
          greatest(ts_rank(${fr}, ${words.fr}), ts_rank(${en}, ${words.en})) + (${sql.join(named, sql` or `)})::int as rank
        from ${table}
        where ${visible({ now, role })} and (${fr} @@ ${words.fr} or ${en} @@ ${words.en})`;
    },
    addresses: (
      now,
    ) => sql`select ${ownPage ? path : sql`null`} as fr, ${ownPage ? path : sql`null`} as en, ${table.updatedAt} as updated_at
      from ${table} where ${visible({ now, role: null })}`,
  };
}

/** Whether a text has English. */
export const hasEnglish = (column: PgColumn): SQL => sql`coalesce(${column}->>'en', '') <> ''`;
