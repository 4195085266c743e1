import pg from "pg";
import { openServer } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
import { listArticleRows } from "#backend/modules/articles/records";
import { users } from "#backend/modules/users/tables";
import { ArticleRowsQuery } from "#contract/publishing/articles";
import { percentile } from "./load.ts";

export type Filled = { rows: number; name: string; database: Awaited<ReturnType<typeof openServer>>; actor: Actor; drop(): Promise<void> };
export type RowsResult = { what: string; median: [few: number, many: number]; p95: [few: number, many: number] };

const [few, many] = [1_000, 1_000_000];
const runs = 40;

/** The last page that has a number, of either table. */
const questions: { what: string; query: Record<string, string>; pages?: [few: number, many: number] }[] = [
  { what: "first page, newest change first", query: {} },
  { what: "first page, by title", query: { sort: "title", order: "asc" } },
  { what: "filtered by status, by title", query: { status: "in_review", sort: "title", order: "asc" } },
  { what: "filtered by status, newest change first", query: { status: "in_review" } },
  { what: "search for a rare word", query: { q: "motif17" } },
  { what: "search for a word of every fourth article", query: { q: "collecte" } },
  { what: "last page by number (40 and 400)", query: {}, pages: [40, 400] },
];

/**
 * The back-office list of articles over a thousand and over a million rows, asked in turn, in milliseconds.
 * Fills two databases of its own on the server, and drops them.
 */
export async function compareRows(serverUrl: string, say: (line: string) => void): Promise<RowsResult[]> {
  const filled: Filled[] = [];
  try {
    for (const rows of [few, many]) {
      say(`filling a database with ${rows.toLocaleString("en")} articles`);
      filled.push(await fill(serverUrl, rows));
    }
    const results: RowsResult[] = [];
    for (const { what, query, pages = [1, 1] } of questions) {
      const times: [number[], number[]] = [[], []];
      for (let run = 0; run < runs; run += 1) {
        for (const [at, one] of filled.entries()) times[at]?.push(await request(one, { ...query, page: String(pages[at]) }));
      }
      const at = (share: number): [number, number] => [percentile(times[0].slice(5), share), percentile(times[1].slice(5), share)];
      results.push({ what, median: at(0.5), p95: at(0.95) });
    }
    return results;
  } finally {
    for (const { drop } of filled) await drop();
  }
}

async function request({ database, actor }: Filled, query: Record<string, string>): Promise<number> {
  const started = performance.now();
  const { items } = await listArticleRows(database.db, actor, ArticleRowsQuery.parse(query), "2026-01-01");
  if (items.length === 0) throw new Error(`No article answers ${JSON.stringify(query)}.`);
  return performance.now() - started;
}

export async function fill(serverUrl: string, rows: number): Promise<Filled> {
  const name = `maillon_bench_${process.pid}_${rows}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openServer(url.href, 2);
  const drop = async () => {
    await database.close();
    await onServer(serverUrl, `drop database ${name}`);
  };
  try {
    const actor = await addAuthor(database);
    // On a connection without the time limit that the product's statements have.
    await onServer(
      url.href,
      `insert into articles (status, title, lead, body, published_at, updated_at, author_id, updated_by)
      select
        case when i % 10 = 0 then 'in_review' when i % 10 = 1 then 'draft' else 'published' end,
        jsonb_build_object('fr', 'Article ' || md5(i::text)),
        jsonb_build_object('fr', case when i % 4 = 0 then 'Une collecte' else 'Une distribution' end),
        jsonb_build_object('fr', 'Le motif' || i % 1000 || ' de la semaine ' || i % 52),
        case when i % 10 > 1 then timestamptz '2026-01-01' - i * interval '1 minute' end,
        timestamptz '2026-01-01' - i * interval '1 minute',
        $1::uuid, $1::uuid
      from generate_series(1, $2::int) i`,
      [actor.id, rows],
    );
    await onServer(url.href, "vacuum analyze articles");
    return { rows, name, database, actor, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function addAuthor({ db }: Filled["database"]): Promise<Actor> {
  const person = { email: "bench@maillon.example", role: "ADMIN", firstName: "Anne", lastName: "Mesure" } as const;
  const [row] = await db.insert(users).values(person).returning();
  if (!row) throw new Error("The author was not added.");
  return {
    ...person,
    id: row.id,
    sessionId: "",
    sectorId: null,
    locale: "fr",
    permissions: [],
    isEmailVerified: true,
    isAccountWaitingUser: false,
    isAccountValidated: true,
    needToSignDocument: false,
    extraData: { annualVerificationNeeded: false, accountState: "validated", sectorGrants: [] },
    requestId: "bench",
  };
}

async function onServer(url: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}
