import type pg from "pg";

/** The state of a new database: what its catalogue holds, the rows that migrations wrote, and the sequences that they advanced. */
export type NewState = {
  catalogue: string;
  rows: { table: string; columns: string; rows: string }[];
  /** How many pages and rows the planner believes each table to have. */
  sizes: string;
  sequences: { sequence: string; last: string }[];
};

/**
 * Changes with each table, column, index, constraint, trigger, view, policy, function, type or setting of the database that is added, altered or removed, and
 * with its statistics: the plans of a database that was analysed are others than those of a new one.
 */
const catalogue = [
  "pg_attribute",
  "pg_attrdef",
  "pg_constraint",
  "pg_trigger",
  "pg_proc",
  "pg_type",
  "pg_namespace",
  "pg_extension",
  "pg_index",
  "pg_rewrite",
  "pg_policy",
  "pg_ts_config",
  "pg_ts_config_map",
  "pg_ts_dict",
]
  .map((table) => `(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${table})`)
  .concat(
    "(select md5(string_agg(concat_ws(' ', oid, relname, relkind, relnatts, relchecks, relhastriggers, relrowsecurity, reloptions), ',' order by oid)) from pg_class)",
    "(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from pg_statistic where starelid >= 16384)",
    "(select sum(relpages) || ' ' || sum(reltuples::bigint) from pg_class where oid >= 16384 and relkind = 'r')",
    "(select coalesce(string_agg(setrole::text || ' ' || setconfig::text, ' ' order by setrole), '') from pg_db_role_setting join pg_database on setdatabase = pg_database.oid where datname = current_database())",
  )
  .join(" || ', ' || ");

const withRows = `select c.oid::regclass::text as table, pg_relation_size(c.oid)::int as bytes,
  (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(c.oid) > 0`;

type Written = { table: string; bytes: number; columns: string };

export async function newState(client: pg.Client): Promise<NewState> {
  const { rows: tables } = await client.query<Written>(withRows);
  const rows: NewState["rows"] = [];
  for (const { table, columns } of tables) {
    // As text: parsed and written again, a number of more than fifteen digits would be another.
    const { rows: found } = await client.query(`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t`);
    rows.push({ table, columns, rows: found[0].rows });
  }
  const { rows: sizes } = await client.query(
    `select jsonb_agg(jsonb_build_object('table', oid::int, 'pages', relpages, 'rows', reltuples, 'visible', relallvisible))::text as sizes
      from pg_class where oid >= 16384 and relkind in ('r', 'i')`,
  );
  const { rows: sequences } = await client.query<NewState["sequences"][number]>(
    `select ${sequence} as sequence, last_value::text as last from pg_sequences where last_value is not null`,
  );
  return { catalogue: await catalogueOf(client), rows, sizes: sizes[0].sizes, sequences };
}

const sequence = "format('%I.%I', schemaname, sequencename)";

async function catalogueOf(client: pg.Client): Promise<string> {
  return (await client.query(`select ${catalogue} as catalogue`)).rows[0].catalogue;
}

/** Above this, what was written costs more to remove than a new database. */
const mostBytes = 8_000_000;

/** Removes what a test wrote, and restores what migrations wrote. Answers false when it cannot be as new: something was altered, or is too large. */
export async function emptyAgain(client: pg.Client, asNew: NewState): Promise<boolean> {
  if ((await catalogueOf(client)) !== asNew.catalogue) return false;
  const { rows: written } = await client.query<Written>(withRows);
  if (written.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) return false;
  // No trigger runs, so that rows which nobody may remove go too.
  await client.query("set session_replication_role = replica");
  await client.query(written.map(({ table }) => `delete from ${table}`).join("; "));
  // New rows stand where the first of a new table stand: a test that reads without an order reads the same as in a new database.
  await client.query(`vacuum ${written.map(({ table }) => table).join(", ")}`);
  await client.query(
    `update pg_class set relpages = pages, reltuples = rows, relallvisible = visible
      from jsonb_to_recordset($1) as size ("table" oid, pages int, rows real, visible int)
      where oid = "table" and (relpages, reltuples, relallvisible) is distinct from (pages, rows, visible)`,
    [asNew.sizes],
  );
  await client.query("begin");
  for (const { table, columns, rows } of asNew.rows)
    await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [rows],
    );
  await client.query(`select setval(${sequence}::regclass, start_value, false) from pg_sequences where last_value is not null`);
  for (const { sequence: advanced, last } of asNew.sequences) await client.query("select setval($1::regclass, $2)", [advanced, last]);
  await client.query("commit");
  // Deadlocks of one test are not those of the next.
  await client.query("select pg_stat_reset()");
  return true;
}
