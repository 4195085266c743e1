import type { SQL } from "drizzle-orm";
import type { Locale } from "#contract/locale";
import type { FoundKind } from "#contract/search";

/** What was looked for, as a query of full-text search in each language. */
export type Words = Record<Locale, SQL>;

/** A kind of content that the site's search finds and its sitemap names. Both see what is on line, and nothing else. */
export type SearchSource = {
  kind: FoundKind;
  /** The rows that hold the words: `path`, `locale` (of the texts), `title`, `body` and `rank`. */
  find(words: Words, locale: Locale, now: Date): SQL;
  /** The addresses of its pages: `fr`, `en` (null where there is no English) and `updated_at`. */
  addresses(now: Date): SQL;
};
