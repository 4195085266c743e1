import type { PageType } from "#contract/api/entity-types";

/** How a public page may be cached for other visitors, declared in its handle: `handle = { cache: { on: ["article"], query: ["page"] } }`. */
export type CacheRules = {
  /**
   * The entity types that it shows: a change of one invalidates it (`entityType` of the audit log). `day` is for pages that the
   * calendar changes, such as an opening that closes: they are stale when a day begins in France. `event_places` is what pages of events say of their
   * places: triggers of the database publish it when that changes, and no row of the audit log does.
   */
  on: readonly (PageType | "day" | "event_places")[];
  /** Query parameters that it reads; each value is cached separately. */
  query?: readonly string[];
  /** Query parameters with free values: with one of them the page is not cached. It receives no others. */
  unbounded?: readonly string[];
  /** Those of them that the page answers even when they are sent empty: it is then cached apart. */
  evenEmpty?: readonly string[];
};

/** Query parameters of every list, in addition to its filters and page. */
export const listQuery = ["q", "sort", "order", "perPage", "after", "before"] as const;

/** The longest a public page is cached, in milliseconds (S9-023). */
export const oneHour = 3_600_000;
