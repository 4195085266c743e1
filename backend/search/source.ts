import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type SearchedColumns, searchVector } from "#backend/db/full-text";
import type { GateUser } from "#contract/accounts/access";
import type { Role } from "#contract/accounts/roles";
import type { PageType } from "#contract/api/entity-types";
import { type Locale, locales } from "#contract/formats/locale";
import type { FoundKind } from "#contract/publishing/search";

/** The full-text query in each language. */
type Words = Record<Locale, SQL>;

/** The query with synonyms, and as it was typed. */
export type SearchedWords = Words & { typed: Words };

/** The reader and the time: visibility may depend on both. `role` is null for visitors. */
export type Reader = { locale: Locale; now: Date; role: Role | null; user: GateUser | null };

/** A kind of content that the site's search finds and its sitemap names. Both include published content only. */
export type SearchSource = {
  kind: FoundKind;
  /** The entity types that decide what is found, that of its records first. */
  types: readonly [PageType, ...PageType[]];
  /** The matching rows: `path`, `locale` (of the texts), `title`, `body` and `rank`. */
  find(words: SearchedWords, reader: Reader): SQL;
  /** The paths of its pages: `fr`, `en` (null where there is no English) and `updated_at`. `fr` is null when the kind has no page of its own. */
  paths(now: Date): SQL;
  /** What visitors may read of each record, in both languages: `id`, `updated_at` and `text`. */
  texts(now: Date): SQL;
};

/** What a title adds to the rank: most where it has the words as they were typed, less where it has a synonym. */
export const titleRank = (words: SearchedWords, title: (locale: Locale) => SQL): SQL => {
  const has = (queries: Words) =>
    sql`(${sql.join(
      locales.map((one) => sql`${title(one)} @@ ${queries[one]}`),
      sql` or `,
    )})::int`;
  return sql`${has(words)} + ${has(words.typed)}`;
};

type Described = Pick<SearchSource, "kind" | "types"> & {
  table: PgTable & { id: PgColumn; updatedAt: PgColumn };
  searched: SearchedColumns;
  /** The title of a record: a localised text, or a name. */
  title: { text: PgColumn } | { name: PgColumn };
  /** The text for excerpts, after the title. */
  body: { texts: PgColumn[]; names?: PgColumn[] };
  /** Whether there is English to show. */
  english: SQL;
  /** The path of a record. */
  path: SQL;
  /** Whether that is a page of its own. */
  ownPage: boolean;
  /** The condition for what the reader may see; the sitemap uses that of a visitor. */
  visible(reader: Pick<Reader, "now" | "role">): SQL | undefined;
};

/** A source for content whose texts fall back to French, one by one. */
export function contentSource({ kind, types, table, searched, title, body, english, path, ownPage, visible }: Described): SearchSource {
  const fr = searchVector("fr", searched);
  const en = searchVector("en", searched);
  const titled: SearchedColumns = "text" in title ? { texts: [title.text] } : { texts: [], names: [title.name] };
  return {
    kind,
    types,
    find: (words, { locale, now, role }) => {
      const shown = locale === "en" ? sql`case when ${english} then 'en' else 'fr' end` : sql`'fr'`;
      const shownText = (column: SQLWrapper) => sql`nullif(${column}->>(${shown}), '')`;
      return sql`select ${path} as path, ${shown} as locale,
          ${"text" in title ? shownText(title.text) : title.name} as title,
          concat_ws(E' –\\n', ${sql.join([...(body.names ?? []).map((name) => sql`${name}`), ...body.texts.map(shownText)], sql`, `)}) as body,
          greatest(ts_rank(${fr}, ${words.fr}), ts_rank(${en}, ${words.en})) + ${titleRank(words, (one) => searchVector(one, titled))} as rank
        from ${table}
        where ${visible({ now, role })} and (${fr} @@ ${words.fr} or ${en} @@ ${words.en})`;
    },
    paths: (now) => sql`select ${ownPage ? path : sql`null`} as fr, ${ownPage ? path : sql`null`} as en, ${table.updatedAt} as updated_at
      from ${table} where ${visible({ now, role: null })}`,
    texts: (
      now,
    ) => sql`select ${table.id} as id, ${table.updatedAt} as updated_at, concat_ws(' ', ${sql.join(textColumns(searched), sql`, `)}) as text
      from ${table} where ${visible({ now, role: null })}`,
  };
}

const textColumns = ({ texts, names = [] }: SearchedColumns): SQLWrapper[] => [
  ...names,
  ...texts.flatMap((column) => locales.map((locale) => sql`${column}->>${locale}`)),
];

/** Whether a text has English. */
export const hasEnglish = (column: PgColumn): SQL => sql`coalesce(${column}->>'en', '') <> ''`;
