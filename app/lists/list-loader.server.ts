import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod";
import { type Endpoint, lastNumberedPage, type PageOf } from "#contract/api/endpoint";
import { savedViewsApi } from "#contract/api/saved-views";
import { gate } from "~/access/gate.server";
import type { PagePath } from "~/pages";
import { choicesOf } from "./choices.server";
import { readList, withQuery } from "./list-request";
import { chooseAll } from "./select-all";

/** What every list keeps in its address. */
export type ListState = { q: string; sort: string; order: "asc" | "desc"; page: number; perPage: number };

/** An endpoint that answers one page of a list; one of a record's lists takes the parameters of the page's own address. */
export type ListEndpoint<Query extends ListState, Item> = Endpoint<z.ZodType, z.ZodType<Query>, z.ZodUndefined, z.ZodType<PageOf<Item>>>;

/** What the page of a list shows: the state in its address, what it can be narrowed to, the rows, the views that were kept. Passes the gate first. */
export async function loadList<Query extends ListState, Item>(
  args: LoaderFunctionArgs,
  path: PagePath,
  endpoint: ListEndpoint<Query, Item>,
) {
  await gate(args, path);
  const schema = endpoint.query as z.ZodType<Query>;
  const query = readList(args.request, schema);
  const [page, views] = await Promise.all([
    pageOfList(args.context, endpoint, query).then((found) => withinPages(args.request, found)),
    args.context.api.call(savedViewsApi.list, { query: { list: path } }),
  ]);
  const chosen = new URL(args.request.url).searchParams.get(chooseAll);
  return {
    path,
    query,
    choices: choicesOf(schema),
    page,
    all: chosen === "all",
    ticked: chosen === "page",
    views: views.items,
    title: args.context.t(`titles:${path}` as "titles:/dashboard"),
  };
}

/** A page of a list as it was found, unless the number in the address is beyond the end: who asked for that one goes to the last. */
export function withinPages<Page extends PageOf<unknown>>({ url }: Request, found: Page): Page {
  const { search, searchParams } = new URL(url);
  const last = lastNumberedPage(found);
  // Above ten thousand rows the total is about right only: rows that are there are shown.
  const shown = found.page <= last || found.items.length > 0 ? found.page : last;
  if (last === 0 || (shown === found.page && !(Number(searchParams.get("page")) > shown))) return found;
  throw redirect(withQuery(search, { page: shown === 1 ? null : shown }));
}

export function pageOfList<Query extends ListState, Item>(
  { api }: LoaderFunctionArgs["context"],
  endpoint: ListEndpoint<Query, Item>,
  query: Query,
  params: LoaderFunctionArgs["params"] = {},
): Promise<PageOf<Item>> {
  return api.call(endpoint as Endpoint, { params, query } as never) as Promise<PageOf<Item>>;
}
