import type { ServerBuild } from "@remix-run/node";
import { pagePathOf } from "./request-paths";

/** The parts of the site that are served by a handler of their own. Which one serves a route follows from its path, wherever its file is. */
export const areas = ["public", "session", "account", "dashboard", "admin"] as const;
export type Area = (typeof areas)[number];

const prefixes: [prefix: string, area: Area][] = [
  ["/dashboard/admin", "admin"],
  ["/dashboard", "dashboard"],
  ["/account", "account"],
  ["/login", "session"],
  ["/logout", "session"],
  ["/register", "session"],
  ["/password", "session"],
  ["/donations", "session"],
  ["/setup", "session"],
  ["/unsubscribe", "session"],
  ["/membership", "session"],
  ["/newsletter", "session"],
];

/** The area of a path without its language prefix. Unknown paths belong to the public area. */
export function areaOf(path: string): Area {
  const lower = path.toLowerCase();
  return prefixes.find(([prefix]) => lower.startsWith(prefix))?.[1] ?? "public";
}

/** Routes every area needs: the root, the layouts, and the page for unknown paths. */
const shared = /^(root$|layouts\/|routes\/system\/not-found$)/;

/**
 * The section of the public area that a path without its language prefix belongs to: its first segment, when a route
 * begins so; else the empty one, where the home page is.
 */
export function sectionOf(build: ServerBuild, path: string): string {
  const requested = pagePathOf(firstSegment(decoded(path).slice(1)));
  const known = sections.get(build) ?? sectionsOf(build);
  sections.set(build, known);
  return known.has(requested) ? requested : "";
}

const sections = new WeakMap<ServerBuild, Set<string>>();

function sectionsOf(build: ServerBuild): Set<string> {
  const paths = Object.keys(build.routes)
    .filter((id) => !shared.test(id))
    .map((id) => pathOf(build, id));
  return new Set(paths.filter((path) => areaOf(path) === "public").map((path) => firstSegment(path.slice(1))));
}

/** The whole path of a route, with those of its parents. */
function pathOf({ routes }: ServerBuild, id: string): string {
  const segments: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ""]) if (route.path) segments.unshift(route.path);
  return `/${segments.join("/")}`;
}

/**
 * A build with the routes of one area only, or of one section of the public area. The router matches every route
 * on every request, more than once, so a handler with few routes answers faster than one with all of them.
 */
export function buildOf(build: ServerBuild, { area, section, basename }: { area: Area; section?: string; basename: string }): ServerBuild {
  const belongs = (id: string) => {
    if (shared.test(id)) return true;
    const path = pathOf(build, id);
    return areaOf(path) === area && (area !== "public" || section === undefined || firstSegment(path.slice(1)) === section);
  };
  const names = new Set(Object.keys(build.routes).filter(belongs));
  const pick = <T>(routes: Record<string, T>) => Object.fromEntries(Object.entries(routes).filter(([id]) => names.has(id)));
  return { ...build, basename, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

function firstSegment(path = ""): string {
  return path.toLowerCase().split("/", 1)[0] ?? "";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
