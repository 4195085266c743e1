import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { hasAllMigrations } from "#backend/db/applied-migrations";
import { type Db, openEmbedded, openServer } from "#backend/db/client";
import { createOnServer, openTestDatabase, serverUrl } from "#tests/support/database";

/** What pg_dump wrote of a database with a few rows, made by the migrations that the baseline replaces (0000_ground to 0040_account-list-order). */
const dump = gunzipSync(readFileSync("tests/backend/db/before-baseline.sql.gz")).toString();

/** A database of before the baseline on the server, at this URL. */
async function beforeOnServer(): Promise<string> {
  const { url, drop } = await createOnServer("template0");
  onTestFinished(drop);
  await askOf(url, dump);
  return url;
}

async function beforeEmbedded() {
  const client = await PGlite.create({ extensions: { btree_gist, citext, pg_trgm, unaccent } });
  await client.exec(dump);
  const loadDataDir = await client.dumpDataDir("none");
  await client.close();
  return { loadDataDir };
}

async function askOf(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** All that makes a schema, a line each. The order of columns is of no account, nor are brackets that a dump adds. */
async function schema(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'),
    own as (select oid from pg_proc where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e'))
    select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select concat_ws(' ', 'constraint', relname, conname, condeferrable, translate(pg_get_constraintdef(pg_constraint.oid), '()', '')) from tables join pg_constraint on conrelid = tables.oid and contype <> 'n'
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) from tables join pg_index on indrelid = tables.oid
    union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid)) from tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(oid)) from own
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, cycle) from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
    union all select concat_ws(' ', 'words', cfgname, maptokentype, mapseqno, mapdict::regdictionary) from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid where cfgnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    union all select concat_ws(' ', 'time', data_kind, months, days) from retention_policies
    union all select concat_ws(' ', 'criteria', number, questions, rule, published_at is not null) from criteria_versions
    order by 1`);
  return rows.map(({ line }) => line);
}

test("a database from before the baseline gets the same schema as a new one, keeps its rows, and continues its audit log", {
  timeout: 300_000,
}, async () => {
  const database = serverUrl ? await openServer(await beforeOnServer(), 1) : await openEmbedded(await beforeEmbedded());
  onTestFinished(() => database.close());
  const { db } = database;
  const fresh = await openTestDatabase();
  onTestFinished(() => fresh.close());
  const made = await schema(fresh.db);
  expect(made.length).toBeGreaterThan(1_500);
  expect(await schema(db)).toEqual(made);
  expect(await hasAllMigrations(db)).toBe(true);
  const { rows } = await db.execute(sql`
    select users.email::text, sectors.name, (select status from pledges), (select sum(signed_cents) = sum(pledges.amount_cents) from payments join pledges on pledges.id = pledge_id) as paid, (select text from outgoing_mails) from users join sectors on sectors.id = sector_id`);
  expect(rows).toEqual([{ email: "zoe@example.org", name: "Lyon", status: "received", paid: true, text: "Bonjour" }]);
  await db.execute(
    sql`insert into audit_log (actor_kind, action, entity_type, entity_id, fields) values ('system', 'sector.archive', 'sector', '1', '{status}')`,
  );
  const { rows: log } = await db.execute(sql`
    select seq::int, hash = audit_log_hash(entry) as whole, prev_hash = lag(hash, 1, '') over (order by seq) as chained from audit_log entry order by seq`);
  expect(log).toEqual([1, 2, 3].map((seq) => ({ seq, whole: true, chained: true })));
});

test.runIf(serverUrl)(
  "a database that lacks the last migration before the baseline is refused with what to do, and left as it is",
  async () => {
    const url = await beforeOnServer();
    await askOf(url, "delete from drizzle.__drizzle_migrations where created_at = 1795464790563");
    await expect(openServer(url, 1)).rejects.toThrow(/0040_account-list-order\.sql .* docs\/operations\.md/);
    expect(await askOf(url, "select count(*)::int as count from drizzle.__drizzle_migrations")).toEqual([{ count: 40 }]);
  },
);

test.runIf(serverUrl)("a back-up of before the baseline, restored by the commands of docs/operations.md, is updated", async () => {
  const url = await beforeOnServer();
  const restored = await createOnServer("template0");
  const cwd = mkdtempSync(join(tmpdir(), "maillon-"));
  onTestFinished(async () => {
    rmSync(cwd, { recursive: true });
    await restored.drop();
  });
  const commands = readFileSync("docs/operations.md", "utf8").match(/^ *pg_(dump|restore) .*$/gm);
  expect(commands).toHaveLength(2);
  const env = { ...process.env, DATABASE_URL: url, RESTORED_URL: restored.url };
  for (const command of commands ?? []) execFileSync("sh", ["-c", command], { cwd, env });
  const database = await openServer(restored.url, 1);
  onTestFinished(() => database.close());
  expect(await hasAllMigrations(database.db)).toBe(true);
  expect((await database.db.execute(sql`select email::text from users`)).rows).toEqual([{ email: "zoe@example.org" }]);
});
