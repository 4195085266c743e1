// `node bench/long-import.ts --postgres URL [--rows 10000]`: uploads a workbook to the import of the press on the built site, and prints how long that takes and
// the longest that another request waits meanwhile: what blocks the main thread delays it. The database must be empty. Needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import writeXlsxFile from "write-excel-file/node";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { users } from "#backend/modules/users/tables";
import { freePort } from "#tests/support/free-port";
import { longestWait, startSite } from "./processes.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "10000" }, postgres: { type: "string" } } });
if (!values.postgres) throw new Error("--postgres is missing");

const database = await openServer(values.postgres);
if ((await database.db.$count(users)) > 0) throw new Error("The database is not empty.");
const admin = { email: "import@maillon.example", firstName: "Aya", lastName: "Test", role: "ADMIN", accountState: "validated" } as const;
const [owner] = await database.db
  .insert(users)
  .values({ ...admin, emailVerifiedAt: new Date() })
  .returning();
const { access, refresh } = await openSession(database.db, new Date(), { userId: owner?.id ?? "" });

const columns = ["Titre", "Média", "Nature", "Jour", "Citation"];
const rows = Array.from({ length: Number(values.rows) }, (_, at) => [
  `Article ${at}`,
  "La Gazette",
  "Article",
  "2026-11-01",
  "Une citation. ".repeat(10),
]);
const workbook = await writeXlsxFile([columns, ...rows].map((row) => row.map((value) => ({ value, type: String })))).toBuffer();

const dataFolder = await mkdtemp(join(tmpdir(), "maillon-import-"));
const site = await startSite({ port: await freePort(), dataFolder, databaseUrl: values.postgres });

const say = (what: string, seconds: number, wait: number) =>
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, another request waited ${Math.round(wait)} ms at most\n`);

try {
  say("at rest", 2, await longestWait(site.url, new Promise((resolve) => setTimeout(resolve, 2_000))));
  const body = new FormData();
  body.set("file", new File([new Uint8Array(workbook)], "liste.xlsx"));
  const headers = { cookie: `access=${access}; refresh=${refresh}`, "accept-language": "fr", origin: site.url };
  const begun = performance.now();
  const upload = fetch(`${site.url}/dashboard/admin/press/import`, { method: "POST", headers, body, redirect: "manual" });
  const wait = await longestWait(site.url, upload);
  const { status } = await upload;
  if (status !== 303) throw new Error(`The file was answered with ${status}.`);
  say(`${rows.length} rows, ${(workbook.length / 1e6).toFixed(1)} MB`, (performance.now() - begun) / 1_000, wait);
} finally {
  await site.stop();
  await database.close();
  await rm(dataFolder, { recursive: true });
}
