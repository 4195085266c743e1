import type { LoaderFunctionArgs } from "@remix-run/node";
import { lastingIn } from "~/server/immutable-assets.server";
import { allDrawings } from "~/ui/all-drawings.server";

/** All drawings in one file, for those below the first view of a page. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return new Response(allDrawings, {
    headers: { "content-type": "image/svg+xml", "cache-control": lastingIn(context.settings.buildId, params.version) },
  });
}
