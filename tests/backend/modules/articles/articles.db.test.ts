import { count, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { articleSlugs, articles, tags } from "#backend/modules/articles/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

type Caller = { cookie: string };
type Move = readonly [method: "POST" | "DELETE", part: string];

const draft = { title: { fr: "Collecte d’été" }, lead: { fr: "" }, body: { fr: "Rendez-vous samedi." } };
const moves = {
  submit: ["POST", "review"],
  sendBack: ["DELETE", "review"],
  publish: ["POST", "publication"],
  unpublish: ["DELETE", "publication"],
  archive: ["POST", "archive"],
} as const satisfies Record<string, Move>;

const write = (backend: TestBackend, { cookie }: Caller, json: unknown = draft) =>
  backend.request("/api/admin/articles", { method: "POST", cookie, json });
const idOf = async (answer: Response): Promise<string> => (await answer.json()).id;
const move = (backend: TestBackend, { cookie }: Caller, id: string, [method, part]: Move, json: unknown = {}) =>
  backend.request(`/api/admin/articles/${id}/${part}`, { method, cookie, json });
const titles = async (answer: Response) => (await answer.json()).items.map((item: { title: string }) => item.title);

async function setState(
  backend: TestBackend,
  id: string,
  status: (typeof articles.$inferInsert)["status"],
  publishedAt: Date | null = null,
) {
  await backend.services.db.update(articles).set({ status, publishedAt }).where(eq(articles.id, id));
}

test.each([
  ["draft", { submit: 200, sendBack: 409, publish: 200, unpublish: 409, archive: 200 }],
  ["in_review", { submit: 409, sendBack: 200, publish: 200, unpublish: 409, archive: 200 }],
  ["scheduled", { submit: 409, sendBack: 409, publish: 200, unpublish: 200, archive: 200 }],
  ["published", { submit: 409, sendBack: 409, publish: 409, unpublish: 200, archive: 200 }],
  ["archived", { submit: 409, sendBack: 409, publish: 409, unpublish: 409, archive: 409 }],
] as const)("an admin moves an article that is %s only where its state allows", async (status, expected) => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const found: Record<string, number> = {};
  for (const [name, step] of Object.entries(moves)) {
    const id = await idOf(await write(backend, admin));
    await setState(backend, id, status, status === "draft" || status === "in_review" ? null : new Date("2030-01-01"));
    found[name] = (await move(backend, admin, id, step)).status;
  }
  expect(found).toEqual(expected);
});

test("a volunteer submits and withdraws their own draft, but cannot publish it; another volunteer's is not found; other roles are refused", async () => {
  const backend = await backendForTest();
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const id = await idOf(await write(backend, author));
  expect((await move(backend, author, id, moves.publish)).status).toBe(403);
  expect((await move(backend, author, id, moves.submit)).status).toBe(200);
  expect((await move(backend, author, id, moves.sendBack)).status).toBe(200);
  const other = await signIn(backend, { role: "VOLUNTEER" });
  for (const step of Object.values(moves)) expect((await move(backend, other, id, step)).status).toBe(404);
  for (const role of ["BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const person = await signIn(backend, { role });
    for (const step of Object.values(moves)) expect((await move(backend, person, id, step)).status).toBe(403);
  }
  const publisher = await signIn(backend, { role: "VOLUNTEER", permissions: ["NEWS_PUBLISH"] });
  expect((await move(backend, publisher, id, moves.publish)).status).toBe(200);
});

test("an edit that started from an older version is a 409 with the current record, and changes nothing", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, admin));
  const save = (fr: string) =>
    backend.request(`/api/admin/articles/${id}`, { method: "PATCH", cookie: admin.cookie, json: { ...draft, title: { fr }, version: 1 } });
  expect((await save("Premier")).status).toBe(200);
  const late = await save("Second");
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ code: "stale", current: { version: 2, title: { fr: "Premier" }, body: draft.body } });
});

