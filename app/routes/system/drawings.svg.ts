import type { LoaderFunctionArgs } from "@remix-run/node";
import { lastingIn } from "~/server/lasting.server";
import { symbolsOf } from "~/ui/drawing";
import { type DrawingName, drawings } from "~/ui/drawings";
import { logoSymbols } from "~/ui/logo";

const file = `<svg xmlns="http://www.w3.org/2000/svg">${logoSymbols}${symbolsOf(Object.keys(drawings) as DrawingName[])}</svg>`;

/** All drawings in one file, for those below the first view of a page. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return new Response(file, {
    headers: { "content-type": "image/svg+xml", "cache-control": lastingIn(context.settings.buildId, params.version) },
  });
}
