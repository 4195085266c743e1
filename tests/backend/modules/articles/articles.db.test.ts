import { and, count, eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { articleSlugs, articles, tags } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { notices } from "#backend/modules/notices/tables";
import { sectors } from "#backend/modules/sectors/tables";
import { backendForTest, type TestBackend, testClock } from "#tests/support/backend";
import { mailsTo } from "#tests/support/outbox";
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
    found[name] = (await move(backend, admin, id, step, { version: 1 })).status;
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

test("an article in review goes on line, now or later, as whoever publishes it has read it", async () => {
  const backend = await backendForTest();
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, author));
  const { version } = await (await move(backend, author, id, moves.submit)).json();
  const json = { ...draft, body: { fr: "Rendez-vous dimanche." }, version };
  const saved = await backend.request(`/api/admin/articles/${id}`, { method: "PATCH", cookie: author.cookie, json });
  const current = await saved.json();
  for (const seen of [{}, { version }, { version, at: "2999-01-01T10:00:00.000Z" }]) {
    const refused = await move(backend, admin, id, moves.publish, seen);
    const body = await refused.json();
    expect([seen, refused.status, body]).toMatchObject([seen, 409, { code: "stale", current: { body: json.body, status: "in_review" } }]);
  }
  expect((await move(backend, admin, id, moves.publish, { version: current.version })).status).toBe(200);
});

test("whoever sends an article back from review gives a reason, which its author reads until it is submitted again; an author who withdraws gives none", async () => {
  const backend = await backendForTest();
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const id = await idOf(await write(backend, author));
  const seen = async () => (await backend.request(`/api/admin/articles/${id}`, author)).json();
  await move(backend, author, id, moves.submit);
  expect((await seen()).may).toMatchObject({ withdraw: true, sendBack: false });
  expect(await (await move(backend, author, id, moves.sendBack)).json()).toMatchObject({ status: "draft", sentBack: null });
  await move(backend, author, id, moves.submit);
  for (const json of [{}, { reason: "  " }, { reason: "a".repeat(1_001) }]) {
    const refused = await move(backend, admin, id, moves.sendBack, json);
    expect([refused.status, Object.keys((await refused.json()).fieldErrors)]).toEqual([422, ["reason"]]);
  }
  const reason = "Datez la collecte.\nEt nommez le quai.";
  const answer = await (await move(backend, admin, id, moves.sendBack, { reason })).json();
  expect(answer.may).toMatchObject({ withdraw: false, sendBack: false });
  expect(await seen()).toMatchObject({ status: "draft", sentBack: { reason, by: expect.stringContaining("Aya"), at: expect.any(String) } });
  const { action, changes, reason: logged } = auditLog;
  const ofReturn = and(eq(auditLog.entityId, id), eq(action, "article.send_back"), eq(auditLog.actorId, admin.id));
  const [entry] = await backend.services.db.select({ changes, logged }).from(auditLog).where(ofReturn);
  expect(entry).toEqual({ changes: { status: { before: "in_review", after: "draft" } }, logged: reason });
  await move(backend, author, id, moves.submit);
  expect((await seen()).sentBack).toBeNull();
});

