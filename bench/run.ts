// `npm run bench`: what the built site costs, beside a bare node:http server that sends the same bytes in the same run.
// --postgres URL also compares the back-office list over a thousand and a million rows, and measures pages of the back-office over 100,000, in
// databases of its own. --office leaves out all the rest, --before FOLDER asks another build in turns with this one, and --processes N starts
// this one a second time, in N processes on one database, each of which gets its share of the requests.
// --layers measures what each layer that makes the site faster or smaller gains, in builds of its own; with --postgres also in the back-office.
// --lists with it compares all long lists instead of everything else; --rows says how many rows of the log the larger database has.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureFirstPaint } from "./first-paint.ts";
import { buildForLayers, compareScriptLayers, compareStyleLayers, compareVisitorLayers, officeLayers, officeVariants } from "./layers.ts";
import { compareLists } from "./lists.ts";
import { fetchOnce, median, type Page } from "./load.ts";
import { measureOffice } from "./office.ts";
import { type BareServer, measurePage, measureRevalidation, measureRow, startBareServer } from "./pages.ts";
import { processFigures, type Running, startBackend, startSite } from "./processes.ts";
import { weighPublicPages } from "./public-pages.ts";
import { printLayers, printOffice, printPages, printRows, printTable, printTargets, printWeights } from "./report.ts";
import { measureRouteCount } from "./route-count.ts";
import { compareRows } from "./rows.ts";
import { signIn } from "./sign-in.ts";
import { type Figures, isHomeOrList } from "./targets.ts";
import { compareWithTemplate } from "./template.ts";
import { weigh, weighWalk } from "./weight.ts";

const { values } = parseArgs({
  options: {
    postgres: { type: "string" },
    office: { type: "boolean", default: false },
    before: { type: "string" },
    processes: { type: "string" },
    lists: { type: "boolean", default: false },
    layers: { type: "boolean", default: false },
    rows: { type: "string", default: "1000000" },
    port: { type: "string", default: "3170" },
  },
});
if (!values.lists && !values.layers && !existsSync("build/server.js")) throw new Error("The site is not built: run `npm run build` first.");
if (values.lists) {
  if (!values.postgres) throw new Error("--lists needs --postgres with the address of a server.");
  const lists = await compareLists(values.postgres, Number(values.rows), (line) => void process.stderr.write(`${line}\n`));
  printRows(lists, Number(values.rows));
  printTargets({ longListsRatio: Math.max(...lists.map(({ p95: [few, many] }) => many / few)) });
  process.exit();
}
const port = Number(values.port);
const megabytes = (bytes: number) => bytes / 1024 / 1024;
const say = (line: string) => void process.stderr.write(`${line}\n`);
const officeWalk = [
  "/dashboard",
  ...["news", "news/create", "users/volunteers", "jobs", "jobs/create", "messages", "cache-metrics"].map(
    (path) => `/dashboard/admin/${path}`,
  ),
  "/account/settings",
];
/** Forms that are the first page with script a visitor opens. */
const formEntries = ["/login", "/register"];
const dataFolder = await mkdtemp(join(tmpdir(), "maillon-bench-"));
const figures: Figures = {};

try {
  await (values.layers ? measureLayers() : measureTargets());
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}

async function measureTargets() {
  if (!values.office) await measureAlone();
  if (values.postgres && !values.office) {
    const rows = await compareRows(values.postgres, say);
    figures.millionRowsRatio = Math.max(...rows.map(({ p95: [few, many] }) => many / few));
    printRows(rows);
  }
  if (values.postgres) await measureOfficePages(values.postgres);
  printTargets(figures);
}

async function measureLayers() {
  const builds = await buildForLayers(say);
  try {
    const results = await compareVisitorLayers(builds, { port, dataFolder }, say);
    results.push(...(await compareScriptLayers(builds, { port, dataFolder, walk: officeWalk.slice(0, 3) })));
    results.push(...(await compareStyleLayers(builds, { port, dataFolder, paths: ["/", "/news", "/donate"] })));
    if (values.postgres) {
      const plan = { rounds: 3, requests: 32, warmUp: 32 };
      results.push(...officeLayers((await measureOffice(values.postgres, port + 10, officeVariants(builds), say, plan)).results));
    }
    printLayers(results);
  } finally {
    await builds.remove();
  }
}

