import type { ServerBuild } from "@remix-run/node";

/** The parts of the site that are served by a handler of their own; routes live in the folder of that name. */
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
];

/** The area of a path without its language prefix. Unknown paths are the public area's to refuse. */
export function areaOf(path: string): Area {
  const lower = path.toLowerCase();
  return prefixes.find(([prefix]) => lower.startsWith(prefix))?.[1] ?? "public";
}

/** Routes every area needs: the root, the layouts, and the system's own (feeds of the build, the page for unknown addresses). */
const shared = /^(root$|layouts\/|routes\/(system|dev)\/)/;

/**
 * A build with the routes of one area only. The router weighs every route on every request, so a handler with
 * few routes answers faster than one with all of them.
 */
export function buildOf(build: ServerBuild, area: Area, basename: string): ServerBuild {
  const belongs = (id: string) => shared.test(id) || id.startsWith(`routes/${area}/`);
  const pick = <T>(routes: Record<string, T>) => Object.fromEntries(Object.entries(routes).filter(([id]) => belongs(id)));
  return { ...build, basename, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
