import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type * as z from "zod";
import { type Endpoint, lastNumberedPage, type PageOf } from "#contract/api/endpoint";
import { savedViewsApi } from "#contract/api/saved-views";
import { gate } from "~/access/gate.server";
import type { PagePath } from "~/pages";
import { choicesOf } from "./choices.server";
import { readList, withQuery } from "./list-request";
import { chooseAll } from "./select-all";

/** Query parameters of every list. */
export type ListState = { q: string; sort: string; order: "asc" | "desc"; page: number; perPage: number };

/** An endpoint that returns one page of a list; a list of one record takes the parameters of the page's path. */
export type ListEndpoint<Query extends ListState, Item> = Endpoint<z.ZodType, z.ZodType<Query>, z.ZodUndefined, z.ZodType<PageOf<Item>>>;

/** The data of a list's page: the state of its query, the filters, the rows, the saved views. Calls the gate first. */
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

/** A page of a list, or a redirect to the last page when the number is beyond the end. */
export function withinPages<Page extends PageOf<unknown>>({ url }: Request, found: Page): Page {
  const { search, searchParams } = new URL(url);
  const last = lastNumberedPage(found);
  // Above ten thousand rows the total is an estimate: existing rows are shown.
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
