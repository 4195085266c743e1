import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { plansOf } from "#tests/support/statements-sent";

let database: TestDatabase;
let backend: TestBackend;
let cookie: string;

/** Events of the past and to come, three at each time, a few that began and are not over, and one that lasts long. Every fourth is a draft. */
const count = 12_000;
beforeAll(async () => {
  database = await openTestDatabase();
  backend = await startBackend({ database });
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
  await database.jobs.execute(sql`
    insert into events (title, type, status, starts_at, ends_at, place_name, place_address)
    select jsonb_build_object('fr', case when i % 3 = 0 then 'Collecte ' else 'Réunion ' end || i), 'other', case when i % 4 = 0 then 'draft' else 'published' end,
      start, start + case when i = 7 then interval '900 days' else interval '95 minutes' end, 'Local', '12 rue des Maillons'
    from (select i, date_trunc('hour', now()) + (i / 3 - 2000) * interval '1 hour' as start from generate_series(1, ${count}::int) i) made`);
  await database.jobs.execute(sql`analyze events`);
  return () => backend.close();
});

type Page = { items: { id: string }[]; next: string | null; previous: string | null; page: number };
async function read(query: Record<string, string>): Promise<Page> {
  const answer = await backend.request(`/api/admin/events?${new URLSearchParams(query)}`, { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}
const idsOf = ({ items }: Page) => items.map(({ id }) => id);

/** The ids in the order of the list: those that are not over by their start, then those that are over from their start back. */
async function expected(where = "true"): Promise<string[]> {
  const { rows } = await backend.services.db.execute<{ id: string }>(sql`
    select id from events where ${sql.raw(where)} order by ends_at <= now(),
      case when ends_at > now() then starts_at end, case when ends_at <= now() then starts_at end desc, id`);
  return rows.map(({ id }) => id);
}

test.each([
  ["all", {}, "true"],
  ["drafts", { status: "draft" }, "status = 'draft'"],
  ["those from a day on", { startsAtFrom: "2020-01-01" }, "true"],
  ["a word of many", { q: "collecte" }, "title->>'fr' like 'Collecte%'"],
  ["a word of some hundreds", { q: "599" }, "title->>'fr' like '%599%'"],
])("%s: each page by its number and by its position has the rows that the order gives it, both ways", async (_, query, where) => {
  for (const order of ["asc", "desc"] as const) {
    const ids = order === "asc" ? await expected(where) : (await expected(where)).toReversed();
    const own = { ...query, order, perPage: "100" };
    const pages = Math.ceil(ids.length / 100);
    // Around the beginning, and where the ranges meet.
    for (const from of new Set([1, Math.max(1, Math.floor(pages / 2) - 1)])) {
      let shown = await read({ ...own, page: String(from) });
      const seen = [idsOf(shown)];
      for (let page = from + 1; page <= Math.min(pages, from + 4); page += 1) {
        shown = await read({ ...own, page: String(page), after: shown.next ?? "" });
        seen.push(idsOf(shown));
      }
      expect(seen.flat(), `${order} from ${from}`).toEqual(ids.slice(100 * (from - 1), 100 * Math.min(from + 4, pages)));
      for (const before of seen.toReversed().slice(1)) {
        shown = await read({ ...own, before: shown.previous ?? "" });
        expect(idsOf(shown), order).toEqual(before);
      }
    }
  }
});

test("a position of a range that does not exist shows the page with the number", async () => {
  const position = Buffer.from(JSON.stringify(["startsAt", 7, "2026-01-01T00:00:00Z", crypto.randomUUID()])).toString("base64url");
  expect(idsOf(await read({ after: position, page: "2" }))).toEqual(idsOf(await read({ page: "2" })));
});

test.each([
  ["the first page", {}, {}],
  ["the last page first", { order: "desc" }, {}],
  ["a page far on", {}, { page: "200" }],
  ["a word of many", { q: "collecte" }, {}],
  ["a page far on of a word of many", { q: "collecte" }, { page: "100" }],
  ["a filter", { status: "published" }, {}],
])("%s is read from indexes: few rows are sorted, and few are read that it does not have", async (_, query, far) => {
  const { next } = await read({ ...query, ...far });
  const act = () => read("page" in far ? { ...query, after: next ?? "" } : query);
  // The few that are under way are sorted.
  const plans = await plansOf(database, /with (?:page|matching) as/, act, ["seqscan"]);
  expect(plans).toHaveLength(1);
  const [plan = ""] = plans;
  expect(plan).toContain('"events_by_start"');
  expect(plan).not.toMatch(/"Seq Scan",[^}]*"Relation Name":"events"/);
  expect(mostOf("Actual Rows", stepsOf(JSON.parse(plan)).filter(sorts).flatMap(inputsOf))).toBeLessThan(200);
  expect(mostOf("Rows Removed by Filter", stepsOf(JSON.parse(plan)))).toBeLessThan(500);
});

type Step = { "Node Type"?: string; Plans?: Step[]; "Actual Rows"?: number; "Rows Removed by Filter"?: number };

/** All steps of a plan. */
function stepsOf(plan: unknown): Step[] {
  if (typeof plan !== "object" || plan === null) return [];
  return ["Node Type" in plan ? [plan as Step] : [], ...Object.values(plan).map(stepsOf)].flat();
}

const sorts = (step: Step) => step["Node Type"]?.includes("Sort");
const inputsOf = (step: Step) => step.Plans ?? [];
const mostOf = (what: "Actual Rows" | "Rows Removed by Filter", steps: Step[]) => Math.max(0, ...steps.map((step) => step[what] ?? 0));
