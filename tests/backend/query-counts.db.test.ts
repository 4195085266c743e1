import { expect, test, vi } from "vitest";
import { articleSlugs, articles, articleTags, tags } from "#backend/modules/articles/tables";
import { sectors } from "#backend/modules/teams/tables";
import { backendForTest, type TestBackend } from "#tests/support/backend";
import { openTestDatabase, type TestDatabase } from "#tests/support/database";
import { addPerson, signIn } from "#tests/support/people";

/** Articles that share nothing: each has an author, a team, two tags and two addresses of its own. */
async function addArticles(backend: TestBackend, count: number, adminId: string) {
  const { db } = backend.services;
  for (let index = 0; index < count; index += 1) {
    const key = crypto.randomUUID().slice(0, 8);
    const [team] = await db
      .insert(sectors)
      .values({ slug: key, name: `Équipe ${key}`, city: key })
      .returning();
    const author = await addPerson(backend, { role: "VOLUNTEER", sectorId: team?.id });
    const words = { title: { fr: `Titre ${key}` }, lead: { fr: "" }, body: { fr: "Texte." } };
    const on = { ...words, updatedBy: author.id, sectorId: team?.id };
    const [published] = await db
      .insert(articles)
      .values([
        { ...on, authorId: author.id, status: "published" as const, publishedAt: new Date("2026-01-01") },
        { ...on, authorId: author.id, status: "in_review" as const },
        { ...on, authorId: adminId, status: "draft" as const },
      ])
      .returning();
    const own = await db
      .insert(tags)
      .values([1, 2].map((number) => ({ slug: `${key}-${number}`, label: { fr: `Thème ${key} ${number}` } })))
      .returning();
    const articleId = published?.id ?? "";
    await db.insert(articleTags).values(own.map(({ id }) => ({ articleId, tagId: id })));
    await db.insert(articleSlugs).values({ articleId, locale: "fr", slug: `titre-${key}` });
  }
}

/** How many statements the database receives while something is done. */
async function statementsOf(database: TestDatabase, act: () => Promise<Response>): Promise<{ statements: number; status: number }> {
  const driver: { query(...statement: never[]): unknown } = "client" in database ? database.client : database.pool;
  const query = vi.spyOn(driver, "query");
  const { status } = await act();
  const statements = query.mock.calls.length;
  query.mockRestore();
  return { statements, status };
}

const lists = {
  "public news": "/api/articles?perPage=100",
  "public news of a team's words": "/api/articles?perPage=100&q=titre",
  "tags of the news": "/api/articles/tags",
  "figures of the home page": "/api/figures",
  "admin list": "/api/admin/articles?perPage=100",
  "admin list, filtered and sorted": "/api/admin/articles?perPage=100&q=titre&status=published&sort=title&order=asc",
  teams: "/api/teams",
  dashboard: "/api/dashboard",
};

test("a list of 50 rows takes as many SQL statements as one of 5", async () => {
  const database = await openTestDatabase();
  const backend = await backendForTest({ database });
  const admin = await signIn(backend, { role: "ADMIN" });
  const measure = async () => {
    const found: Record<string, { statements: number; status: number }> = {};
    for (const [name, path] of Object.entries(lists))
      found[name] = await statementsOf(database, () => backend.request(path, { cookie: admin.cookie }));
    return found;
  };
  await addArticles(backend, 5, admin.id);
  const few = await measure();
  await addArticles(backend, 45, admin.id);
  const shown = (await (await backend.request(lists["public news"])).json()) as { items: unknown[]; total: number };
  expect([shown.items.length, shown.total]).toEqual([50, 50]);
  expect(await measure()).toEqual(few);
  for (const [name, { statements, status }] of Object.entries(few)) {
    expect([name, status]).toEqual([name, 200]);
    expect(statements, name).toBeGreaterThan(0);
    expect(statements, name).toBeLessThanOrEqual(12);
  }
});
