import type { LoaderFunctionArgs } from "@remix-run/node";

/** The build that answers, for pages that ask whether they are out of date. */
export function loader({ context }: LoaderFunctionArgs) {
  return Response.json({ id: context.settings.buildId }, { headers: { "cache-control": "no-store" } });
}
