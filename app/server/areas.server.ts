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

/** Routes every area needs: the root, the layouts, and the page for unknown addresses. */
const shared = /^(root$|layouts\/|routes\/system\/not-found$)/;
/** The public area: pages of visitors, and what belongs to a build (texts, drawings). */
const ofVisitors = /^routes\/(public|system|dev)\//;

/**
 * The section of the public area that a path without its language prefix belongs to: its first segment, when a route
 * begins so; else the empty one, where the home page is.
 */
export function sectionOf(build: ServerBuild, path: string): string {
  const asked = firstSegment(decoded(path).slice(1)).replace(/\.data$/, "");
  const known = sections.get(build) ?? sectionsOf(build);
  sections.set(build, known);
  return known.has(asked) ? asked : "";
}

const sections = new WeakMap<ServerBuild, Set<string>>();

function sectionsOf({ routes }: ServerBuild): Set<string> {
  const ofPublic = Object.values(routes).filter(({ id }) => ofVisitors.test(id));
  return new Set(ofPublic.map(({ path }) => firstSegment(path)));
}

/**
 * A build with the routes of one area only, and of the public one only those of a section. The router weighs every route
 * on every request, more than once, so a handler with few routes answers faster than one with all of them.
 */
export function buildOf(build: ServerBuild, { area, section, basename }: { area: Area; section: string; basename: string }): ServerBuild {
  const belongs = ({ id, path }: ServerBuild["routes"][string]) =>
    shared.test(id) || (area === "public" ? ofVisitors.test(id) && firstSegment(path) === section : id.startsWith(`routes/${area}/`));
  const names = new Set(
    Object.values(build.routes)
      .filter(belongs)
      .map(({ id }) => id),
  );
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
