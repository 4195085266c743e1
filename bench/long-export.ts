// `node bench/long-export.ts --postgres URL [--rows 100000]`: exports a long list by a task of the built site, downloads its CSV, and prints how long each
// takes and how much memory the process has at most. The database must be empty. Needs a build.
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { users } from "#backend/modules/users/tables";
import { runBuilt } from "#tests/support/built-process";
import { freePort } from "#tests/support/free-port";
import { processFigures } from "./processes.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "100000" }, postgres: { type: "string" } } });
if (!values.postgres) throw new Error("--postgres is missing");
const rows = Number(values.rows);

const database = await openServer(values.postgres);
if ((await database.db.$count(users)) > 0) throw new Error("The database is not empty.");
const admin = { email: "export@maillon.example", firstName: "Aya", lastName: "Test", role: "ADMIN", accountState: "validated" } as const;
const [owner] = await database.db
  .insert(users)
  .values({ ...admin, emailVerifiedAt: new Date() })
  .returning();
await database.jobs.execute(sql`
  insert into press (title, outlet, kind, day, quote, position)
  select jsonb_build_object('fr', 'Article ' || at), 'La Gazette', 'article', '2026-11-01', jsonb_build_object('fr', repeat('Une citation. ', 10)), at
  from generate_series(1, ${rows}::int) at`);
const { access, refresh } = await openSession(database.db, new Date(), { userId: owner?.id ?? "" });
const headers = { cookie: `access=${access}; refresh=${refresh}`, "accept-language": "fr", "accept-encoding": "identity" };

const port = String(await freePort());
const publicUrl = `http://localhost:${port}`;
const settings = { PORT: port, PUBLIC_URL: publicUrl, LOG_LEVEL: "error", DATABASE_URL: values.postgres };
const site = runBuilt("server", { ...settings, SESSION_SECRETS: "a secret of the bench which is long enough" });
while ((await site.statusOf("/readyz")) !== 200) {
  if (site.lastWords() !== null) throw new Error(`the site ended at its start: ${site.lastWords()}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Does something; answers the seconds it took and the most memory meanwhile, in MB. */
async function measured(act: () => Promise<unknown>) {
  const begun = performance.now();
  let most = 0;
  const look = async () => {
    most = Math.max(most, (await processFigures(publicUrl)).residentBytes);
  };
  await look();
  const looks = setInterval(() => void look().catch(() => {}), 200);
  await act();
  clearInterval(looks);
  return { seconds: (performance.now() - begun) / 1_000, megabytes: Math.round(most / 1e6) };
}

const say = (what: string, { seconds, megabytes }: { seconds: number; megabytes: number }) =>
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${megabytes} MB at most\n`);

try {
  say("at rest", await measured(() => new Promise((resolve) => setTimeout(resolve, 3_000))));
  const path = `${publicUrl}/dashboard/admin/press/export.csv`;
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
  say(`export of ${rows} rows`, exporting);
  let bytes = 0;
  const download = await measured(async () => {
    const answer = await fetch(`${path}?task=${task}`, { headers });
    if (answer.status !== 200) throw new Error(`The file was answered with ${answer.status}.`);
    bytes = (await answer.arrayBuffer()).byteLength;
  });
  say(`download of ${Math.round(bytes / 1e6)} MB`, download);
} finally {
  site.kill();
  await site.ended;
  await database.close();
}