async function measureAlone() {
  say("starting the site twice");
  const first = await startSite({ port, dataFolder });
  await first.stop();
  const site = await startSite({ port, dataFolder });
  const bare = await startBareServer(port + 1);
  try {
    await measureSite(site, bare, first.startMilliseconds);
  } finally {
    bare.stop();
    await site.stop();
  }
}

async function measureOfficePages(postgres: string) {
  const own = { name: "this build", folder: "." };
  const before = values.before ? [{ name: "the build before", folder: values.before }] : [];
  const several = values.processes ? [{ ...own, name: `in ${values.processes} processes`, processes: Number(values.processes) }] : [];
  const variants = [...before, ...several, own];
  const office = await measureOffice(postgres, port + 10, variants, say);
  printOffice(office);
  const now = office.results.map(({ variants }) => variants.at(-1)?.figures);
  figures.officeStatements = Math.max(...now.map((page) => page?.statements ?? Number.NaN));
  // With several processes the latency is theirs: they are how an installation with many people at once is run (deploy/nginx.conf).
  const served = office.results.map(({ variants }) => (values.processes ? variants.at(-2) : variants.at(-1))?.figures);
  figures.officeP99 = Math.max(...served.map((page) => page?.p99 ?? Number.NaN));
}

async function measureSite(site: Running, bare: BareServer, firstStart: number) {
  const { url, startMilliseconds: secondStart } = site;
  const afterStart = await processFigures(url);
  const visitor = { "accept-language": "fr" };
  const admin = { ...visitor, cookie: await signIn(url, "admin@maillon.example") };
  const page = (path: string, headers: Page["headers"]): Page => ({ path, headers });
  // A list is not cached with this parameter; it shows thirteen rows without it too.
  const uncachedPage = ({ path, headers }: Page): Page => ({ path: `${path}?perPage=13`, headers });
  const list = page("/news", visitor);
  const article = page(await anArticle(url, list), visitor);
  const dashboard = page("/dashboard", admin);
  const results = [];
  for (const [name, one] of [
    ["/news, cached", list],
    ["/news, uncached", uncachedPage(list)],
    ["/news/{id}, cached", article],
    ["/dashboard", dashboard],
    ["/dashboard/admin/news", page("/dashboard/admin/news", admin)],
  ] as const) {
    say(`measuring ${name}`);
    results.push(await measurePage(url, bare, name, one, name.endsWith(", cached")));
  }
  const rowInProcess = await measureRow(url, visitor);
  const afterLoad = await processFigures(url);
  say("weighing every public page");
  const weights = await weighPublicPages(url, visitor);
  say("painting on a slow line");
  const paints = [];
  for (const path of ["/", "/news", article.path]) paints.push({ path, ...(await measureFirstPaint(url, bare, path)) });
  const [office = { path: "", scripts: 0 }, ...further] = await weighWalk(url, admin, officeWalk);
  const entries = await Promise.all(formEntries.map(async (path) => ({ path, ...(await weigh(url, page(path, visitor))) })));
  await site.stop();
  const backend = await startBackend({ port: port + 4, dataFolder, publicUrl: `http://127.0.0.1:${port + 2}` });
  const alone = await measureWebTier(backend.url, bare, list, uncachedPage(list)).finally(() => backend.stop());

  figures.cachedPageRate = alone.cached.rateRatio;
  figures.cachedPageCpu = alone.cached.cpuRatio;
  figures.revalidationCpu = alone.revalidation;
  figures.rowMicroseconds = alone.row;
  figures.routeCountCpu = alone.routes;
  figures.templateCpu = alone.template.ratio;
  const ofContent = weights.filter(({ hydrated }) => !hydrated);
  const light = weights.filter(({ path }) => isHomeOrList(path));
  figures.firstViewBytes = Math.max(...weights.map(({ html, styles }) => html + styles));
  figures.listBytes = Math.max(...light.map(({ html, styles }) => html + styles));
  figures.blockingRequests = Math.max(...ofContent.map(({ blocking }) => blocking));
  figures.contentScriptBytes = Math.max(...ofContent.map(({ scripts }) => scripts));
  figures.firstPaintRatio = Math.max(...paints.map(({ ratio }) => ratio));
  figures.entryScriptBytes = Math.max(office.scripts, ...entries.map(({ scripts }) => scripts));
  figures.furtherScriptBytes = Math.max(...further.map(({ scripts }) => scripts));
  figures.embeddedStart = secondStart;
  figures.webTierStart = alone.start;
  figures.webTierMegabytes = alone.afterLoad;

  printPages([...results, alone.cached, alone.made]);
  printTable(
    ["CPU of one more row in the news list", "µs"],
    [
      ["site and embedded database in one process", rowInProcess.toFixed(0)],
      ["web tier alone", alone.row.toFixed(0)],
    ],
  );
  printTable(
    ["CPU of an uncached list", "µs"],
    [
      ["web tier alone, brotli", alone.template.own.toFixed(0)],
      ["the framework's plain template, gzip", alone.template.template.toFixed(0)],
    ],
  );
  printWeights(weights);
  printTable(
    ["a walk through the back-office", "script that this screen is the first to need, br bytes"],
    [office, ...further].map(({ path, scripts }) => [path, String(scripts)]),
  );
  printTable(
    ["first paint at 400 kbit/s and 400 ms", "ms", "bare page, ms", "×"],
    paints.map(({ path, page: own, bare: other, ratio }) => [path, own.toFixed(0), other.toFixed(0), ratio.toFixed(2)]),
  );
  printTable(
    ["process", "start to first answer, ms", "memory after start, MB", "memory after load, MB"],
    [
      ["site and embedded database, first start", firstStart.toFixed(0), "", ""],
      [
        "site and embedded database, second start",
        secondStart.toFixed(0),
        megabytes(afterStart.residentBytes).toFixed(0),
        megabytes(afterLoad.residentBytes).toFixed(0),
      ],
      ["web tier alone", alone.start.toFixed(0), alone.afterStart.toFixed(0), alone.afterLoad.toFixed(0)],
    ],
  );
}

