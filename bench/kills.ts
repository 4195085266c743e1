// `node bench/kills.ts [--kills 50] [--postgres URL]`: kills a backend again and again while eight callers write, each time without warning, and
// checks that everything it had acknowledged is stored. Without `--postgres` it works on an embedded database in a separate folder; the
// database of `--postgres` must be empty. Needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Database, openEmbedded, openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { articles } from "#backend/modules/articles/tables";
import { firstBrokenAuditRow } from "#backend/modules/audit/verification";
import { users } from "#backend/modules/users/tables";
import { runBuilt } from "#tests/support/built-process";
import { freePort } from "#tests/support/free-port";

const { values } = parseArgs({ options: { kills: { type: "string", default: "50" }, postgres: { type: "string" } } });
const kills = Number(values.kills);
const publicUrl = "http://localhost:3000";
const writers = 8;
/** Milliseconds within which a backend must answer again after it was killed. */
const longestStart = 15_000;
/** Milliseconds before a kill, for first responses. */
const longestWrites = 5_000;

const folder = await mkdtemp(join(tmpdir(), "maillon-kills-"));
const open = (): Promise<Database> => (values.postgres ? openServer(values.postgres) : openEmbedded({ dataDir: join(folder, "database") }));

/** An administrator's cookies: an account in the database prevents the demonstration data. */
async function prepare(): Promise<string> {
  const database = await open();
  if ((await database.db.$count(users)) > 0) throw new Error("The database is not empty.");
  const admin = { email: "kills@maillon.example", firstName: "Aya", lastName: "Test", role: "ADMIN", accountState: "validated" } as const;
  const [row] = await database.db
    .insert(users)
    .values({ ...admin, emailVerifiedAt: new Date() })
    .returning();
  const { access, refresh } = await openSession(database.db, new Date(), { userId: row?.id ?? "" });
  await database.close();
  return `access=${access}; refresh=${refresh}`;
}

async function start() {
  const begun = performance.now();
  const own: Record<string, string> = values.postgres
    ? { DATABASE_URL: values.postgres, SESSION_SECRETS: "a secret of the bench which is long enough" }
    : {};
  const settings = { PORT: String(await freePort()), PUBLIC_URL: publicUrl, DATA_FOLDER: folder, LOG_LEVEL: "error", ...own };
  const backend = runBuilt("backend", { ...settings, BACKEND_SECRET: "between the tiers of a bench that kills" });
  while ((await backend.statusOf("/readyz")) !== 200) {
    const output = backend.lastWords();
    if (output !== null) throw new Error(`the backend ended at its start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { ...backend, milliseconds: performance.now() - begun };
}

function post(url: string, path: string, cookie: string, body: object) {
  const headers = { origin: publicUrl, "content-type": "application/json", cookie };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The refreshed cookies; the access token expires during many kills. */
async function renewed(url: string, cookie: string): Promise<string> {
  const answer = await post(url, "/api/auth/refresh", cookie, {});
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the session was not renewed: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const acknowledged: string[] = [];

/** Writes one article after the other until the backend is killed. */
async function write(url: string, cookie: string): Promise<void> {
  for (;;) {
    const answer = await post(url, "/api/admin/articles", cookie, {
      title: { fr: "Une collecte" },
      lead: { fr: "" },
      body: { fr: "Texte." },
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`an article was not taken: ${answer.status} ${text}`);
    acknowledged.push((JSON.parse(text) as { id: string }).id);
  }
}

const gone = (error: Error) => {
  if (!(error instanceof TypeError)) throw error;
};

let cookie = await prepare();
const starts: number[] = [];
for (let kill = 0; kill < kills; kill += 1) {
  const backend = await start();
  if (kill > 0) starts.push(backend.milliseconds);
  cookie = await renewed(backend.url, cookie);
  const written = Promise.all(Array.from({ length: writers }, () => write(backend.url, cookie).catch(gone)));
  // Each caller has usually had one response; the kill may interrupt any later write.
  const before = acknowledged.length;
  for (const begun = performance.now(); acknowledged.length < before + writers && performance.now() - begun < longestWrites; )
    await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
  backend.kill();
  await Promise.all([written, backend.ended]);
}
const last = await start();
starts.push(last.milliseconds);
await last.stop();

const database = await open();
const stored = new Set((await database.db.select({ id: articles.id }).from(articles)).map(({ id }) => id));
const broken = await firstBrokenAuditRow(database.db);
await database.close();
await rm(folder, { recursive: true, force: true });
const lost = acknowledged.filter((id) => !stored.has(id));
const slowest = Math.max(...starts);
process.stdout.write(
  `${kills} kills on ${values.postgres ? "PostgreSQL" : "the embedded database"}: ${acknowledged.length} writes acknowledged, ${lost.length} lost, ` +
    `audit log ${broken === null ? "whole" : "broken"}, slowest start ${Math.round(slowest)} ms\n`,
);
process.exitCode = lost.length > 0 || broken !== null || slowest > longestStart || acknowledged.length === 0 ? 1 : 0;
