// `node bench/receipts.ts --postgres URL [--rows 10000]`: the tax receipts of a year, each a PDF/A with its mail, issued by the task of the built
// backend, which is killed once on the way. Prints how many it makes in a second of CPU. The database must be empty.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { request } from "undici";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { fiscalReceipts } from "#backend/modules/fiscal-receipts/tables";
import { users } from "#backend/modules/users/tables";
import { freePort } from "#tests/support/free-port";
import { addReceiptFacts } from "#tests/support/receipt-facts";
import { secondsOf } from "./postgres-cpu.ts";
import { type Running, startBackend } from "./processes.ts";
import { printTargets } from "./report.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "10000" }, postgres: { type: "string" } } });
const databaseUrl = values.postgres;
if (!databaseUrl) throw new Error("--postgres is missing");
const rows = Number(values.rows);
const publicUrl = "http://localhost:3000";
const year = new Date().getFullYear() - 1;

const database = await openServer(databaseUrl);
const { db } = database;
if ((await db.$count(users)) > 0) throw new Error("The database is not empty.");
const dataFolder = await mkdtemp(join(tmpdir(), "maillon-receipts-"));
let backend: Running | undefined;

/** An administrator's cookies, and a gift of each of as many people, with its payment. */
async function fill(): Promise<string> {
  const admin = {
    email: "receipts@maillon.example",
    firstName: "Aya",
    lastName: "Test",
    role: "ADMIN",
    accountState: "validated",
  } as const;
  const [person] = await db
    .insert(users)
    .values({ ...admin, emailVerifiedAt: new Date() })
    .returning();
  await addReceiptFacts({ services: { db, organisation: { reload: async () => {} } } } as unknown as Parameters<typeof addReceiptFacts>[0]);
  await db.execute(sql`
    insert into pledges (reference, amount_cents, rhythm, donor, allocation, method, name, email, locale, receipt, street, postcode, city, country,
      status, dedupe_key, created_at)
    select 'DON-' || lpad(at::text, 8, '0'), 1000 + at, 'one_off', 'person', 'any', 'transfer', 'Personne ' || at, 'd' || at || '@example.org', 'fr',
      true, at || ' rue Haute', '69001', 'Lyon', 'FR', 'promised', 'bench ' || at, make_timestamptz(${year}, 5, 1, 10, 0, 0)
    from generate_series(1, ${rows}::int) at`);
  await database.jobs.execute(sql`
    insert into payments (pledge_id, received_on, amount_cents, method, submission, created_at)
    select id, make_date(${year}, 5, 4), amount_cents, 'transfer', gen_random_uuid(), make_timestamptz(${year}, 5, 4, 10, 0, 0) from pledges`);
  await database.jobs.execute(sql`analyze`);
  const { access, refresh } = await openSession(db, new Date(), { userId: person?.id ?? "" });
  return `access=${access}; refresh=${refresh}`;
}

const start = async () => startBackend({ publicUrl, port: await freePort(), dataFolder, databaseUrl });
const issued = () => db.$count(fiscalReceipts);

/** Waits until there are so many receipts; returns the CPU seconds that a process used meanwhile. */
async function until(count: number, { pid }: Running): Promise<number> {
  const before = secondsOf(pid);
  while ((await issued()) < count) await wait(500);
  return secondsOf(pid) - before;
}

try {
  const cookie = await fill();
  backend = await start();
  const answer = await request(`${backend.url}/api/admin/fiscal-receipts-of-year`, {
    method: "POST",
    headers: { origin: publicUrl, "content-type": "application/json", cookie },
    body: JSON.stringify({ year }),
  });
  if (answer.statusCode !== 200) throw new Error(`The task was answered with ${answer.statusCode}: ${await answer.body.text()}`);
  const begun = performance.now();
  const half = Math.floor(rows / 2);
  const first = await until(half, backend);
  process.kill(backend.pid, "SIGKILL");
  const before = await issued();
  backend = await start();
  const second = await until(rows, backend);
  const made = await issued();
  const { rows: gaps } = await db.execute(sql`select 1 from fiscal_receipts having max(number) <> count(*)`);
  if (made !== rows || gaps.length > 0)
    throw new Error(`There are ${made} receipts for ${rows} gifts, and ${gaps.length ? "a gap" : "no gap"} in their numbers.`);
  const rate = (half + rows - before) / (first + second);
  process.stdout.write(
    `${rows} receipts in ${((performance.now() - begun) / 1_000).toFixed(0)} s with one kill, ${rate.toFixed(1)} in a second of CPU\n`,
  );
  printTargets({ receiptRate: rate });
} finally {
  await backend?.stop();
  await database.close();
  await rm(dataFolder, { recursive: true, force: true });
}
