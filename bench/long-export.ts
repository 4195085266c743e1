// `node bench/long-export.ts --postgres URL [--rows 100000] [--list volunteers]`: exports a long list, of press cuttings or of people, by a task of the built site,
// downloads its CSV and its workbook, and the journal of a year with as many payments, as a table and as the file of accounting entries, and prints how long each takes, how much memory the process has at most, and the longest that another request waits meanwhile: 50 ms are the target, beside those at rest. The database must be empty. Needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import { request } from "undici";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { permissionGrants, users } from "#backend/modules/users/tables";
import { freePort } from "#tests/support/free-port";
import { longestWait, processFigures, startSite } from "./processes.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "100000" }, postgres: { type: "string" }, list: { type: "string", default: "press" } },
});
if (!values.postgres) throw new Error("--postgres is missing");
const rows = Number(values.rows);
const seeds: Record<string, { path: string; seed: SQL }> = {
  press: {
    path: "/dashboard/admin/press",
    seed: sql`
      insert into press (title, outlet, kind, day, quote, position)
      select jsonb_build_object('fr', 'Article ' || at), 'La Gazette', 'article', '2026-11-01', jsonb_build_object('fr', repeat('Une citation. ', 10)), at
      from generate_series(1, ${rows}::int) at`,
  },
  volunteers: {
    path: "/dashboard/admin/users/volunteers",
    seed: sql`
      insert into users (email, email_verified_at, role, account_state, first_name, last_name, phone, birth_date, created_at)
      select 'p' || at || '@exemple.org', now(), 'VOLUNTEER', 'validated', 'Éloïse-' || at, 'Personne' || at, '06' || lpad(at::text, 8, '0'),
        date '1990-01-01' + at % 3650, timestamptz '2026-03-01' - at * interval '1 minute'
      from generate_series(1, ${rows}::int) at`,
  },
};
const list = seeds[values.list];
if (!list) throw new Error(`--list is ${Object.keys(seeds).join(" or ")}.`);

const database = await openServer(values.postgres);
if ((await database.db.$count(users)) > 0) throw new Error("The database is not empty.");
const admin = { email: "export@maillon.example", firstName: "Aya", lastName: "Test", role: "ADMIN", accountState: "validated" } as const;
const [owner] = await database.db
  .insert(users)
  .values({ ...admin, emailVerifiedAt: new Date() })
  .returning();
await database.db.insert(permissionGrants).values({ userId: owner?.id ?? "", permission: "EXPORT_PERSONAL_DATA" });
await database.jobs.execute(list.seed);
await database.jobs.execute(sql`
  insert into payments (received_on, amount_cents, method, donor_name, submission, created_at)
  select date '2025-01-01' + at % 365, 100 + at % 9000, 'transfer', 'Personne ' || at, gen_random_uuid(), timestamptz '2025-01-01Z' + at * interval '5 min'
  from generate_series(1, ${rows}::int) at`);
await database.jobs.execute(sql`analyze payments, users`);
const { access, refresh } = await openSession(database.db, new Date(), { userId: owner?.id ?? "" });
const headers = { cookie: `access=${access}; refresh=${refresh}`, "accept-language": "fr", "accept-encoding": "identity" };

const dataFolder = await mkdtemp(join(tmpdir(), "maillon-export-"));
const site = await startSite({ port: await freePort(), dataFolder, databaseUrl: values.postgres });
const publicUrl = site.url;

/** Does something; returns the seconds it took, the most memory meanwhile in MB, and the longest wait of another request in milliseconds. */
async function measured(act: () => Promise<unknown>) {
  const begun = performance.now();
  let most = 0;
  const read = async () => {
    most = Math.max(most, (await processFigures(publicUrl)).residentBytes);
  };
  await read();
  const reading = setInterval(() => void read().catch(() => {}), 200);
  const wait = await longestWait(publicUrl, act());
  clearInterval(reading);
  return { seconds: (performance.now() - begun) / 1_000, megabytes: Math.round(most / 1e6), wait: Math.round(wait) };
}

const say = (what: string, { seconds, megabytes, wait }: { seconds: number; megabytes: number; wait: number }) =>
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${megabytes} MB at most, another request waited ${wait} ms at most\n`);

try {
  say("at rest", await measured(() => new Promise((resolve) => setTimeout(resolve, 3_000))));
  const path = `${publicUrl}${list.path}/export.csv`;
  let task = "";
  const exporting = await measured(async () => {
    const answer = await fetch(path, { headers, redirect: "manual" });
    task = answer.headers.get("location")?.split("/").at(-1) ?? "";
    if (!task) throw new Error(`The export was answered with ${answer.status}.`);
    for (let state = ""; state !== "done"; ) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { rows: found } = await database.db.execute<{ state: string }>(sql`select state from tasks where id = ${task}`);
      state = found[0]?.state ?? "";
      if (["failed", "stopped"].includes(state)) throw new Error(`The task is ${state}.`);
    }
  });
  say(`export of ${rows} ${values.list}`, exporting);
  const journal = `${publicUrl}/dashboard/admin/donations/journal/export`;
  for (const [what, address] of [
    ["download", `${path}?task=${task}`],
    ["download as a workbook", `${path.replace(".csv", ".xlsx")}?task=${task}`],
    ["journal as a table", `${journal}.csv?year=2025`],
    ["journal as the file of entries", `${journal}.txt?year=2025`],
  ] as const) {
    let bytes = 0;
    const download = await measured(async () => {
      const { statusCode, body } = await request(address, { headers });
      if (statusCode !== 200) throw new Error(`The file was answered with ${statusCode}.`);
      for await (const chunk of body) bytes += (chunk as Buffer).length;
    });
    say(`${what} of ${Math.round(bytes / 1e6)} MB`, download);
  }
} finally {
  await site.stop();
  await database.close();
  await rm(dataFolder, { recursive: true });
}
