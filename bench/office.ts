import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { demoPassword } from "#backend/demo/people";
import { hashPassword } from "#backend/identity/passwords";
import { articles } from "#backend/modules/articles/tables";
import { users } from "#backend/modules/users/tables";
import { fetchOnce, loadRound, median, type Page, percentile } from "./load.ts";
import { openPostgresCpu } from "./postgres-cpu.ts";
import { processFigures, type Running, startSite } from "./processes.ts";
import { type Filled, fill } from "./rows.ts";
import { signIn } from "./sign-in.ts";
import { startStatementCount } from "./statement-count.ts";

/** A build of the site, what it is started with, and in how many processes on one database (one where nothing is given). */
export type Variant = { name: string; folder: string; flags?: string[]; environment?: Record<string, string>; processes?: number };
export type OfficeFigures = { statements: number; node: number; postgres: number; p50: number; p99: number };
export type OfficeResult = { page: string; variants: { name: string; figures: OfficeFigures }[] };
export type OfficeMemory = { name: string; megabytes: number };

const rows = 100_000;
const people = 32;
const plan = { rounds: 3, requests: 192, warmUp: 192 };

/**
 * The cost of back-office pages with a hundred thousand articles on PostgreSQL, for 32 concurrent users, in turns when there are several
 * builds. CPU in milliseconds a page; statements are counted on one page by itself.
 */
export async function measureOffice(
  serverUrl: string,
  port: number,
  variants: Variant[],
  say: (line: string) => void,
  { rounds, requests, warmUp } = plan,
) {
  say(`filling a database with ${rows.toLocaleString("en")} articles`);
  const filled = await fill(serverUrl, rows);
  const dataFolder = await mkdtemp(join(tmpdir(), "maillon-bench-"));
  const started: Running[] = [];
  try {
    const url = await prepare(filled, serverUrl);
    const pages = await officePages(filled);
    const measured: { variant: Variant; sites: Running[]; cookie: string; statements: Record<string, number>; database: string }[] = [];
    for (const [at, variant] of variants.entries()) {
      say(`starting ${variant.name}`);
      const statements = await countStatements(url, { ...variant, port: port + 10 * at, dataFolder }, pages);
      // Each build has separate connections, distinguished by their application name.
      const database = `${url}?application_name=bench_${at}`;
      const sites: Running[] = [];
      while (sites.length < (variant.processes ?? 1)) {
        const site = await startSite({ ...variant, port: port + 10 * at + sites.length, dataFolder, databaseUrl: database });
        sites.push(site);
        started.push(site);
      }
      const [{ url: first } = { url: "" }] = sites;
      measured.push({ variant, sites, cookie: await signIn(first, filled.actor.email), statements, database });
    }
    const results: OfficeResult[] = [];
    for (const [page, path] of Object.entries(pages)) {
      say(`measuring the ${page}`);
      const taken = measured.map(() => ({ node: [] as number[], postgres: [] as number[], latencies: [] as number[] }));
      for (let round = -1; round < rounds; round += 1)
        for (const [at, { sites, cookie }] of measured.entries()) {
          const cpu = await openPostgresCpu(url, `bench_${at}`);
          const request: Page = { path, headers: { "accept-language": "fr", "accept-encoding": "br", cookie } };
          const count = round < 0 ? warmUp : requests;
          const before = await cpu.read();
          const done = await loadRound(
            sites.map(({ url }) => url),
            request,
            count,
            () => cpuSeconds(sites),
            people,
          );
          const spent = await cpu.since(before);
          await cpu.close();
          if (round < 0) continue;
          taken[at]?.node.push(done.cpuMicroseconds / 1000);
          taken[at]?.postgres.push((spent * 1000) / count);
          taken[at]?.latencies.push(...done.latencies);
        }
      const figuresOf = ({ node, postgres, latencies }: (typeof taken)[number], statements: number): OfficeFigures => ({
        statements,
        node: median(node),
        postgres: median(postgres),
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
      });
      results.push({
        page,
        variants: measured.map(({ variant, statements }, at) => ({
          name: variant.name,
          figures: figuresOf(taken[at] ?? { node: [], postgres: [], latencies: [] }, statements[page] ?? Number.NaN),
        })),
      });
    }
    const memory: OfficeMemory[] = [];
    for (const { variant, sites } of measured)
      for (const { url } of sites) memory.push({ name: variant.name, megabytes: (await processFigures(url)).residentBytes / 1024 / 1024 });
    return { results, memory };
  } finally {
    for (const site of started) await site.stop();
    await filled.drop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function cpuSeconds(sites: Running[]): Promise<number> {
  const figures = await Promise.all(sites.map(({ url }) => processFigures(url)));
  return figures.reduce((sum, figure) => sum + figure.cpuSeconds, 0);
}

/** Lets the author of the rows log in; returns the URL of the database. */
async function prepare({ database, actor, name }: Filled, serverUrl: string): Promise<string> {
  const open = { passwordHash: await hashPassword(demoPassword), emailVerifiedAt: new Date(), accountState: "validated" as const };
  await database.db.update(users).set(open).where(eq(users.id, actor.id));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function officePages({ database }: Filled): Promise<Record<string, string>> {
  const [article] = await database.db.select({ id: articles.id }).from(articles).where(eq(articles.status, "published")).limit(1);
  const list = "/dashboard/admin/news";
  return { list, search: `${list}?q=motif17`, record: `${list}/${article?.id}/view`, dashboard: "/dashboard" };
}

async function countStatements(
  databaseUrl: string,
  own: Omit<Parameters<typeof startSite>[0], "databaseUrl">,
  pages: Record<string, string>,
) {
  const counted = await startStatementCount(databaseUrl);
  const site = await startSite({ ...own, databaseUrl: counted.url, environment: { ...own.environment, RUN_JOBS: "false" } });
  try {
    const cookie = await signIn(site.url, "bench@maillon.example");
    const statements: Record<string, number> = {};
    for (const [page, path] of Object.entries(pages)) {
      const once = async () => {
        const { answer } = await fetchOnce(site.url, { path, headers: { "accept-language": "fr", cookie } });
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
      };
      await once();
      const before = counted.count();
      await once();
      statements[page] = counted.count() - before;
    }
    return statements;
  } finally {
    await site.stop();
    counted.stop();
  }
}
