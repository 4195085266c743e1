import type { ServerBuild } from "@remix-run/node";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { dataPathOf, homeData, isDataPath, pagePathOf } from "~/framework/request-paths";
import type { PageHandle } from "~/layouts/handle";

/** An address that some page or file of the build answers to. */
export type PageAddress = {
  /** Its one spelling: that of the route, with each name of one thing among many as it was given. */
  pathname: string;
  /** Whether something may be posted to it. */
  takesForms: boolean;
  /** Whether what is posted to it may hold files. */
  takesFiles: boolean;
};

type Route = { segments: string[]; takesForms: boolean; takesFiles: boolean };

/**
 * Finds which page an address means, in whatever spelling: the router reads `/News/`, `/n%65ws` and `/news` alike, while what is kept, counted
 * or decided by the address has to know one of them. Null where no route knows it.
 */
export function createPageAddresses(build: ServerBuild): (pathname: string) => PageAddress | null {
  const router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const route of routesOf(build)) router.add("GET", `/${route.segments.join("/").toLowerCase()}`, route);
  return (pathname) => {
    const requested = segmentsOf(pathname);
    if (!requested) return null;
    const isData = isDataPath(requested.at(-1) ?? "");
    const segments = isData ? requested.with(-1, pagePathOf(requested.at(-1) ?? "")) : requested;
    const prefix = segments[0] === "en" ? ["en"] : [];
    const bare = segments.slice(prefix.length);
    // The data of the home page has a name of its own, where it is not that of the language.
    const path = isData && bare.length === 1 && bare[0] === homeData ? [] : bare;
    const [found] = router.match("GET", `/${path.map((one) => encodeURIComponent(one).toLowerCase()).join("/")}`);
    const route = found.map(([one]) => one).sort((a, b) => fixed(b) - fixed(a))[0];
    if (!route) return null;
    const own = path.length === bare.length ? route.segments.map((name, at) => (isParameter(name) ? written(bare[at] ?? "") : name)) : bare;
    const { takesForms, takesFiles } = route;
    const page = `/${[...prefix, ...own].join("/")}`;
    return { pathname: isData ? dataPathOf(page) : page, takesForms, takesFiles };
  };
}

/** Every route that stands for a page or a file, with those around it; not those that take whatever is left over. */
function routesOf(build: ServerBuild): Route[] {
  return Object.values(build.routes).flatMap((route) => {
    const chain: NonNullable<typeof route>[] = [];
    for (let one: typeof route | undefined = route; one; one = one.parentId ? build.routes[one.parentId] : undefined) chain.unshift(one);
    const segments = chain.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
    const isLeaf = route?.path !== undefined || route?.index;
    if (!isLeaf || segments.includes("*")) return [];
    const takesForms = chain.some(({ module }) => module.action);
    return [{ segments, takesForms, takesFiles: chain.some(({ module }) => (module.handle as PageHandle | undefined)?.files) }];
  });
}

/** The decoded parts of a path, however many slashes stand between them; null when it cannot be decoded. */
function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** As a part of a path is written: only what would mean something else there is encoded. */
function written(part: string): string {
  return encodeURIComponent(part).replace(/%(?:2C|40|3A|24|26|2B|3B|3D)/g, decodeURIComponent);
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

function fixed({ segments }: Route): number {
  return segments.filter((segment) => !isParameter(segment)).length;
}
