// `npm run lighthouse`: the four scores of every public page in both languages, as a phone sees them. Ends with 1 when one is under the target.
// Lighthouse itself is fetched for the run: it is as large as a tenth of the project's packages and nothing else needs it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { findChromium } from "../scripts/chromium.mjs";
import { startSite } from "./processes.ts";
import { printTable } from "./report.ts";
import { urlsIn } from "./sitemap.ts";

const version = "13.5.0";
const target = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Pages that are noindex, so that their SEO score is meaningless. */
const unlisted = ["/search?q=kit", "/login", "/register", "/register/volunteer", "/password/request"];
const chromeFlags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";

type Report = {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { score: number | null }>;
};

const { values, positionals } = parseArgs({ options: { port: { type: "string", default: "3180" } }, allowPositionals: true });
if (!existsSync("build/server.js")) throw new Error("The site is not built: run `npm run build` first.");
const run = promisify(execFile);
const dataFolder = await mkdtemp(join(tmpdir(), "maillon-lighthouse-"));
const site = await startSite({ port: Number(values.port), dataFolder });
const chromePath = findChromium();
const rows: string[][] = [];
let low = 0;
try {
  const pages = positionals.length > 0 ? positionals : [...(await urlsIn(site.url)), ...unlisted.flatMap((path) => [path, `/en${path}`])];
  for (const path of pages) {
    const report = await audit(path).catch(() => audit(path));
    const hidden = unlisted.some((one) => path.endsWith(one));
    const scores = categories.map((name) => (name === "seo" && hidden ? null : Math.round((report.categories[name].score ?? 0) * 100)));
    if (scores.some((score) => score !== null && score < target)) low += 1;
    const failing = Object.entries(report.audits).flatMap(([name, { score }]) => (score !== null && score < 0.9 ? name : []));
    rows.push([path, ...scores.map((score) => (score === null ? "" : String(score))), failing.slice(0, 6).join(", ")]);
    process.stderr.write(`${rows.at(-1)?.join(" ")}\n`);
  }
} finally {
  await site.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
printTable(["page", ...categories, "audits under 90"], rows);
process.stdout.write(`\n${rows.length - low} of ${rows.length} pages have ${target} or more in every category.\n`);
process.exitCode = low > 0 ? 1 : 0;

/** One run. Lighthouse sometimes loses the beginning of its trace and asks to run again. */
async function audit(path: string): Promise<Report> {
  const language = path === "/en" || path.startsWith("/en/") ? "en" : "fr";
  const options = [
    ...["--quiet", "--output=json", "--output-path=stdout", `--only-categories=${categories.join(",")}`],
    ...[`--chrome-flags=${chromeFlags}`, `--extra-headers=${JSON.stringify({ "Accept-Language": language })}`],
  ];
  const lighthouse = ["exec", "--yes", `--package=lighthouse@${version}`, "--", "lighthouse", `${site.url}${path}`, ...options];
  const { stdout } = await run("npm", lighthouse, { env: { ...process.env, CHROME_PATH: chromePath }, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Report;
}
