import * as z from "zod";
import { endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { foundKinds, pageTypes } from "../api/entity-types.ts";
import { locales } from "../formats/locale.ts";

export const FoundKind = z.enum(foundKinds);
export type FoundKind = z.infer<typeof FoundKind>;

/** A part of a text, and whether it matches the search. */
export const Excerpt = z.array(z.object({ text: z.string(), hit: z.boolean() }));
export type Excerpt = z.infer<typeof Excerpt>;

export const Found = z.object({
  kind: FoundKind,
  /** Path of its page, without the language; with an anchor where it shares a page. */
  path: z.string(),
  /** Language of the texts. */
  locale: z.enum(locales),
  title: Excerpt,
  excerpt: Excerpt,
});
export type Found = z.infer<typeof Found>;

/**
 * The results of a search. `corrected`: what they are the results of, where what was typed finds nothing. `suggestion`: what would find more,
 * where it finds little.
 */
const Results = pageOf(Found).extend({ corrected: z.string().nullable(), suggestion: z.string().nullable() });
export type Results = z.infer<typeof Results>;

export const SearchQuery = listQuery(["relevance"], { kind: FoundKind.optional().catch(undefined) }, { perPage: 12 });

/** When a record of a type that public pages show changed last. `path` is the page that alone shows the record; null for the last of all records. */
export const LastChanged = z.object({ type: z.enum(pageTypes), path: z.string().nullable(), at: z.iso.datetime() });
export type LastChanged = z.infer<typeof LastChanged>;

export const searchApi = {
  find: endpoint({ method: "GET", path: "/api/search", access: "public", query: SearchQuery, response: Results }),
  /** The pages of all published content, for the sitemap, and when what other pages show changed last; `types` are those it depends on. */
  paths: endpoint({
    method: "GET",
    path: "/api/public-addresses",
    access: "public",
    response: z.object({
      items: z.array(z.object({ kind: FoundKind, fr: z.string(), en: z.string().nullable(), updatedAt: z.iso.datetime() })),
      changed: z.array(LastChanged),
      types: z.array(z.enum(pageTypes)),
    }),
  }),
};
