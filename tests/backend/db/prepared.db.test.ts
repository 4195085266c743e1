import { asc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#backend/db/client";
import { openServer } from "#backend/db/client";
import { statementNames } from "#backend/db/prepared";
import { getArticle, newestArticles } from "#backend/modules/articles/queries";
import { articleTags, tags } from "#backend/modules/articles/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { backendForTest } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { addPerson } from "#tests/support/people";

test("a reading statement has a name from its third use on, always the same", () => {
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

test("a statement of sixty values has a name, a list of as many has none", () => {
  const nameOf = statementNames();
  const places = Array.from({ length: 60 }, (_, at) => `$${at + 1}`);
  const three = (text: string) => [1, 2, 3].map(() => nameOf(text, 60)).at(-1);
  expect(three(`select ${places.map((place) => `(select count(*) from users where role = ${place})`).join(", ")}`)).toMatch(/^maillon_/);
  expect(three(`select id from users where id in (${places.join(", ")})`)).toBeUndefined();
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

test.runIf(serverUrl)("connections prepare frequent statements, and a pool that must not prepares none", async () => {
  const database = (await openTestDatabase()) as Awaited<ReturnType<typeof openTestDatabase>> & { url: string };
  for (const [prepare, expected] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const { db, close } = await openServer(database.url, 1, { prepare });
    await db.insert(sectors).values({ slug: `lyon-${expected}`, name: "Lyon", city: `Lyon ${expected}` });
    for (let time = 0; time < 10; time += 1) expect(await readCities(db, `Lyon ${expected}`)).toHaveLength(1);
    expect(await readCities(db, "nowhere")).toEqual([]);
    expect((await preparedOn(db)).filter(({ statement }) => statement.includes(`"sectors"."city" = $1`))).toHaveLength(expected);
    await close();
  }
  await database.close();
});

test.runIf(serverUrl)("a prepared statement works in a transaction and after a column was added", async () => {
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

/** A database with 5,000 articles on line, the newest first, and a connection that plans for any parameter unless told otherwise. */
async function manyArticles(plans = "force_generic_plan") {
  const database = (await openTestDatabase()) as Awaited<ReturnType<typeof openTestDatabase>> & { url: string };
  const backend = await backendForTest({ database });
  const { id } = await addPerson(backend, { role: "ADMIN" });
  const { rows } = await database.db.execute<{
    id: string;
  }>(sql`insert into articles (status, title, lead, body, published_at, author_id, updated_by)
    select 'published', '{"fr":"Titre"}', '{"fr":""}', '{"fr":"Texte."}', timestamptz '2026-01-01' - i * interval '1 minute', ${id}, ${id}
    from generate_series(1, 5000) i returning id`);
  await database.db.execute(sql`analyze articles`);
  const planned = `${database.url}?options=${encodeURIComponent(`-c plan_cache_mode=${plans}`)}`;
  return { ...(await openServer(planned, 1)), articles: rows.map((row) => row.id) };
}

/** The plan of the prepared statement with these words. */
async function planOf(db: Db, words: string): Promise<string> {
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, cardinality(parameter_types) as count from pg_prepared_statements where statement like ${`%${words}%`} and not from_sql`,
  );
  const [prepared] = rows;
  const parameters = Array(prepared?.count ?? 0)
    .fill("null")
    .join(", ");
  return JSON.stringify((await db.execute(sql.raw(`explain execute ${prepared?.name}(${parameters})`))).rows);
}

test.runIf(serverUrl)("a plan for any day takes pinned articles and those on line from their indexes", async () => {
  const { db, close } = await manyArticles();
  for (let time = 0; time < 4; time += 1)
    expect(await newestArticles(db, 3, "fr", { now: new Date("2026-11-21"), today: "2026-11-21" })).toHaveLength(3);
  const plan = await planOf(db, "pinned_until");
  expect(plan).toContain("articles_pinned");
  expect(plan).toContain("Index Scan using articles_published");
  expect(plan).not.toContain("Seq Scan on articles");
  await close();
});

test.runIf(serverUrl)(
  "articles to read next are those that share most tags, then the newest, and few others are read for them",
  async () => {
    const { db, close, articles } = await manyArticles("auto");
    const at = (place: number) => articles[place] ?? "";
    const tagged = await db
      .insert(tags)
      .values([tag("colis"), tag("lyon")])
      .returning();
    const [parcels = "", lyon = ""] = tagged.map(({ id }) => id);
    const give = (place: number, tagId: string) => ({ articleId: at(place), tagId });
    await db.insert(articleTags).values([give(10, parcels), give(10, lyon), give(4_000, parcels), give(4_000, lyon), give(1, lyon)]);
    await db.execute(sql`analyze article_tags`);
    const moment = { now: new Date("2026-11-21"), today: "2026-11-21" };
    const next = async (place: number) => (await getArticle(db, at(place), "fr", moment)).related.map(({ id }) => articles.indexOf(id));
    for (let time = 0; time < 4; time += 1) expect(await next(10)).toEqual([4_000, 1, 0]);
    expect(await next(0)).toEqual([1, 2, 3]);
    const read = await db.transaction(async (tx) => {
      await getArticle(tx as unknown as Db, at(10), "fr", moment);
      const { rows } = await tx.execute<{ read: string }>(
        sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'articles'`,
      );
      return Number(rows[0]?.read);
    });
    expect(read).toBeLessThan(500);
    await close();
  },
);

const tag = (slug: string) => ({ slug, label: { fr: slug } });
