import type { ServerBuild } from "@remix-run/node";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { routeChainsOf } from "~/framework/build-routes";
import { dataPathOf, homeData, isDataPath, pagePathOf } from "~/framework/request-paths";
import type { PageHandle } from "~/layouts/handle";

/** A URL of a page or file of the build. */
export type PageUrl = {
  /** Its canonical path: that of the route, with the parameters as given. */
  pathname: string;
  /** Whether it accepts posts. */
  takesForms: boolean;
  /** Whether it accepts uploads, and of which size. */
  takesFiles: "files" | "largeFiles" | null;
  /** Whether it accepts posts of other origins. */
  fromAnywhere: boolean;
  /** Whether its responses may be cached for others: a file says it with its response. */
  isShared: boolean;
};

type Route = { segments: string[] } & Omit<PageUrl, "pathname">;

/**
 * Finds the page of a URL, in any spelling: the router treats `/News/`, `/n%65ws` and `/news` alike, while caches, metrics
 * and access decisions need one of them. Null when no route matches.
 */
export function createPageUrls(build: ServerBuild): (pathname: string) => PageUrl | null {
  const router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const route of routesOf(build)) router.add("GET", `/${route.segments.join("/").toLowerCase()}`, route);
  return (pathname) => {
    const requested = segmentsOf(pathname);
    if (!requested) return null;
    const isData = isDataPath(requested.at(-1) ?? "");
    const segments = isData ? requested.with(-1, pagePathOf(requested.at(-1) ?? "")) : requested;
    const prefix = segments[0] === "en" ? ["en"] : [];
    const bare = segments.slice(prefix.length);
    // The data of the home page has its own name, except under a language prefix.
    const path = isData && bare.length === 1 && bare[0] === homeData ? [] : bare;
    const [found] = router.match("GET", `/${path.map((one) => encodeURIComponent(one).toLowerCase()).join("/")}`);
    const route = found.map(([one]) => one).sort((a, b) => fixed(b) - fixed(a))[0];
    if (!route) return null;
    const own = path.length === bare.length ? route.segments.map((name, at) => (isParameter(name) ? written(bare[at] ?? "") : name)) : bare;
    const { segments: _, ...takes } = route;
    const page = `/${[...prefix, ...own].join("/")}`;
    return { pathname: isData ? dataPathOf(page) : page, ...takes };
  };
}

/** Every route of a page or a file, with its parents; without catch-all routes. */
function routesOf(build: ServerBuild): Route[] {
  return routeChainsOf(build).flatMap((chain) => {
    const route = chain.at(-1);
    const segments = chain.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
    // The root has an empty path: the page there is its index.
    const isLeaf = !!route?.path || route?.index;
    if (!isLeaf || segments.includes("*")) return [];
    const takesForms = chain.some(({ module }) => module.action);
    const handles = chain.map(({ module }) => (module.handle ?? {}) as PageHandle);
    const uploads = handles.map(({ files }) => files);
    const takesFiles = uploads.includes("large") ? "largeFiles" : uploads.includes(true) ? "files" : null;
    const isShared = !route?.module.default || handles.some(({ cache }) => cache);
    return [{ segments, takesForms, takesFiles, fromAnywhere: handles.some((handle) => handle.fromAnywhere), isShared }];
  });
}

/** The decoded parts of a path, however many slashes separate them; null when it cannot be decoded. */
function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Encodes a path segment: only reserved characters. */
function written(part: string): string {
  return encodeURIComponent(part).replace(/%(?:2C|40|3A|24|26|2B|3B|3D)/g, decodeURIComponent);
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

function fixed({ segments }: Route): number {
  return segments.filter((segment) => !isParameter(segment)).length;
}
