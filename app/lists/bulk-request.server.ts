import { Selection } from "#contract/api/endpoint";

/** The selected rows of a list, from the query of its GET form: some by id, or all that match the list's query. */
export function readSelection(request: Request): Selection | null {
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(listQueryIn(request));
  const chosen = searchParams.get("all") === "1" ? { all: true, query } : { ids: searchParams.getAll("ids") };
  const selection = Selection.safeParse(chosen);
  return selection.success ? selection.data : null;
}

/** The list of the selected rows, with its query, from its first page on. */
export function listBefore(request: Request, path: string): string {
  const query = new URLSearchParams(listQueryIn(request).filter(([name]) => name !== "page"));
  return query.size > 0 ? `${path}?${query}` : path;
}

function listQueryIn(request: Request): [string, string][] {
  const { searchParams } = new URL(request.url);
  return [...searchParams].flatMap(([name, value]) => (name.startsWith("query.") ? [[name.slice(6), value]] : []));
}
