import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { everywherePermissions } from "#contract/accounts/permissions";
import { startBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { addRecords, servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

const most = 8;

const admin = "/dashboard/admin";
/** Pages that redirect without a previous selection, pages of records of one's own, and what is closed to administrators. */
const leads =
  /\/(bulk|set|write)$|\/(news|donators|users)\/\{id\}$|users\/\{id\}\/account$|^\/dashboard\/(my-file|volunteer-hours\/\{id\})$/;
/** The same pages with queries: searched, filtered, sorted. */
const narrowed = ["news?status=draft&sort=title&order=asc", "audit-log?action=article.edit", "audit-log?actorKind=system&order=asc"];

let database: TestDatabase;
let site: Site;
let cookie: string;
let donor: string;
let urlOf: (path: string, prefix: string) => string;

beforeAll(async () => {
  database = await openTestDatabase();
  const backend = await startBackend({ database });
  site = await startSite({}, backend);
  cookie = (await signIn(backend, { role: "ADMIN", permissions: everywherePermissions })).cookie;
  donor = (await signIn(backend, { role: "DONATOR_INDIVIDUAL" })).cookie;
  const author = await addPerson(backend, { role: "VOLUNTEER" });
  urlOf = await addRecords(site, { admin: cookie, authorId: author.id });
  return () => backend.close();
});

const loginFor = (path: string) => (path.startsWith("/dashboard/donator/") ? donor : cookie);

/** The statements sent to the database for a page; of two visits the fewer ones, where one has too many: what is cached for seconds may end within it. */
async function fewestStatements(path: string, as = loginFor(path)) {
  const first = await statementsOf(path, as);
  if (first.statements.length <= most) return first;
  const second = await statementsOf(path, as);
  return first.statements.length <= second.statements.length ? first : second;
}

/** The statements sent to the database for a page, on any connection, including those of transactions. */
async function statementsOf(path: string, as = loginFor(path)) {
  await site.visit(path, { cookie: as });
  const query = "client" in database ? vi.spyOn(database.client, "query") : vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const { status } = await site.visit(path, { cookie: as });
  const statements = query.mock.calls.map(([statement]) => textOf(statement));
  query.mockRestore();
  return { status, statements };
}

function textOf(statement: unknown): string {
  return typeof statement === "string" ? statement : String((statement as { text?: string }).text);
}

const shortened = (statements: string[]) => statements.map((text) => text.replace(/\s+/g, " ").slice(0, 200)).join("\n");

/** The site of this test has no push. */
const withPush = `${admin}/notifications/devices`;

function addresses(): string[] {
  const pages = servedPages(site.build).filter(
    ({ path, hasPage }) => hasPage && path.startsWith("/dashboard") && !leads.test(path) && path !== withPush,
  );
  const lists = pages.filter(({ path }) => pages.some((one) => one.path.startsWith(`${path}/`)) && path !== "/dashboard");
  return [
    ...pages.map(({ path }) => urlOf(path, "")),
    ...lists.map(({ path }) => `${urlOf(path, "")}?q=brouillon`),
    ...narrowed.map((path) => `${admin}/${path}`),
  ];
}

test("every page of the back-office sends the database eight statements at most, and opens no transaction", {
  timeout: 300_000,
}, async () => {
  const paths = addresses();
  expect(paths.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  for (const address of paths) {
    const { status, statements } = await fewestStatements(address);
    const opened = statements.some((text) => /^\s*(begin|set)\b/i.test(text));
    if (status !== 200 || statements.length === 0 || statements.length > most || opened)
      wrong.push(`${address}: ${status}, ${statements.length} statements\n${shortened(statements)}`);
  }
  expect(wrong.join("\n\n")).toBe("");
});

test.each([
  ["VOLUNTEER", 15],
  ["BENEFICIARY", 8],
  ["DONATOR_INDIVIDUAL", 8],
  ["DONATOR_MERCHANT", 8],
] as const)("so does every page that a %s has", { timeout: 300_000 }, async (role, fewest) => {
  const { cookie } = await signIn(site.backend, { role });
  const paths = servedPages(site.build).filter(({ path, hasPage }) => hasPage && /^\/(dashboard|account)\b/.test(path));
  const wrong: string[] = [];
  let shown = 0;
  for (const address of paths.map(({ path }) => urlOf(path, ""))) {
    const { status, statements } = await fewestStatements(address, cookie);
    if (status === 200) shown += 1;
    if (status === 200 && statements.length > most) wrong.push(`${address}: ${statements.length} statements\n${shortened(statements)}`);
  }
  expect(wrong.join("\n\n")).toBe("");
  expect(shown).toBeGreaterThan(fewest);
});

const long = [
  ...["donations", "donations?q=foule", "donations?method=transfer", "donations?q=foule&method=transfer&sort=amount"],
  ...["users/volunteers", "users/volunteers?q=foule", "users/volunteers?state=validated&sort=registeredAt"],
  ...["users/beneficiaries", "users/beneficiaries?q=foule", "users/donators?q=foule"],
  ...["audit-log", "audit-log?q=foule", "audit-log?action=article.edit"],
];

test("so does every page of a list with more rows than its first statement counts, and one of a search that finds some", {
  timeout: 60_000,
}, async () => {
  const { jobs } = database;
  await jobs.execute(sql`insert into users (email, role, account_state, first_name, last_name, email_verified_at)
    select 'foule' || i || '@exemple.org', (array['VOLUNTEER','BENEFICIARY','DONATOR_INDIVIDUAL'])[1 + i % 3], 'validated', 'Zoé', 'Foule', now() from generate_series(1, 3600) i`);
  await jobs.execute(sql`insert into payments (received_on, amount_cents, method, submission, donor_id, donor_name)
    select date '2026-01-01' + i::int % 300, 100, 'transfer', gen_random_uuid(), case when i % 2 = 0 then users.id end, 'Foule'
    from (select id, row_number() over () as i from users where last_name = 'Foule') users`);
  await jobs.execute(sql`insert into audit_log (seq, at, actor_id, actor_kind, action, entity_type, entity_id, fields, reason, request_id)
    select 1000000 + i, now(), users.id, 'user', 'article.edit', 'article', 'a' || i, '{}', 'Foule', 'r' || i
    from (select id, row_number() over () as i from users where last_name = 'Foule') users`);
  for (const table of ["users", "payments", "audit_log"]) await jobs.execute(sql.raw(`analyze ${table}`));
  const wrong: string[] = [];
  for (const path of long) {
    const { status, statements } = await fewestStatements(`${admin}/${path}`);
    if (status !== 200 || statements.length > most)
      wrong.push(`${path}: ${status}, ${statements.length} statements\n${shortened(statements)}`);
  }
  expect(wrong.join("\n\n")).toBe("");
});

test("the caller is read from the database once for all API calls of a page", async () => {
  const { statements } = await statementsOf(`${admin}/news`);
  expect(statements.filter((text) => text.includes(`"session_tokens"`))).toHaveLength(1);
});

test("an article's page reads the article once, though its layout and its tab both show it", async () => {
  const { statements } = await statementsOf(urlOf(`${admin}/news/{id}/view`, ""));
  expect(statements.filter((text) => text.includes(`from "articles"`))).toHaveLength(1);
});
