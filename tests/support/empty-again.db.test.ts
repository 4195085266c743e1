import pg from "pg";
import { expect, test } from "vitest";
import { createOnServer, serverUrl } from "./database";
import { emptyAgain, newState } from "./empty-again";
import { emptyDatabaseName } from "./empty-database";

/** A new database with a row of a migration, whose number came from a sequence. */
async function opened() {
  const { url, drop } = await createOnServer(emptyDatabaseName());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table numbered (id bigint generated always as identity, note jsonb)");
  await client.query("create view notes as select note from numbered");
  await client.query("create index by_note on numbered (note)");
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} set work_mem = '5MB'`);
  await client.query(`insert into numbered (note) values ('{"of": "a migration"}'), ('12345678901234567890')`);
  const close = async () => {
    await client.end();
    await drop();
  };
  return { client, name, close };
}

test.runIf(serverUrl)("rows and steps of sequences are undone, down to the next number", async () => {
  const { client, close } = await opened();
  try {
    const asNew = await newState(client);
    await client.query("update numbered set note = '1'");
    await client.query("delete from numbered where id = 1");
    for (const note of [2, 3, 4]) await client.query("insert into numbered (note) values ($1)", [note]);
    expect(await newState(client)).not.toEqual(asNew);
    expect(await emptyAgain(client, asNew)).toBe(true);
    expect(await newState(client)).toEqual(asNew);
    const { rows } = await client.query("insert into numbered (note) values ('5') returning id::int");
    expect(rows).toEqual([{ id: 3 }]);
  } finally {
    await close();
  }
});

test.runIf(serverUrl)("rows that no query orders are read as in a new database", async () => {
  const { client, close } = await opened();
  try {
    await client.query("create table written (id int, times int)");
    const asNew = await newState(client);
    const written = async () => {
      for (let id = 1; id <= 5; id++) await client.query("insert into written values ($1, 0)", [id]);
      // Each leaves a place in the page for a later row.
      for (let times = 0; times < 250; times++) await client.query("update written set times = times + 1 where id = 3");
      for (let id = 6; id <= 9; id++) await client.query("insert into written values ($1, 0)", [id]);
      return (await client.query<{ place: string }>("select id || ' ' || ctid as place from written")).rows;
    };
    const first = await written();
    expect(await emptyAgain(client, asNew)).toBe(true);
    expect(await written()).toEqual(first);
  } finally {
    await close();
  }
});

test.runIf(serverUrl)("a database in which something other than rows was changed, or that was analysed, is not used again", async () => {
  const { client, name, close } = await opened();
  try {
    for (const change of [
      "alter table numbered add column more text",
      "create or replace view notes as select note from numbered where id > 1",
      "drop index by_note",
      "alter table numbered enable row level security",
      "create policy nobody on numbered using (false)",
      "create text search configuration plain (copy = simple)",
      `alter database ${name} set work_mem = '6MB'`,
      "analyze numbered",
    ]) {
      const asNew = await newState(client);
      await client.query(change);
      expect([change, await emptyAgain(client, asNew)]).toEqual([change, false]);
    }
  } finally {
    await close();
  }
});