test("the author of an article in review is told once what became of it, unless they decided themselves", async () => {
  const backend = await backendForTest({ clock: testClock(new Date("2027-06-01T10:00:00Z")).clock });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const { db } = backend.services;
  const mailsOf = async (userId: string) => {
    const rows = await db.select().from(outgoingMails).where(eq(outgoingMails.userId, userId)).orderBy(outgoingMails.createdAt);
    return rows.filter(({ topic }) => topic !== "article_in_review");
  };
  const reviewed = async (by: Caller) => {
    const id = await idOf(await write(backend, by));
    const { version } = await (await move(backend, by, id, moves.submit)).json();
    return { id, version };
  };
  const at = "2027-07-14T08:30:00.000Z";
  const outcomes = [
    ["article_sent_back", moves.sendBack, () => ({ reason: "Datez la collecte." }), /Datez la collecte\./],
    ["article_published", moves.publish, (version: number) => ({ version }), /publié sur le site/],
    ["article_scheduled", moves.publish, (version: number) => ({ version, at }), /le 14 juillet 2027 à 10\sh\s30/],
    ["article_archived", moves.archive, () => ({}), /archivé/],
  ] as const;
  for (const [topic, step, json, text] of outcomes) {
    const before = (await mailsOf(author.id)).map(({ id }) => id);
    const { id, version } = await reviewed(author);
    expect((await move(backend, admin, id, step, json(version))).status).toBe(200);
    expect((await move(backend, admin, id, step, json(version))).status).toBe(409);
    const [mail, ...more] = (await mailsOf(author.id)).filter(({ id }) => !before.includes(id));
    expect([mail?.topic, more]).toEqual([topic, []]);
    expect(mail?.text).toMatch(text);
    expect(mail?.text).toContain(`/dashboard/admin/news/${id}/view`);
  }
  const many = await reviewed(author);
  const before = (await mailsOf(author.id)).length;
  const bulk = { action: "archive", selection: { ids: [many.id] } };
  await backend.request("/api/admin/articles/bulk", { method: "POST", cookie: admin.cookie, json: bulk });
  expect((await mailsOf(author.id)).slice(before).map(({ topic }) => topic)).toEqual(["article_archived"]);
  const inbox = await db
    .select({ topic: notices.topic })
    .from(notices)
    .where(and(eq(notices.userId, author.id), eq(notices.channel, "inbox")));
  expect(inbox.map(({ topic }) => topic).sort()).toEqual(["article_archived", ...outcomes.map(([topic]) => topic)].sort());
  const own = await reviewed(admin);
  await move(backend, admin, own.id, moves.publish, { version: own.version });
  await move(backend, admin, own.id, moves.archive);
  const draftOnly = await idOf(await write(backend, author));
  await move(backend, admin, draftOnly, moves.archive);
  expect([await mailsOf(admin.id), (await mailsOf(author.id)).length]).toEqual([[], before + 1]);
});

test("an author who read when their article appears is told when that is moved or taken back, unless they do it themselves", async () => {
  const backend = await backendForTest({ clock: testClock(new Date("2027-06-01T10:00:00Z")).clock });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const admin = await signIn(backend, { role: "ADMIN" });
  const mailsAbout = async (id: string) => {
    const rows = await backend.services.db
      .select()
      .from(outgoingMails)
      .where(like(outgoingMails.dedupeKey, `%:${id}:%`));
    const version = ({ dedupeKey }: { dedupeKey: string | null }) => Number(dedupeKey?.split(":").at(-1));
    return rows.filter(({ topic }) => topic !== "article_in_review").toSorted((one, other) => version(one) - version(other));
  };
  const at = "2027-07-14T08:30:00.000Z";
  const scheduled = async (by: Caller) => {
    const id = await idOf(await write(backend, by));
    const { version } = await (await move(backend, by, id, moves.submit)).json();
    expect((await move(backend, admin, id, moves.publish, { version, at })).status).toBe(200);
    return id;
  };
  const outcomes = [
    ["article_unscheduled", moves.unpublish, {}, /devait paraître sur le site le 14 juillet 2027 à 10\sh\s30/],
    ["article_scheduled", moves.publish, { at: "2027-07-15T08:30:00.000Z" }, /le 15 juillet 2027 à 10\sh\s30/],
    ["article_published", moves.publish, {}, /publié sur le site/],
    ["article_archived", moves.archive, {}, /archivé/],
  ] as const;
  for (const [topic, step, json, text] of outcomes) {
    const id = await scheduled(author);
    expect((await move(backend, admin, id, step, json)).status).toBe(200);
    const mails = await mailsAbout(id);
    expect(mails.map((mail) => [mail.userId, mail.topic])).toEqual([
      [author.id, "article_scheduled"],
      [author.id, topic],
    ]);
    expect(mails[1]?.text).toMatch(text);
  }
  const same = await scheduled(author);
  await move(backend, admin, same, moves.publish, { at });
  expect(await mailsAbout(same)).toHaveLength(1);
  const own = await scheduled(admin);
  await move(backend, admin, own, moves.unpublish);
  // Nobody wrote to its author that it was scheduled.
  const unread = await idOf(await write(backend, author));
  await setState(backend, unread, "scheduled", new Date(at));
  await move(backend, admin, unread, moves.unpublish);
  expect([await mailsAbout(own), await mailsAbout(unread)]).toEqual([[], []]);
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

test("an author hands articles in twenty times a day, since each time the whole team is written to", async () => {
  const backend = await backendForTest();
  const admin = await signIn(backend, { role: "ADMIN" });
  const author = await signIn(backend, { role: "VOLUNTEER" });
  const id = await idOf(await write(backend, author));
  const statuses: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    statuses.push((await move(backend, author, id, moves.submit)).status);
    await move(backend, author, id, moves.sendBack);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect((await mailsTo(backend, admin.email)).length).toBe(20);
});
