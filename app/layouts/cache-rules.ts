import type { ShownType } from "#contract/api/entity-types";

/** How a public page may be kept for other visitors, said in its handle: `handle = { cache: { on: ["article"], query: ["page"] } }`. */
export type CacheRules = {
  /**
   * Kinds of things that it shows: a change of one empties it (`entityType` of the audit log). `day` stands for pages that the
   * calendar changes, as an opening that closes: they are out of date when a day begins in France.
   */
  on: readonly (ShownType | "day")[];
  /** Parameters of its address that it reads, each value making a page of its own. */
  query?: readonly string[];
  /** Parameters that it reads too, whose values are anyone's words: with one of them it is not kept. It is never told of any other. */
  unbounded?: readonly string[];
};

/** What every list reads beside its filters and its page. */
export const listWords = ["q", "sort", "order", "perPage"] as const;

/** The longest a public page is cached, in milliseconds (S9-023). */
export const oneHour = 3_600_000;
