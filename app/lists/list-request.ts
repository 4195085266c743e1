import type * as z from "zod";
import { lastNumberedPage } from "#contract/api/endpoint";
import { look } from "./preview";
import { chooseAll } from "./select-all";

/** The state of a list from its address, its page one that has a number. A name that comes several times is a list of values. */
export function readList<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const { searchParams } = new URL(request.url);
  const values = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, oneOrMany(searchParams.getAll(name))]));
  const state = schema.parse(values);
  return isPaged(state)
    ? { ...state, page: Math.min(state.page, lastNumberedPage({ total: Number.POSITIVE_INFINITY, perPage: state.perPage })) }
    : state;
}

function isPaged<State>(state: State): state is State & { page: number; perPage: number } {
  return typeof state === "object" && state !== null && "page" in state && "perPage" in state;
}

function oneOrMany(values: string[]): string | string[] {
  return values.length > 1 ? values : (values[0] ?? "");
}

/** What a list is asked for in its address; not what is chosen or looked at in it now. */
export function listStateIn(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(([name]) => name !== chooseAll && name !== look);
}

/** The present address with some of its query changed; a null takes a parameter out. Used by sort, page and filter links. */
export function withQuery(search: string, changes: Record<string, string | number | null>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}
