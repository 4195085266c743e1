import type { LoaderFunctionArgs } from "@remix-run/node";

/** The id of the running build, for pages that check whether they are outdated. */
export function loader({ context }: LoaderFunctionArgs) {
  return Response.json({ id: context.settings.buildId }, { headers: { "cache-control": "no-store" } });
}