/**
 * The web tier as a process of its own, with the backend as another. What is said of the web tier is taken here:
 * in one process with the embedded database, the database's own work would count as its.
 */
async function measureWebTier(backendUrl: string, bare: BareServer, list: Page, uncached: Page) {
  say("measuring the web tier alone");
  const own = { port: port + 2, dataFolder, apiBaseUrl: backendUrl };
  const starts: number[] = [];
  while (starts.length < 4) {
    const once = await startSite(own);
    starts.push(once.startMilliseconds);
    await once.stop();
  }
  const web = await startSite(own);
  try {
    const afterStart = await processFigures(web.url);
    const cached = await measurePage(web.url, bare, "web tier alone: /news, cached", list, true);
    const revalidation = await measureRevalidation(web.url, bare, list);
    const made = await measurePage(web.url, bare, "web tier alone: /news, uncached", uncached, false);
    const row = await measureRow(web.url, list.headers);
    say("comparing all routes with four");
    const routes = await measureRouteCount(backendUrl, uncached);
    say("comparing with the framework's plain template");
    const template = await compareWithTemplate(web.url, uncached, { apiBaseUrl: backendUrl, port: port + 3 });
    const afterLoad = await processFigures(web.url);
    return {
      start: median([...starts, web.startMilliseconds]),
      cached,
      made,
      revalidation,
      row,
      routes,
      template,
      afterStart: megabytes(afterStart.residentBytes),
      afterLoad: megabytes(afterLoad.residentBytes),
    };
  } finally {
    await web.stop();
  }
}

async function anArticle(url: string, list: Page): Promise<string> {
  const html = (await fetchOnce(url, list)).body.toString();
  const path = html.match(/href="(\/news\/(?!feed)[^"?#]+)"/)?.[1];
  if (!path) throw new Error("The news list links to no article.");
  return path;
}
