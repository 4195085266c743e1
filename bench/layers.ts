import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { PerformanceLayer } from "#contract/api/performance-layers";
import { bytesOnTheWire, fetchOnce, loadRound, median, type Page } from "./load.ts";
import type { OfficeResult, Variant } from "./office.ts";
import { type ServerSettings, startBackend, startSite } from "./processes.ts";
import { signIn } from "./sign-in.ts";
import { weighWalk } from "./weight.ts";

/** The effect of a layer: the figure with it and without it. */
export type LayerResult = { layer: string; what: string; unit: string; on: number; off: number };
/** A build with all switchable layers, and one without those that are decided at build time. */
export type LayerBuilds = { whole: string; without: string; remove(): Promise<void> };

const rounds = 7;
const visitor = { "accept-language": "fr", "accept-encoding": "br" };
const atBuild = ["router-patches", "pure-contract"] as const satisfies PerformanceLayer[];
const hit = { what: "cache hit, web tier", path: "/news", requests: 3_000 };
const miss = { what: "uncached list, web tier", path: "/news?perPage=13", requests: 150 };
/** The newest article, rendered each time: both sites are without the cache of pages. */
const article = { what: "article without page cache, web tier", path: "article", requests: 300, alsoWithout: "page-cache" } as const;
type Measured = { what: string; path: string; requests: number; alsoWithout?: PerformanceLayer };
const ofVisitors: { layer: PerformanceLayer; page: Measured }[] = [
  { layer: "page-cache", page: hit },
  { layer: "cache-hit-fast-path", page: hit },
  { layer: "api-response-cache", page: miss },
  { layer: "fragment-cache", page: miss },
  { layer: "script-free-handler", page: miss },
  { layer: "area-handlers", page: miss },
  { layer: "section-handlers", page: miss },
  { layer: "router-patches", page: miss },
  { layer: "style-cache", page: miss },
  { layer: "cached-lookups", page: miss },
  { layer: "markdown-cache", page: article },
];

/** Builds copies of the tree, beside the sources because what is built looks for its packages from where it is. */
export async function buildForLayers(say: (line: string) => void): Promise<LayerBuilds> {
  const top = await mkdtemp(resolve("bench/.layers-"));
  const build = async (name: string, without: readonly PerformanceLayer[]) => {
    say(`building ${name}`);
    const folder = join(top, name);
    await mkdir(folder);
    const left = new Set(["node_modules", ".git", "build", "bench", ".data", "test-results"]);
    for (const entry of await readdir(".")) {
      if (!left.has(entry)) await cp(entry, join(folder, entry), { recursive: true });
    }
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    const env = { ...process.env, BENCH_BUILD: "true", WITHOUT_LAYERS: without.join(",") };
    const child = spawn(process.execPath, ["scripts/build.mjs"], { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`The build ended with code ${code}.`);
    return folder;
  };
  const whole = await build("whole", []);
  return { whole, without: await build("without", atBuild), remove: () => rm(top, { recursive: true, force: true }) };
}

/** The environment of a site without a layer. */
function withoutLayer({ whole, without }: LayerBuilds, ...layers: PerformanceLayer[]): Pick<ServerSettings, "folder" | "environment"> {
  return layers.includes("router-patches") ? { folder: without } : { folder: whole, environment: { WITHOUT_LAYERS: layers.join(",") } };
}

/** CPU of the web tier alone for a visitor's page, with each layer and without it, in alternating rounds; medians. */
export async function compareVisitorLayers(
  builds: LayerBuilds,
  { port, dataFolder }: { port: number; dataFolder: string },
  say: (line: string) => void,
): Promise<LayerResult[]> {
  const backend = await startBackend({ port, dataFolder, publicUrl: `http://127.0.0.1:${port + 1}`, folder: builds.whole });
  const tier = { dataFolder, apiBaseUrl: backend.url };
  const results: LayerResult[] = [];
  try {
    for (const { layer, page } of ofVisitors) {
      say(`${page.what} without ${layer}`);
      const others = page.alsoWithout ? [page.alsoWithout] : [];
      const sites = [
        await startSite({ ...tier, port: port + 1, ...withoutLayer(builds, ...others) }),
        await startSite({ ...tier, port: port + 2, ...withoutLayer(builds, layer, ...others) }),
      ];
      const path = page === article ? await newestArticle(`http://127.0.0.1:${port + 1}`) : page.path;
      const [on, off] = await inTurns(
        sites.map(({ url }) => url),
        { path, headers: visitor },
        page.requests,
      );
      for (const site of sites) await site.stop();
      results.push({ layer, what: page.what, unit: "µs", on: on ?? Number.NaN, off: off ?? Number.NaN });
    }
    return results;
  } finally {
    await backend.stop();
  }
}

async function newestArticle(url: string): Promise<string> {
  const { body } = await fetchOnce(url, { path: "/news", headers: { "accept-language": "fr" } });
  const [, path] = body.toString().match(/href="(\/news\/[a-z0-9-]+)"/) ?? [];
  if (!path) throw new Error("The news list has no article.");
  return path;
}

/** CPU of one request to each server, in turns; the first round warms up. */
async function inTurns(urls: string[], page: Page, requests: number): Promise<number[]> {
  const costs: number[][] = urls.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, url] of urls.entries()) {
      const { cpuMicroseconds } = await loadRound(url, page, requests);
      if (round > 0) costs[at]?.push(cpuMicroseconds);
    }
  }
  return costs.map(median);
}

