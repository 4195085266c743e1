import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";
import { addRecords } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

const most = 8;

const admin = "/dashboard/admin";
const lists = [
  ...["news", "users/volunteers", "users/beneficiaries", "users/pending-approval", "messages", "pledges", "jobs/applications"],
  ...["partners", "press", "events", "sectors", "faq/questions", "mails", "verification-chats", "documents", "privacy"],
];
const records = [
  ...["news/{id}/view", "news/{id}/edit", "news/{id}/history", "messages/{id}", "pledges/{id}", "jobs/applications/{id}"],
  ...["partners/{id}/edit", "press/{id}/edit", "events/{id}/edit", "mails/{id}", "verification-chats/{id}"],
];

let database: TestDatabase;
let site: Site;
let cookie: string;
let addressOf: (path: string, prefix: string) => string;

beforeAll(async () => {
  database = await openTestDatabase();
  const backend = await startBackend({ database });
  site = await startSite({}, backend);
  cookie = (await signIn(backend, { role: "ADMIN", permissions: ["AUDIT_READ", "BENEFICIARY_READ_RESTRICTED"] })).cookie;
  const author = await addPerson(backend, { role: "VOLUNTEER" });
  addressOf = await addRecords(site, { admin: cookie, authorId: author.id });
  return () => backend.close();
});

/** What the database is sent while a page is made, on whichever connection: what opens and ends a transaction counts as well. */
async function statementsOf(path: string) {
  await site.visit(path, { cookie });
  const query = "client" in database ? vi.spyOn(database.client, "query") : vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const { status } = await site.visit(path, { cookie });
  const statements = query.mock.calls.map(([statement]) => textOf(statement));
  query.mockRestore();
  return { status, statements };
}

function textOf(statement: unknown): string {
  return typeof statement === "string" ? statement : String((statement as { text?: string }).text);
}

const pages = [
  "/dashboard",
  ...lists.flatMap((list) => [`${admin}/${list}`, `${admin}/${list}?q=brouillon`]),
  `${admin}/news?status=draft&sort=title&order=asc`,
  ...records.map((record) => `${admin}/${record}`),
];

test.each(pages)("%s sends the database eight statements at most, and opens no transaction", async (path) => {
  const { status, statements } = await statementsOf(addressOf(path, ""));
  expect(status).toBe(200);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length, statements.join("\n\n")).toBeLessThanOrEqual(most);
  expect(statements.filter((text) => /^\s*(begin|set)\b/i.test(text))).toEqual([]);
});

test("who is calling is asked of the database once for all that a page asks of the backend", async () => {
  const { statements } = await statementsOf(`${admin}/news`);
  expect(statements.filter((text) => text.includes(`"session_tokens"`))).toHaveLength(1);
});

test("an article's page reads the article once, though its frame and its tab both show it", async () => {
  const { statements } = await statementsOf(addressOf(`${admin}/news/{id}/view`, ""));
  expect(statements.filter((text) => text.includes(`from "articles"`))).toHaveLength(1);
});
