import type * as z from "zod";
import { lastNumberedPage } from "#contract/api/endpoint";
import { arrange } from "./arranging";
import { previewParameter } from "./preview";
import { chooseAll } from "./select-all";

/** The state of a list from its query, with a valid page number. A repeated name is a list of values. */
export function readList<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const { searchParams } = new URL(request.url);
  const values = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, oneOrMany(searchParams.getAll(name))]));
  const state = schema.parse(values);
  return isPaged(state) && !state.after && !state.before
    ? { ...state, page: Math.min(state.page, lastNumberedPage({ total: Number.POSITIVE_INFINITY, perPage: state.perPage })) }
    : state;
}

function isPaged<State>(state: State): state is State & { page: number; perPage: number; after?: string; before?: string } {
  return typeof state === "object" && state !== null && "page" in state && "perPage" in state;
}

export function oneOrMany(values: string[]): string | string[] {
  return values.length > 1 ? values : (values[0] ?? "");
}

const positions = ["after", "before"];
/** The query parameters that say which page of a list is shown. */
export const pageParameters = ["page", ...positions];

const passing = [chooseAll, previewParameter, arrange];

/** The query of a list, without selection, preview and reordering. */
export function listStateIn(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => !passing.includes(name));
}

/** The same without its page. */
export const withoutPage = (state: [string, string][]) => state.filter(([name]) => !pageParameters.includes(name));

/** The current URL with some query parameters changed; null removes a parameter, and another page replaces the one that is shown. Used by sort, page and filter links. */
export function withQuery(search: string, changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams(search);
  if ("page" in changes) for (const name of positions) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}
