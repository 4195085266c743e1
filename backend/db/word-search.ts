import { and, Column, getTableColumns, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { getTableConfig, index, type PgTable } from "drizzle-orm/pg-core";

/** By the expression of each index: the same without its operator class. */
const texts = new WeakMap<object, SQL>();

/**
 * The index on the words of a table's records, which {@link contains} searches: columns, localised ones in both languages, and expressions of
 * text. It covers one text a record, in lower case without accents, in an expression without parameters.
 */
export function wordIndex(table: string, read: readonly SQLWrapper[]) {
  const text = sql`searched_text(${sql.join(read.flatMap(textsOf), sql`, `)})`;
  const indexed = sql`${text} gin_trgm_ops`;
  texts.set(indexed, text);
  return index(`${table}_searched`).using("gin", indexed);
}

function textsOf(part: SQLWrapper): SQLWrapper[] {
  if (!is(part, Column)) return [part];
  // The column as the table has it: the one that an index is given does not know its type.
  const type = Object.values(getTableColumns(part.table))
    .find(({ name }) => name === part.name)
    ?.getSQLType();
  if (type === "jsonb") return [sql`${part}->>'fr'`, sql`${part}->>'en'`];
  return [type === "text" ? part : sql`${part}::text`];
}

const textOfTable = new WeakMap<PgTable, SQL>();

function searchedText(table: PgTable): SQL {
  const known = textOfTable.get(table);
  if (known) return known;
  const { name, indexes } = getTableConfig(table);
  const text = indexes.flatMap(({ config }) => config.columns.flatMap((column) => texts.get(column) ?? []))[0];
  if (!text) throw new Error(`The table ${name} has no index on words: see wordIndex.`);
  textOfTable.set(table, text);
  return text;
}

/** The start of a word. The trigram index finds fewer than three letters only at the start of words. */
const before = `[ \t\n\r.,:;/@"'()+_-]`;

/**
 * Whether a record holds each word that was typed, anywhere and in any order; case and accents do not matter. A word of one or two letters
 * counts where a word begins. An empty search is no condition; one without a letter or digit finds nothing. The table needs a
 * {@link wordIndex}.
 */
export const contains = (table: PgTable, typed: string): SQL | undefined => holdsWords(() => searchedText(table), typed);

/** Whether some of a record's columns hold them. It uses no index: for rows that {@link contains} has found. */
export const columnsContain = (columns: readonly SQLWrapper[], typed: string): SQL | undefined =>
  holdsWords(() => sql`searched_text(${sql.join(columns.flatMap(textsOf), sql`, `)})`, typed);

function holdsWords(textOf: () => SQL, typed: string): SQL | undefined {
  if (!typed.trim()) return undefined;
  const text = textOf();
  const conditions = typed
    .normalize("NFC")
    .split(/\s+/)
    .flatMap((word) => holdsWord(text, word));
  return conditions.length > 0 ? and(...conditions) : sql`false`;
}

/**
 * The share of a word's trigrams that a record must have: two letters in the other order, or one left out, leave about half of a name's. The
 * operator of `pg_trgm` reads it from this setting, which each connection for requests has.
 */
export const likeness = { setting: "pg_trgm.word_similarity_threshold", value: 0.4 } as const;

/**
 * Whether a record holds something like each longer word that was typed, for when nothing holds it exactly.
 * Undefined when no word is long enough to be mistyped.
 */
export function resembles(table: PgTable, typed: string): SQL | undefined {
  // Signs and digits are meant as they are typed; only names are mistyped.
  const plain = typed.normalize("NFC").trim().slice(0, 100);
  if (!/^[\p{L}\p{M}\s'’-]+$/u.test(plain)) return undefined;
  const words = plain.split(/\s+/).filter((word) => /\p{L}{4}/u.test(word));
  const text = searchedText(table);
  return words.length > 0 ? and(...words.map((word) => sql`searched_text(${word}::text) <% ${text}`)) : undefined;
}

function holdsWord(text: SQL, word: string): SQL[] {
  if (/[\p{L}\p{N}]{3}/u.test(word)) {
    const escaped = sql`regexp_replace(ltrim(searched_text(${word}::text)), '([%_\\\\])', '\\\\\\1', 'g')`;
    return [sql`${text} like '%' || ${escaped} || '%'`];
  }
  const short = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  return short.map((letters) => sql`${text} ~ (${before} || ltrim(searched_text(${letters}::text)))`);
}
