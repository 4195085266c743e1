// `node bench/task-fairness.ts [--rows 5000]`: how long the dashboard takes on the embedded database, which has one connection, at rest and
// while a bulk task changes so many rows. Needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { request } from "undici";
import { openEmbedded } from "#backend/db/client";
import { freePort } from "#tests/support/free-port";
import { startSite } from "./processes.ts";
import { signIn } from "./sign-in.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "5000" } } });
const rows = Number(values.rows);

const dataFolder = await mkdtemp(join(tmpdir(), "maillon-fairness-"));
await (await startSite({ port: await freePort(), dataFolder })).stop();
const database = await openEmbedded({ dataDir: join(dataFolder, "database") });
await database.db.execute(sql`
  insert into press (title, outlet, kind, day, quote, position)
  select jsonb_build_object('fr', 'Article ' || at), 'La Gazette', 'article', '2026-11-01', '{"fr": ""}', 10000 + at from generate_series(1, ${rows}::int) at`);
await database.close();
const site = await startSite({ port: await freePort(), dataFolder });

try {
  const cookie = await signIn(site.url, "admin@maillon.example");
  const headers = { cookie, origin: site.url, "accept-language": "fr" };

  /** Opens the dashboard once; answers the milliseconds it took, and whether a task is under way. */
  async function dashboard() {
    const begun = performance.now();
    const { statusCode, body } = await request(`${site.url}/dashboard`, { headers });
    const html = await body.text();
    if (statusCode !== 200) throw new Error(`The dashboard answered with ${statusCode}.`);
    return { took: performance.now() - begun, underWay: html.includes("1 en cours") };
  }

  /** Opens the dashboard every quarter of a second, until `isOver` says so. */
  async function visits(isOver: (seen: { count: number; underWay: boolean }) => boolean) {
    const times: number[] = [];
    for (let over = false; !over; ) {
      const { took, underWay } = await dashboard();
      times.push(took);
      over = isOver({ count: times.length, underWay });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return times;
  }

  const say = (what: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(0);
    process.stdout.write(
      `${what}: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms, ${times.length} visits\n`,
    );
  };

  await visits(({ count }) => count === 10);
  say("at rest", await visits(({ count }) => count === 40));
  const bulk = `${site.url}/dashboard/admin/press/bulk?all=1&action=archived&query.sort=position`;
  const answer = await request(bulk, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: "",
  });
  await answer.body.dump();
  if (!String(answer.headers.location).includes("/account/tasks/")) throw new Error(`The request was answered with ${answer.statusCode}.`);
  const begun = performance.now();
  say(`while a task changes ${rows} rows`, await visits(({ underWay }) => !underWay));
  process.stdout.write(`the task took ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`);
} finally {
  await site.stop();
  await rm(dataFolder, { recursive: true });
}
