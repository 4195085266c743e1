import { eq, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { writtenPosition } from "#backend/db/keyset";
import { pageOfRows } from "#backend/db/lists";
import { contains } from "#backend/db/word-search";
import { messages } from "#backend/modules/contact/tables";
import { lastNumberedPage } from "#contract/api/endpoint";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { plansOf } from "#tests/support/statements-sent";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

/** Messages of three a second, every fourth without a name of its own, in an order that no sort has. */
const count = 41;
beforeEach(async () => {
  await database.db.delete(messages);
  await database.db.execute(sql`
    insert into messages (name, email, locale, status, dedupe_key, topic, body, created_at)
    select case when i % 4 = 0 then 'Anonyme' else 'Nom ' || (i * 7) % 13 end, 'p' || i || '@exemple.org', 'fr', 'new', 'position ' || i, 'other',
      'Bonjour', timestamptz '2026-01-01Z' + ((i * 11) % 41) / 3 * interval '1 second' + interval '123 microseconds'
    from generate_series(1, ${count}::int) i`);
});

const named = sql`nullif(${messages.name}, 'Anonyme')`;
const sorts: Record<string, SQLWrapper | SQLWrapper[]> = {
  time: messages.createdAt,
  "with nulls": named,
  two: [messages.topic, named],
  number: sql`length(${messages.name})`,
  truth: sql`${messages.name} = 'Anonyme'`,
};
/** An order by several values at once, which has no position. */
const byList = sql`array[${messages.topic}]`;
type Order = "asc" | "desc";
type Query = { sort: string; order: Order; page?: number; perPage?: number; q?: string; after?: string; before?: string };

function read({ page = 1, perPage = 5, ...query }: Query, { first, anyOf }: { first?: SQLWrapper; anyOf?: boolean } = {}) {
  const conditions = [contains(messages, "exemple") ?? sql`true`, lt(messages.createdAt, new Date("2026-01-01T00:00:09Z"))];
  const parts = {
    where: query.q ? contains(messages, query.q) : undefined,
    sorts: { ...sorts, list: byList },
    first,
    anyOf: anyOf ? conditions : undefined,
  };
  return pageOfRows(database.db, messages, { page, perPage, ...query }, parts, async (found, order) =>
    database.db
      .select({ id: messages.id, email: messages.email })
      .from(messages)
      .innerJoin(found, eq(found.id, messages.id))
      .orderBy(...order),
  );
}

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

const cases = Object.keys(sorts).flatMap((sort) => (["asc", "desc"] as const).map((order) => ({ sort, order })));

test.each([
  ...cases.map((query) => ({ what: "a list", query, options: {} })),
  ...cases.map((query) => ({ what: "a search", query: { ...query, q: "exemple" }, options: {} })),
  { what: "a list by several conditions", query: { sort: "time", order: "asc" as const, q: "exemple" }, options: { anyOf: true } },
  { what: "a list with first rows", query: { sort: "time", order: "asc" as const }, options: { first: sql`${messages.topic} = 'other'` } },
])("$what, $query.sort $query.order: next and previous pages have each row once, in its order", async ({ query, options }) => {
  const whole = idsOf(await read({ ...query, perPage: 100 }, options));
  expect(whole).toHaveLength(count);
  const seen: string[][] = [];
  let page = await read(query, options);
  expect(page.previous).toBeNull();
  for (;;) {
    seen.push(idsOf(page));
    expect([page.total, page.totalIsExact]).toEqual([count, true]);
    if (page.next === null) break;
    // A page by its number would be the first one again.
    page = await read({ ...query, after: page.next }, options);
    expect(seen.length).toBeLessThan(count);
  }
  expect(seen.flat()).toEqual(whole);
  for (let at = seen.length - 2; at >= 0; at -= 1) {
    page = await read({ ...query, page: at + 1, before: page.previous ?? "" }, options);
    expect([idsOf(page), typeof page.next]).toEqual([seen[at], "string"]);
  }
  expect([page.page, page.previous]).toEqual([1, null]);
});

test("the next page has the rows after those that were shown, though others were added before them and the last one is gone", async () => {
  const query = { sort: "time", order: "desc" } as const;
  const [first, second] = [await read(query), await read({ ...query, page: 2 })];
  await database.db.execute(sql`
    insert into messages (name, email, locale, status, dedupe_key, topic, body)
    select 'Nouveau', 'n' || i || '@exemple.org', 'fr', 'new', 'new ' || i, 'other', 'Bonjour' from generate_series(1, 7) i`);
  await database.db.delete(messages).where(eq(messages.id, idsOf(first).at(-1) ?? ""));
  expect(idsOf(await read({ ...query, page: 2, after: first.next ?? "" }))).toEqual(idsOf(second));
  const back = await read({ ...query, page: 1, before: second.previous ?? "" });
  expect(idsOf(back).slice(1)).toEqual(idsOf(first).slice(0, 4));
});

test("before the second row there are fewer rows than a page has: the first page is shown whole", async () => {
  const query = { sort: "time", order: "desc" } as const;
  const first = await read(query);
  const second = await read({ ...query, page: 2 });
  await database.db.delete(messages).where(inArray(messages.id, idsOf(first).slice(0, 2)));
  const back = await read({ ...query, page: 3, before: second.previous ?? "" });
  expect([back.page, back.previous, back.items.length, idsOf(back).slice(0, 3)]).toEqual([1, null, 5, idsOf(first).slice(2)]);
});

test("after the last row there is nothing: the page with the number is shown", async () => {
  const query = { sort: "time", order: "asc" } as const;
  const last = await read({ ...query, page: 8 });
  await database.db.delete(messages).where(sql`${messages.createdAt} > '2026-01-01T00:00:05Z'`);
  const page = await read({ ...query, page: 2, after: last.next ?? "" });
  expect([page.page, idsOf(page)]).toEqual([2, idsOf(await read({ ...query, page: 2 }))]);
});

test.each([
  ["no position", "%%%"],
  ["that of another sort", writtenPosition("number", [3, crypto.randomUUID()])],
  ["too few values", writtenPosition("time", ["2026-01-01T00:00:00Z"])],
  ["a time that is none", writtenPosition("time", ["yesterday", crypto.randomUUID()])],
  ["a truth in place of a time", writtenPosition("time", [true, crypto.randomUUID()])],
  ["a key that is none", writtenPosition("time", ["2026-01-01T00:00:00Z", "' or true --"])],
  ["an object", Buffer.from(JSON.stringify(["time", {}, "x"])).toString("base64url")],
])("a URL with %s shows the page with its number", async (_, position) => {
  const query = { sort: "time", order: "asc", page: 3 } as const;
  const expected = idsOf(await read(query));
  expect(idsOf(await read({ ...query, after: position ?? "" }))).toEqual(expected);
});

test("a list without positions says whether a page follows, and its pages have numbers", async () => {
  const query = { sort: "list", order: "asc", perPage: 30 } as const;
  const [one, two] = [await read(query), await read({ ...query, page: 2 })];
  expect([one.next, two.next, two.items.length]).toEqual([undefined, null, count - 30]);
});

test("with a position that is none, page numbers end where they do without one", async () => {
  const page = await read({ sort: "time", order: "asc", page: 100_000, after: "x" });
  expect(page.page).toBe(lastNumberedPage({ total: Number.POSITIVE_INFINITY, perPage: page.perPage }));
});

test("a page far on is read from an index where it begins, not from the beginning of the list", async () => {
  await database.jobs.execute(sql`
    insert into messages (name, email, locale, status, dedupe_key, topic, body, created_at)
    select 'Karim', 'f' || i || '@exemple.org', 'fr', 'new', 'far ' || i, 'other', 'Bonjour', timestamptz '2026-02-01Z' + i * interval '1 minute'
    from generate_series(1, 22000) i`);
  await database.jobs.execute(sql`analyze messages`);
  const query = { sort: "time", order: "asc" } as const;
  const { next } = await read({ ...query, page: 1_000 });
  const plans = await plansOf(database, /with page as/, () => read({ ...query, page: 1_001, after: next ?? "" }));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/"Index Cond":"[^"]*created_at > /);
  const rowsOfSteps = [...(plans[0] ?? "").matchAll(/"Actual Rows":([\d.]+)/g)].map(([, rows]) => Number(rows));
  expect(Math.max(...rowsOfSteps)).toBeLessThan(50);
});

test("values that a URL cannot hold have no position", () => {
  expect(writtenPosition("title", ["x".repeat(2_000), "id"])).toBeUndefined();
  expect(writtenPosition("title", [["several"], "id"])).toBeUndefined();
});
