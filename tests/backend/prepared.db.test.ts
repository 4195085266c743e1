import { asc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { openServer } from "#backend/db/client";
import { statementNames } from "#backend/db/prepared";
import { newestArticles } from "#backend/modules/articles/reading";
import { sectors } from "#backend/modules/teams/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addPerson } from "#tests/support/people";

test("a statement that reads has a name from its third time on, the same whenever it comes", () => {
  const nameOf = statementNames();
  const text = "select id from users where id = $1";
  expect([nameOf(text, 1), nameOf(text, 1)]).toEqual([undefined, undefined]);
  const name = nameOf(text, 1);
  expect(name).toMatch(/^maillon_\d+$/);
  expect(nameOf(text, 1)).toBe(name);
});

test.each([
  ["a change", "update users set locale = $1"],
  ["the beginning of a transaction", "begin"],
  ["a search for words", "select id from articles where search_fr @@ websearch_to_tsquery($1)"],
  ["a search for part of a word", "select id from users where unaccent(email) ilike unaccent($1)"],
  ["a look at a plan", "explain select 1"],
])("%s has none", (_, text) => {
  const nameOf = statementNames();
  expect(Array.from({ length: 5 }, () => nameOf(text, 1))).toEqual(Array(5).fill(undefined));
});

test("lists of ids of every length take no more than two hundred names", () => {
  const nameOf = statementNames();
  const names = new Set<string | undefined>();
  for (let length = 1; length <= 1_000; length += 1) {
    const places = Array.from({ length }, (_, at) => `$${at + 1}`).join(", ");
    for (let time = 0; time < 5; time += 1) names.add(nameOf(`select id from users where id in (${places})`, length));
  }
  for (let other = 0; other < 1_000; other += 1) for (let time = 0; time < 5; time += 1) names.add(nameOf(`select ${other}`, 0));
  names.delete(undefined);
  expect(names.size).toBe(200);
});

const readCities = (db: Db, city: string) =>
  db.select({ id: sectors.id }).from(sectors).where(eq(sectors.city, city)).orderBy(asc(sectors.name));
const preparedOn = async (db: Db) =>
  (await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements where not from_sql`)).rows;

test.runIf(serverUrl)("connections keep what is read again and again, and a pool that must not keeps nothing", async () => {
  const database = (await openTestDatabase()) as Awaited<ReturnType<typeof openTestDatabase>> & { url: string };
  for (const [prepare, kept] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const { db, close } = await openServer(database.url, 1, { prepare });
    await db.insert(sectors).values({ slug: `lyon-${kept}`, name: "Lyon", city: `Lyon ${kept}` });
    for (let time = 0; time < 10; time += 1) expect(await readCities(db, `Lyon ${kept}`)).toHaveLength(1);
    expect(await readCities(db, "nowhere")).toEqual([]);
    expect((await preparedOn(db)).filter(({ statement }) => statement.includes(`"sectors"."city" = $1`))).toHaveLength(kept);
    await close();
  }
  await database.close();
});

test.runIf(serverUrl)("a prepared statement reads on in a transaction and after a column was added", async () => {
  const database = await openTestDatabase();
  const { db } = database;
  for (let time = 0; time < 8; time += 1) await readCities(db, "Lyon");
  await db.execute(sql`alter table sectors add column added_later text`);
  await db.transaction(async (tx) => expect(await readCities(tx as unknown as Db, "Lyon")).toEqual([]));
  expect(
    await db
      .select({ id: sectors.id })
      .from(sectors)
      .where(inArray(sectors.city, ["Lyon", "Lille"])),
  ).toEqual([]);
  await database.close();
});

test.runIf(serverUrl)("a plan for any day takes pinned articles and those on line from their indexes", async () => {
  const database = (await openTestDatabase()) as Awaited<ReturnType<typeof openTestDatabase>> & { url: string };
  const backend = await backendForTest({ database });
  const { id } = await addPerson(backend, { role: "ADMIN" });
  await database.db.execute(sql`insert into articles (status, title, lead, body, published_at, author_id, updated_by)
    select 'published', '{"fr":"Titre"}', '{"fr":""}', '{"fr":"Texte."}', timestamptz '2026-01-01' - i * interval '1 minute', ${id}, ${id}
    from generate_series(1, 5000) i`);
  await database.db.execute(sql`analyze articles`);
  const { db, close } = await openServer(`${database.url}?options=${encodeURIComponent("-c plan_cache_mode=force_generic_plan")}`, 1);
  for (let time = 0; time < 4; time += 1)
    expect(await newestArticles(db, 3, "fr", { now: new Date("2026-11-21"), today: "2026-11-21" })).toHaveLength(3);
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, cardinality(parameter_types) as count from pg_prepared_statements where statement like '%pinned_until%' and not from_sql`,
  );
  const [prepared] = rows;
  const parameters = Array(prepared?.count ?? 0)
    .fill("null")
    .join(", ");
  const plan = await db.execute(sql.raw(`explain execute ${prepared?.name}(${parameters})`));
  const text = JSON.stringify(plan.rows);
  expect(text).toContain("articles_pinned");
  expect(text).toContain("Index Scan using articles_published");
  expect(text).not.toContain("Seq Scan on articles");
  await close();
});