test("fifty articles of one title created at once have fifty slugs", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const answers = await Promise.all(Array.from({ length: 50 }, () => write(backend, admin)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const slugs = await Promise.all(answers.map(async (answer) => (await answer.json()).slug.fr));
  expect(new Set(slugs).size).toBe(50);
  expect(slugs).toContain("collecte-d-ete");
  expect(slugs).not.toContain("");
  const [rows] = await backend.services.db.select({ count: count() }).from(articleSlugs).where(eq(articleSlugs.current, true));
  expect(rows?.count).toBe(50);
});

test("an old slug still finds the article, which has its current one; a taken slug is refused at its field", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, admin));
  await write(backend, admin, { ...draft, slug: { fr: "autre" } });
  const rename = (fr: string) =>
    backend.request(`/api/admin/articles/${id}`, { method: "PATCH", cookie: admin.cookie, json: { ...draft, slug: { fr }, version: 1 } });
  const taken = await rename("autre");
  expect(taken.status).toBe(422);
  expect((await taken.json()).fieldErrors).toHaveProperty("slug.fr");
  expect((await rename("nouvelle-adresse")).status).toBe(200);
  await move(backend, admin, id, moves.publish);
  const page = await backend.request("/api/articles/collecte-d-ete");
  expect(page.status).toBe(200);
  expect((await page.json()).slugs.fr).toBe("nouvelle-adresse");
});

test("search folds accents and case, in the public list and in the back-office", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  await move(backend, admin, await idOf(await write(backend, admin)), moves.publish);
  for (const words of ["été", "ETE", "collecte"]) {
    expect(await titles(await backend.request(`/api/articles?q=${encodeURIComponent(words)}`))).toEqual(["Collecte d’été"]);
    expect(await titles(await backend.request(`/api/admin/articles?q=${encodeURIComponent(words)}`, admin))).toEqual(["Collecte d’été"]);
  }
  expect(await titles(await backend.request("/api/articles?q=hiver"))).toEqual([]);
});

test("an English reader of an article without English text gets the French one, marked as French", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, admin));
  await move(backend, admin, id, moves.publish);
  const page = await (await backend.request(`/api/articles/${id}`, { headers: { "accept-language": "en" } })).json();
  expect(page).toMatchObject({ locale: "fr", title: "Collecte d’été" });
});

test("an unpublished article is never readable by visitors: by id, by slug, in the list or its search", async () => {
  const time = testClock();
  const backend = await backendForTest({ clock: time.clock });
  const admin = await signIn(backend, { role: "ADMIN" });
  for (const status of ["draft", "in_review", "scheduled", "archived"] as const) {
    const slug = `secret-${status.replace("_", "-")}`;
    const id = await idOf(await write(backend, admin, { ...draft, slug: { fr: slug } }));
    await setState(
      backend,
      id,
      status,
      status === "scheduled" || status === "archived" ? new Date(status === "archived" ? "2020-01-01" : "2027-01-01") : null,
    );
    expect((await backend.request(`/api/articles/${id}`)).status).toBe(404);
    expect((await backend.request(`/api/articles/${slug}`)).status).toBe(404);
    expect((await backend.request(`/api/admin/articles/${id}`)).status).toBe(401);
  }
  expect(await titles(await backend.request("/api/articles"))).toEqual([]);
  expect(await titles(await backend.request("/api/articles?q=collecte"))).toEqual([]);
});

test("a restored revision becomes a new revision", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, admin));
  const json = { ...draft, title: { fr: "Changé" }, version: 1 };
  await backend.request(`/api/admin/articles/${id}`, { method: "PATCH", cookie: admin.cookie, json });
  const restored = await move(backend, admin, id, ["POST", "revisions/1/restoration"]);
  expect(await restored.json()).toMatchObject({ title: draft.title, version: 3, revisions: 3 });
  const { items } = await (await backend.request(`/api/admin/articles/${id}/revisions`, admin)).json();
  expect(items.map((item: { number: number; restoredFrom: number | null }) => [item.number, item.restoredFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
  expect((await move(backend, admin, id, ["POST", "revisions/9/restoration"])).status).toBe(404);
});

test("the list pages, sorts, filters and counts, and replaces invalid values by its defaults", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  for (const fr of ["B", "C", "A"]) await write(backend, admin, { ...draft, title: { fr } });
  const list = (query: string) => backend.request(`/api/admin/articles?${query}`, admin);
  expect(await titles(await list("sort=title&order=asc"))).toEqual(["A", "B", "C"]);
  expect(await titles(await list("sort=title&order=desc&perPage=2&page=2"))).toEqual(["A"]);
  expect(await (await list("sort=password&order=up&page=-4&perPage=5000")).json()).toMatchObject({
    total: 3,
    totalIsExact: true,
    page: 1,
    perPage: 25,
  });
  expect(await (await list("page=2000")).json()).toMatchObject({ items: [], total: 3 });
  expect((await list("page=900000")).status).toBe(400);
  expect(await (await list("status=published")).json()).toMatchObject({ items: [], total: 0 });
});

