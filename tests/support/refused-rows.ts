import { sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";

/** Each table but these refuses every change of a row, with the whole row in the error. */
export async function refuseRows(db: Db, except: string[] = []) {
  await db.execute(sql`
    create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'no row today' using detail = coalesce(new, old)::text, hint = coalesce(new, old)::text; end $$`);
  const { rows } = await db.execute<{ tablename: string }>(sql`select tablename from pg_tables where schemaname = 'public'`);
  for (const { tablename } of rows.filter((one) => !except.includes(one.tablename)))
    await db.execute(sql`create trigger a_refusal before insert or update or delete on ${sql.identifier(tablename)}
      for each row execute function refuse_row()`);
}

export async function acceptRows(db: Db) {
  await db.execute(sql`drop function refuse_row() cascade`);
}
