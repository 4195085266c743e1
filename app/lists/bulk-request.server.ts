import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Selection } from "#contract/api/endpoint";
import { flashRefusal } from "~/api/flash.server";
import { withoutPage } from "./list-request";

/** The selected rows of a list, from the query of its GET form: some by id, or all that match the list's query. */
export function readSelection(request: Request): Selection | null {
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(withoutPage(listQueryIn(request)));
  const chosen = searchParams.get("all") === "1" ? { all: true, query } : { ids: searchParams.getAll("ids") };
  const selection = Selection.safeParse(chosen);
  return selection.success ? selection.data : null;
}

/** The list of the selected rows, with its query, from its first page on. */
export function listBefore(request: Request, path: string): string {
  const query = new URLSearchParams(withoutPage(listQueryIn(request)));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The query of the list of the selected rows, with its page. */
export const listSearch = (request: Request) => new URLSearchParams(listQueryIn(request)).toString();

/** A redirect to the list, with a message that no row was selected. */
export function nothingChosen({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">, path: string): Response {
  flashRefusal(context, context.t("lists:bulk.nothingChosen"));
  const list = listSearch(request);
  return redirect(list ? `${path}?${list}` : path, 303);
}

/**
 * The selected rows, and the step of the button that was pressed; the first step where it names none. Throws a redirect to the list when no row was
 * selected.
 */
export function chosenStep<const Step extends string>(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  path: string,
  steps: readonly [Step, ...Step[]],
) {
  const selection = readSelection(args.request);
  if (!selection) throw nothingChosen(args, path);
  const wanted = new URL(args.request.url).searchParams.get("action");
  return { step: steps.find((one) => one === wanted) ?? steps[0], selection };
}

function listQueryIn(request: Request): [string, string][] {
  const { searchParams } = new URL(request.url);
  return [...searchParams].flatMap(([name, value]) => (name.startsWith("query.") ? [[name.slice(6), value]] : []));
}