test("the list offers the tags, teams and years of published articles and no others; a year begins in France", async () => {
  const backend = await backendForTest({ clock: testClock(new Date("2027-06-01T10:00:00Z")).clock });
  const { db } = backend.services;
  const admin = await signIn(backend, { role: "ADMIN" });
  const [lyon, lille, nice] = await db
    .insert(sectors)
    .values(["Lyon", "Lille", "Nice"].map((name) => ({ slug: name.toLowerCase(), name })))
    .returning();
  const [harvest, empty] = await db
    .insert(tags)
    .values([
      { slug: "recolte", label: { fr: "Récolte", en: "Harvest" }, status: "published" },
      { slug: "vide", label: { fr: "Vide", en: "Empty" }, status: "published" },
    ])
    .returning();
  const add = async (teamId: string | undefined, tagId: string | undefined, status: "published" | "scheduled" | "archived", at: string) => {
    const id = await idOf(await write(backend, admin, { ...draft, teamId, tagIds: [tagId] }));
    await setState(backend, id, status, new Date(at));
  };
  await add(lyon?.id, harvest?.id, "published", "2024-12-31T23:30:00Z");
  await add(lille?.id, harvest?.id, "scheduled", "2027-01-05T10:00:00Z");
  await add(nice?.id, empty?.id, "scheduled", "2028-01-05T10:00:00Z");
  await add(nice?.id, empty?.id, "archived", "2026-01-05T10:00:00Z");
  const choices = (path: string) => backend.request(path).then((answer) => answer.json());
  const offered = (await choices("/api/articles/choices")) as { tags: unknown[] };
  expect(await choices("/api/articles/tags")).toEqual({ items: offered.tags });
  expect(await choices("/api/articles/choices")).toEqual({
    tags: [{ id: harvest?.id, slug: "recolte", label: "Récolte" }],
    sectors: [
      { id: lille?.id, slug: lille?.slug, name: "Lille" },
      { id: lyon?.id, slug: lyon?.slug, name: "Lyon" },
    ],
    years: [2027, 2025],
  });
  const total = async (query: string) => (await (await backend.request(`/api/articles?${query}`)).json()).total;
  expect([await total("year=2024"), await total("year=2025"), await total("year=2027"), await total(`team=${lyon?.id}`)]).toEqual([
    0, 1, 1, 1,
  ]);
  expect([await total(`team=${lyon?.slug}`), await total("team=nowhere")]).toEqual([1, 0]);
});

test.each([
  ["few", 60],
  ["many", 1_040],
])("a search that %s articles match has each of them once, in the order of the list, and counts them up to a thousand", async (_, many) => {
  const total = many > 1_000 ? expect.toSatisfy((about: number) => about > 1_000) : many;
  const backend = await backendForTest();
  const { id, cookie } = await signIn(backend, { role: "ADMIN" });
  await backend.services.db.execute(sql`
    insert into articles (title, lead, body, author_id, updated_by, updated_at)
    select jsonb_build_object('fr', case when i % 2 = 0 then 'Collecte ' else 'Tournée ' end || lpad((i * 7919 % 10007)::text, 5, '0')),
      '{"fr": ""}', '{"fr": "Samedi."}', ${id}, ${id}, timestamptz '2026-01-01' + i / 3 * interval '1 minute'
    from generate_series(1, ${2 * many}::int) i`);
  const expected = Array.from({ length: many }, (_, at) => `Collecte ${String(((at + 1) * 2 * 7919) % 10_007).padStart(5, "0")}`).sort();
  const list = async (query: string) => (await backend.request(`/api/admin/articles?q=collectes&perPage=100&${query}`, { cookie })).json();
  for (const [order, titlesInOrder] of [
    ["asc", expected],
    ["desc", expected.toReversed()],
  ] as const) {
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(many / 100); page += 1) {
      const { items, ...counted } = await list(`sort=title&order=${order}&page=${page}`);
      expect(counted).toMatchObject({ total, totalIsExact: many <= 1_000, page, perPage: 100 });
      found.push(...items.map((item: { title: string }) => item.title));
    }
    expect(found).toEqual(titlesInOrder);
  }
  const byChange = (await list("perPage=100")).items.map((item: { updatedAt: string }) => item.updatedAt);
  expect(byChange).toEqual(byChange.toSorted().toReversed());
  expect(await list("page=90")).toMatchObject({ items: [], total });
  expect(await list("sort=title&status=published")).toMatchObject({ items: [], total: 0 });
});
