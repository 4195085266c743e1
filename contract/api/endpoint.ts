import "../formats/validation.ts";
import * as z from "zod";
import type { Access } from "../accounts/access.ts";
import type { ShownType } from "./entity-types.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the API, as both tiers see it: the backend serves it, the web tier calls it, OpenAPI describes it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  EndpointAccess extends Access = Access,
> = {
  method: Method;
  /** Hono's notation: `/api/news/:id`. */
  path: `/api/${string}`;
  access: EndpointAccess;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Encoding of the body; JSON by default. A form with a key that brings a file has no transaction around it, see `onceWithFile`. */
  bodyType?: "json" | "multipart";
  response: Response;
  /** Whether the response holds a secret that is stored nowhere else: the copy for a repeated request is encrypted. */
  confidential?: true;
  /**
   * Whether the request sent again does no more than the first time, by itself. One that waits for another server has to be: the key of a form
   * would hold a transaction open meanwhile, which may end before what it waits for.
   */
  repeatable?: true;
  /** Whether it counts or adds up rows of all people or records: it may be slow, as a long list, and must not block other requests. */
  readsMany?: true;
  /** 200 by default. */
  status?: 200 | 201;
  /**
   * The entity types that the response to a visitor depends on, beside the language. The web tier may cache it until one of them changes, for
   * a day at most. Responses of endpoints without this are not cached.
   */
  shows?: readonly ShownType[];
};

export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const EndpointAccess extends Access = Access,
>(definition: Endpoint<Params, Query, Body, Response, EndpointAccess>): Endpoint<Params, Query, Body, Response, EndpointAccess> {
  return definition;
}

/**
 * Whether requests may be slow without anything being wrong: lists and searches of staff and members, and what reads many rows. They have
 * connections of their own, and a time-out of one does not count as an outage.
 */
export function mayBeSlow(endpoint: Endpoint): boolean {
  return isLongList(endpoint) || endpoint.readsMany === true;
}

/** Lists and searches of staff and members, page by page. */
export function isLongList({ method, access, query }: Endpoint): boolean {
  return method === "GET" && access !== "public" && "perPage" in ((query as { shape?: object } | undefined)?.shape ?? {});
}

/** Rows on a page of a list: people choose how many, up to 100, and an export reads as many page by page. */
const perPageSizes = { default: 25, max: 100 };

const wholeNumber = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).catch(fallback).default(fallback);

/** The number of a page in the query of a URL. */
export const pageNumber = wholeNumber(1, 1_000_000);

/** The most characters of a search. */
export const longestSearch = 200;

/** The most characters of a position in a list. */
export const longestPosition = 1_000;

/** `next` or `previous` of another page of the same list: the page begins after that row or ends before it, wherever it is by then. */
const position = z.string().max(longestPosition).optional().catch(undefined);

/**
 * The state of a list in the query of its URL: search, filters, sort and page.
 * Nonsense falls back to the default instead of failing, because URLs are typed, shared and truncated.
 */
export function listQuery<Sort extends string, Filters extends z.ZodRawShape>(
  sorts: readonly [Sort, ...Sort[]],
  filters: Filters,
  { order = "desc" as "asc" | "desc", perPage = perPageSizes.default } = {},
) {
  return z.object({
    q: z.string().trim().max(longestSearch).catch("").default(""),
    sort: z.enum(sorts).catch(sorts[0]).default(sorts[0]),
    order: z.enum(["asc", "desc"]).catch(order).default(order),
    page: pageNumber,
    perPage: wholeNumber(perPage, perPageSizes.max),
    after: position,
    before: position,
    ...filters,
  });
}

/**
 * One page of a list. `total` is exact up to {@link exactCountLimit} rows, of a search up to a thousand; above it is the
 * database's estimate and `totalIsExact` is false.
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    totalIsExact: z.boolean(),
    page: z.int(),
    perPage: z.int(),
    next: z.string().nullable().optional(),
    previous: z.string().nullable().optional(),
  });
}
export type PageOf<Item> = {
  items: Item[];
  total: number;
  totalIsExact: boolean;
  page: number;
  perPage: number;
  /** The positions of the last and the first row where a page follows or precedes; undefined in lists that have page numbers only. */
  next?: string | null;
  previous?: string | null;
};

export const exactCountLimit = 10_000;

/** Pages by number end at this row: the database walks through all rows before a page, and a filter finds the others sooner. */
export const maxPaginatedRows = 10_000;
/** Further rows are not read by their number, which an export in the request does. */
export const maxRowsByNumber = 50_000;

/** The last page that has a number. */
export function lastNumberedPage({ total, perPage }: { total: number; perPage: number }): number {
  return Math.ceil(Math.min(total, maxPaginatedRows) / perPage);
}

/** Rows chosen in a list: some by id, or all that match the list's query. */
export const Selection = z.union([
  z.object({ ids: z.array(z.uuid()).min(1).max(perPageSizes.max) }),
  z.object({ all: z.literal(true), query: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
]);
export type Selection = z.infer<typeof Selection>;

/** The most rows that the preview of a bulk action names; it counts the others. */
export const maxPreviewedNames = 50;

export const Done = z.object({ success: z.literal(true) });
