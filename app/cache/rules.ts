/** How a public page may be kept for other visitors, said in its handle: `handle = { cache: { on: ["article"], query: ["page"] } }`. */
export type CacheRules = {
  /**
   * Kinds of things that it shows: a change of one empties it (`entityType` of the audit log). `day` stands for pages that the
   * calendar changes, as an opening that closes: they are out of date when a day begins in France.
   */
  on: readonly string[];
  /** Parameters of its address that it reads; with any other it is not kept. */
  query?: readonly string[];
};

/** The longest a public page is kept, in milliseconds (section 9 of the specification). */
export const oneHour = 3_600_000;
