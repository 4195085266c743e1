// `npm run bench`: what the built site costs, beside a bare node:http server that sends the same bytes in the same run.
// --postgres URL also compares the back-office list over a thousand and a million rows, in two databases of its own.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fetchOnce, loadRound, type Page } from "./load.ts";
import { measurePage, measureRevalidation, measureRow, startBareServer } from "./pages.ts";
import { processFigures, startSite } from "./processes.ts";
import { printPages, printRows, printTable, printTargets } from "./report.ts";
import { compareRows } from "./rows.ts";
import { signIn } from "./sign-in.ts";
import type { Figures } from "./targets.ts";
import { weigh } from "./weight.ts";

const { values } = parseArgs({ options: { postgres: { type: "string" }, port: { type: "string", default: "3170" } } });
if (!existsSync("build/server.js")) throw new Error("The site is not built: run `npm run build` first.");
const port = Number(values.port);
const megabytes = (bytes: number) => bytes / 1024 / 1024;
const say = (line: string) => void process.stderr.write(`${line}\n`);
const dataFolder = await mkdtemp(join(tmpdir(), "maillon-bench-"));
const figures: Figures = {};

try {
  say("starting the site twice");
  const first = await startSite({ port, dataFolder });
  await first.stop();
  const site = await startSite({ port, dataFolder });
  const bare = await startBareServer(port + 1);
  try {
    await measureSite(site.url, bare, first.startMilliseconds, site.startMilliseconds);
  } finally {
    bare.stop();
    await site.stop();
  }
  if (values.postgres) {
    const rows = await compareRows(values.postgres, say);
    figures.millionRowsRatio = Math.max(...rows.map(({ p95: [few, many] }) => many / few));
    printRows(rows);
  }
  printTargets(figures);
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}

async function measureSite(url: string, bare: Awaited<ReturnType<typeof startBareServer>>, firstStart: number, secondStart: number) {
  const afterStart = await processFigures(url);
  const visitor = { "accept-language": "fr" };
  const admin = { ...visitor, cookie: await signIn(url, "admin@maillon.example") };
  const page = (path: string, headers: Page["headers"]): Page => ({ path, headers });
  const list = page("/news", visitor);
  const article = page(await anArticle(url, list), visitor);
  const dashboard = page("/dashboard", admin);
  const results = [];
  for (const [name, one] of [
    ["/news", list],
    ["/news/{id}", article],
    ["/dashboard", dashboard],
    ["/dashboard/admin/news", page("/dashboard/admin/news", admin)],
  ] as const) {
    say(`measuring ${name}`);
    results.push(await measurePage(url, bare, name, one));
  }
  figures.revalidationCpu = await measureRevalidation(url, bare, list);
  figures.rowMicroseconds = await measureRow(url, visitor);
  const afterLoad = await processFigures(url);
  const weights = { home: await weigh(url, page("/", visitor)), list: await weigh(url, list), article: await weigh(url, article) };
  const office = await weigh(url, dashboard);
  const alone = await measureWebTier(url, list);

  const [newsList] = results;
  figures.cachedPageRate = newsList?.rateRatio;
  figures.cachedPageCpu = newsList?.cpuRatio;
  figures.firstViewBytes = Math.max(...Object.values(weights).map(({ html, styles }) => html + styles));
  figures.listBytes = Math.max(weights.home.html + weights.home.styles, weights.list.html + weights.list.styles);
  figures.blockingRequests = Math.max(...Object.values(weights).map(({ blocking }) => blocking));
  figures.contentScriptBytes = Math.max(...Object.values(weights).map(({ scripts }) => scripts));
  figures.officeScriptBytes = office.scripts;
  figures.embeddedStart = secondStart;
  figures.webTierStart = alone.start;
  figures.webTierMegabytes = alone.afterLoad;

  printPages(results);
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

/** The web tier as a process of its own, with the running site as its backend. */
async function measureWebTier(backendUrl: string, list: Page) {
  say("measuring the web tier alone");
  const web = await startSite({ port: port + 2, dataFolder, apiBaseUrl: backendUrl });
  try {
    const afterStart = await processFigures(web.url);
    await loadRound(web.url, { ...list, headers: { ...list.headers, "accept-encoding": "br" } }, 1_000);
    const afterLoad = await processFigures(web.url);
    return { start: web.startMilliseconds, afterStart: megabytes(afterStart.residentBytes), afterLoad: megabytes(afterLoad.residentBytes) };
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