/** Bytes of script that the first screens of the back-office need with the layer of the build that makes it smaller, and without. */
export async function compareScriptLayers(
  builds: LayerBuilds,
  { port, dataFolder, walk }: { port: number; dataFolder: string; walk: string[] },
): Promise<LayerResult[]> {
  const sizes: number[][] = [];
  for (const folder of [builds.whole, builds.without]) {
    const site = await startSite({ port, dataFolder, folder });
    try {
      const cookie = await signIn(site.url, "admin@maillon.example");
      sizes.push((await weighWalk(site.url, { "accept-language": "fr", cookie }, walk)).map(({ scripts }) => scripts));
    } finally {
      await site.stop();
    }
  }
  const [on = [], off = []] = sizes;
  return walk.map((path, at) => ({
    layer: "pure-contract",
    what: `script of ${path}`,
    unit: "bytes",
    on: on[at] ?? Number.NaN,
    off: off[at] ?? Number.NaN,
  }));
}

/** Bytes of visitors' pages with the rules that each of them needs, and with the whole style sheet. */
export async function compareStyleLayers(
  builds: LayerBuilds,
  { port, dataFolder, paths }: { port: number; dataFolder: string; paths: string[] },
): Promise<LayerResult[]> {
  const sizes: number[][] = [];
  for (const variant of [{ folder: builds.whole }, withoutLayer(builds, "page-css")]) {
    const site = await startSite({ port, dataFolder, ...variant });
    try {
      sizes.push(await Promise.all(paths.map((path) => bytesOnTheWire(site.url, { path, headers: visitor }))));
    } finally {
      await site.stop();
    }
  }
  const [on = [], off = []] = sizes;
  return paths.map((path, at) => ({
    layer: "page-css",
    what: `bytes of ${path}`,
    unit: "bytes",
    on: on[at] ?? Number.NaN,
    off: off[at] ?? Number.NaN,
  }));
}

/** The layers that pages of the back-office use, for `measureOffice`: the first variant has all of them. */
export function officeVariants(builds: LayerBuilds): Variant[] {
  return [
    { name: "all layers", folder: builds.whole },
    { name: "page-reads", ...withoutLayer(builds, "page-reads"), folder: builds.whole },
    { name: "area-handlers", ...withoutLayer(builds, "area-handlers"), folder: builds.whole },
    { name: "recent-results", ...withoutLayer(builds, "recent-results"), folder: builds.whole },
    { name: "router-patches", folder: builds.without },
    { name: "prepared statements", folder: builds.whole, environment: { DATABASE_PREPARE: "false" } },
  ];
}

export function officeLayers(results: OfficeResult[]): LayerResult[] {
  return results.flatMap(({ page, variants: [all, ...others] }) =>
    others.map(({ name, figures }) => ({
      layer: name,
      what: `${page}, Node and PostgreSQL`,
      unit: "ms",
      on: all ? all.figures.node + all.figures.postgres : Number.NaN,
      off: figures.node + figures.postgres,
    })),
  );
}
