import type { EntryContext } from "@remix-run/node";
import type { PageHandle } from "~/layouts/handle";

/** The handles of the routes that a page consists of, the outermost first. */
export function handlesOf(remix: EntryContext): PageHandle[] {
  return remix.staticHandlerContext.matches.map(({ route }) => (remix.routeModules[route.id]?.handle ?? {}) as PageHandle);
}

/** The origin that a page's form may redirect to, from its loader: `{ formTo: origin }`. */
export function formTargetsOf(remix: EntryContext): string[] {
  const answers = Object.values(remix.staticHandlerContext.loaderData) as ({ formTo?: string } | null | undefined)[];
  return answers.flatMap((data) => data?.formTo ?? []);
}
