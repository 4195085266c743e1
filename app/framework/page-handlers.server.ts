import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { isOn } from "#contract/api/performance-layers";
import { withRefusedCalls } from "./api-error-status.server";
import { type Area, buildOf, sectionOf } from "./areas.server";
import { isManifest } from "./request-paths";
import { createPageHandler } from "./script-free-pages.server";

/** Areas whose pages are all hydrated, without the short path. */
const withScript: Area[] = ["dashboard", "admin"];

/** The target of a request: its path without the language prefix, its area, and the prefix. */
type Destination = { path: string; area: Area; basename: "/" | "/en" };

/**
 * The framework's request handlers, created when first needed: one for each language and area, and for each section of the public area. In
 * development, where the build is replaced at each change, a handler of all routes.
 */
export function createPageHandlers(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const handlers = new Map<string, RequestHandler>();
  return async ({ path, area, basename }: Destination): Promise<RequestHandler> => {
    if (typeof build === "function") return createRequestHandler({ ...withRefusedCalls(await build()), basename }, mode);
    const section = area === "public" && isOn("section-handlers") ? sectionOf(build, path) : undefined;
    const key = isManifest(path) ? `${basename} manifest` : `${basename} ${area} ${section}`;
    const handler = handlers.get(key) ?? create({ ...build, basename }, { path, area, section });
    handlers.set(key, handler);
    return handler;
  };

  function create(whole: ServerBuild, { path, area, section }: { path: string; area: Area; section: string | undefined }): RequestHandler {
    // The script discovers routes of all areas.
    if (isManifest(path)) return createRequestHandler(whole, mode);
    const own = withRefusedCalls(isOn("area-handlers") ? buildOf(whole, { area, section, basename: whole.basename ?? "/" }) : whole);
    const isShorter = !withScript.includes(area) && isOn("script-free-handler");
    return isShorter ? createPageHandler(own, mode) : createRequestHandler(own, mode);
  }
}
