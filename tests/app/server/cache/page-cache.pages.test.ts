import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { changeStream } from "#contract/api/changes";
import { SupportQuery } from "#contract/charity/further-support";
import { JobListQuery } from "#contract/charity/jobs";
import { SectorSearch } from "#contract/charity/sectors";
import { ArticleListQuery } from "#contract/publishing/articles";
import { PressListQuery } from "#contract/publishing/press";
import { backendSecret, publicUrl, startBackend, type TestBackend } from "#tests/support/backend";
import { publishContent } from "#tests/support/content";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { serveOverHttp } from "#tests/support/over-http";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { flashCookie } from "~/api/flash.server";
import type { PageHandle } from "~/layouts/handle";

/** A site with a page cache, and the number of its backend's calls for articles. */
async function startKeepingSite(given?: TestBackend) {
  const backend = given ?? (await startBackend());
  let calls = 0;
  const counting = Object.assign(Object.create(backend), {
    fetch: (...[request, environment]: Parameters<TestBackend["fetch"]>) => {
      if (new URL(request.url).pathname.startsWith("/api/articles")) calls += 1;
      return backend.fetch(request, environment);
    },
  }) as TestBackend;
  const { app } = await startSite({}, counting);
  const site = await startSite(
    {
      changes: app.changesInProcess(backend.changes.subscribe),
      transport: app.inProcess(backend.services.settings.publicUrl, counting.fetch),
    },
    counting,
  );
  await backend.changes.subscribe(() => {});
  return { site, backend, calls: () => calls };
}

let site: Site;
let backend: TestBackend;
let calls: () => number;
let cookie = "";
beforeAll(async () => {
  ({ site, backend, calls } = await startKeepingSite());
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const json = (method: string, path: string, body?: unknown, to = backend, as = cookie) =>
  to.request(path, { method, cookie: as, json: body });

async function publishArticle(title: string, to = backend, as = cookie) {
  const draft = { title: { fr: title }, lead: { fr: "" }, body: { fr: "Texte." } };
  const { id, slug } = (await (await json("POST", "/api/admin/articles", draft, to, as)).json()) as { id: string; slug: { fr: string } };
  await json("POST", `/api/admin/articles/${id}/publication`, {}, to, as);
  return { id, slug: slug.fr };
}

/** Requests a page until it contains a text: other processes receive a change a moment later. */
async function eventually(path: string, text: string, on: Site, within = 1_000) {
  await expect.poll(async () => (await on.visit(path)).text(), { timeout: within, interval: 20 }).toContain(text);
}

test("a visitor's second request does not call the backend, and gets the same page", async () => {
  await publishArticle("Premier regard");
  // The change is received a moment later, and drops what was cached until then.
  await expect
    .poll(async () => {
      const before = calls();
      await site.visit("/news");
      return calls() - before;
    })
    .toBe(0);
  const first = await (await site.visit("/news")).text();
  const before = calls();
  const second = await (await site.visit("/news")).text();
  expect(calls()).toBe(before);
  expect(second).toBe(first);
  expect(second).toContain("Premier regard");
});

test("a page has an ETag: 304 without a body, and another ETag once it changed", async () => {
  const first = await site.visit("/news");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"/);
  const same = await site.visit("/news", { headers: { "if-none-match": etag } });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  for (const condition of [etag.replace("W/", ""), `"other", ${etag}`, "*"])
    expect([condition, (await site.visit("/news", { headers: { "if-none-match": condition } })).status]).toEqual([condition, 304]);
  expect((await site.visit("/news", { headers: { "if-none-match": 'W/"other"' } })).status).toBe(200);
  await publishArticle("Une nouvelle marque");
  await eventually("/news", "Une nouvelle marque", site);
  const changed = await site.visit("/news", { headers: { "if-none-match": etag } });
  expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
});

test("the page is sent in the browser's encoding, with the same content in each", async () => {
  const plain = await (await site.visit("/story")).text();
  for (const [encoding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    await expect
      .poll(async () => (await site.visit("/story", { headers: { "accept-encoding": encoding } })).headers.get("content-encoding"))
      .toBe(encoding);
    const answer = await site.visit("/story", { headers: { "accept-encoding": encoding } });
    expect(decode(Buffer.from(await answer.arrayBuffer())).toString()).toBe(plain);
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
  }
});

test("a cached page has its Content-Security-Policy and every security header", async () => {
  await site.visit("/story");
  const cached = await site.visit("/story");
  expect(cached.headers.get("content-security-policy")).toContain("style-src 'self' 'sha256-");
  expect(cached.headers.get("x-content-type-options")).toBe("nosniff");
  expect(cached.headers.get("x-page-rules")).toBeNull();
});

test.each([
  ["a session", async () => cookie],
  ["a message to show", async () => `${flashCookie(publicUrl)}=${Buffer.from('{"id":"1","title":"Bonjour"}').toString("base64url")}`],
])("a request with %s neither gets a kept page nor makes one", async (_, cookieOf) => {
  await publishArticle(`Page pour ${_}`);
  const before = calls();
  const own = await site.visit("/news", { cookie: await cookieOf() });
  expect([calls() > before, own.headers.get("etag")]).toEqual([true, null]);
  if (_ === "a message to show") {
    expect(await own.text()).toContain("Bonjour");
    expect(await (await site.visit("/news")).text()).not.toContain("Bonjour");
  }
});

test("the two languages, and the parameters a page reads, are cached separately; campaign parameters are not", async () => {
  expect(await (await site.visit("/en/news", { language: "en" })).text()).toContain('lang="en"');
  expect(await (await site.visit("/news?q=rien-de-tel")).text()).toContain("rien-de-tel");
  expect(await (await site.visit("/news")).text()).not.toContain("rien-de-tel");
  await site.visit("/news");
  const before = calls();
  await site.visit("/news?utm_source=lettre&fbclid=1");
  expect(calls()).toBe(before);
});

test("only relevant parameters reach a page and its key: any other gets the cached page", async () => {
  await publishArticle("Avec un paramètre");
  await eventually("/news", "Avec un paramètre", site);
  const plain = await (await site.visit("/news")).text();
  const before = calls();
  for (const search of ["?x=1", "?mtm_campaign=lettre", "?tags=a&tag2=b", "?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9"]) {
    const answer = await site.visit(`/news${search}`);
    expect([answer.status, await answer.text()]).toEqual([200, plain]);
  }
  expect(calls()).toBe(before);
});

test("empty form fields are not part of the key", async () => {
  const etag = async (path: string) => (await site.visit(path)).headers.get("etag");
  await etag("/news");
  const narrowed = await etag("/news?year=2024");
  expect([narrowed !== null, await etag("/news?q=&team=&year=2024&tag=")]).toEqual([true, narrowed]);
  expect([await etag("/news?q=&team=&year="), narrowed === (await etag("/news"))]).toEqual([await etag("/news"), false]);
});

test("a page that was kept still answers a search that is sent empty, where it has something to say to it", async () => {
  await site.visit("/team");
  for (const near of ["?near=", "?near=&utm_source=lettre", "?near="])
    expect(await (await site.visit(`/team${near}`)).text()).toContain("Écrivez votre code postal");
  expect(await (await site.visit("/team")).text()).not.toContain("Écrivez votre code postal");
});

test("a page that was never requested without parameters learns from the first request which of them are relevant", async () => {
  const { slug } = await publishArticle("Jamais sans paramètre");
  const first = await site.visit(`/news/${slug}?x=1`);
  expect([first.status, first.headers.get("etag")]).toEqual([200, null]);
  expect((await site.visit(`/news/${slug}?x=2`)).headers.get("etag")).toMatch(/^W/);
});

test.each([
  "/news?q=mot",
  "/news?perPage=5",
  "/jobs?q=mot",
  "/press?q=mot",
  "/team?near=Lyon",
  "/donate?otherAmount=7",
  "/contact?service=0123abcd",
  "/contact?receipt=IND-2026-000001",
])("%s is read by the page and is not kept: anyone could fill the memory with such", async (path) => {
  await site.visit(path.split("?")[0] ?? "");
  const answer = await site.visit(path);
  expect([answer.status, answer.headers.get("etag")]).toEqual([200, null]);
});

test("every parameter that a cached list reads is declared", async () => {
  const lists = { "news/list": ArticleListQuery, "jobs/list": JobListQuery, "press/press": PressListQuery };
  const others = { "further-support/further-support": SupportQuery, "team/directory": SectorSearch };
  for (const [file, { shape }] of Object.entries({ ...lists, ...others })) {
    const handle = site.build.routes[`routes/public/${file}`]?.module.handle as PageHandle | undefined;
    const { query = [], unbounded = [] } = handle?.cache ?? {};
    expect([file, ...Object.keys(shape).sort()]).toEqual([file, ...[...query, ...unbounded].sort()]);
  }
});

test("an uncached page is rendered from cached responses, until something they show changes", async () => {
  const made = async () => {
    const before = calls();
    const html = await (await site.visit("/news?perPage=13")).text();
    return { html, calls: calls() - before };
  };
  await publishArticle("Une réponse gardée");
  await expect.poll(async () => (await made()).html, { timeout: 1_000, interval: 20 }).toContain("Une réponse gardée");
  // What the tests before have changed may still be announced.
  await expect.poll(made, { interval: 20 }).toMatchObject({ calls: 0, html: expect.stringContaining("Une réponse gardée") });
  await publishArticle("Une réponse nouvelle");
  await expect.poll(async () => (await made()).html, { timeout: 1_000, interval: 20 }).toContain("Une réponse nouvelle");
});

test("while the backend fails visitors get the stale page, and the new one afterwards", async () => {
  const own = await startBackend();
  onTestFinished(() => own.close());
  const { app } = await startSite({}, own);
  const { baseUrl, fetch } = app.inProcess(own.services.settings.publicUrl, own.fetch);
  let broken = false;
  const transport = {
    baseUrl,
    fetch: (...parameters: Parameters<typeof fetch>) => (broken ? Promise.reject(new Error("reset")) : fetch(...parameters)),
  };
  const changes = app.changesInProcess(own.changes.subscribe);
  const weak = await startSite({ changes, transport }, own);
  await expect.poll(async () => (await weak.visit("/news")).headers.get("etag"), { timeout: 5_000 }).not.toBeNull();
  broken = true;
  await publishArticle("Après la panne", own, (await signIn(own, { role: "ADMIN" })).cookie);
  for (const until = Date.now() + 1_500; Date.now() < until; await new Promise((done) => setTimeout(done, 100)))
    expect((await weak.visit("/news")).status).toBe(200);
  expect((await weak.visit("/story?page=2")).status).toBe(503);
  broken = false;
  await eventually("/news", "Après la panne", weak, 6_000);
});

test("a page is the same whether its fragments were cached or rendered with it", async () => {
  const { slug } = await publishArticle("Des morceaux");
  await eventually("/news", "Des morceaux", site);
  // Fragments belong to an installation: this one has none yet.
  const other = await startSite({}, backend);
  const textOf = async (path: string) => (await (await other.visit(path)).text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
  for (const path of ["/news", `/news/${slug}`, "/", "/team", "/rien-de-tel", "/en/news"]) {
    const fresh = await textOf(path);
    expect(await textOf(path)).toBe(fresh);
  }
  expect((await textOf("/news")).match(/<\/header>.*Des morceaux.*<\/main>.*<\/footer>/s)).not.toBeNull();
});

test("a missing or unpublished article is a 404 at once, and is not cached", async () => {
  const { id, slug } = await publishArticle("Éphémère");
  expect((await site.visit(`/news/${slug}`)).status).toBe(200);
  await json("DELETE", `/api/admin/articles/${id}/publication`);
  await expect.poll(async () => (await site.visit(`/news/${slug}`)).status, { timeout: 1_500 }).toBe(404);
  const missing = await site.visit(`/news/${slug}`);
  expect(missing.headers.get("etag")).toBeNull();
});

test("HEAD answers with the headers of the page and no body", async () => {
  const answer = await site.visit("/news", { method: "HEAD" });
  expect([answer.status, await answer.text(), answer.headers.get("etag") !== null]).toEqual([200, "", true]);
});

/** A public page of a content subject: cached, and invalidated when that subject changes. */
test.each([
  { path: "/jobs", name: "jobs", text: "Un premier texte", more: { title: { fr: "Un premier texte" } } },
  { path: "/en/jobs", name: "jobs", text: "A second text", more: { title: { fr: "Neuf", en: "A second text" } } },
  { path: "/jobs?kind=internship", name: "jobs", text: "Un stage", more: { title: { fr: "Un stage" }, kind: "internship" } },
  { path: "/press", name: "press", text: "Un article", more: { title: { fr: "Un article tout neuf" } } },
  { path: "/partners", name: "partners", text: "Une description", more: { description: { fr: "Une description neuve" } } },
  { path: "/contact", name: "sectors", text: "Angers", more: { name: "Angers" } },
  { path: "/contact?topic=press", name: "sectors", text: "Brest", more: { name: "Brest" } },
  { path: "/team", name: "sectors", text: "Caen", more: { name: "Caen" } },
  { path: "/", name: "events", text: "Un rendez-vous", more: { title: { fr: "Un rendez-vous de plus" } } },
  { path: "/en", name: "events", text: "One more date", more: { title: { fr: "Neuf", en: "One more date" } } },
  { path: "/sitemap.xml", name: "sectors", text: "dijon", more: { name: "Dijon" } },
] as const)("$path is kept until its $name change", async ({ path, name, text, more }) => {
  const language = path.startsWith("/en") ? ("en" as const) : ("fr" as const);
  const marked = async () => {
    const answer = await site.visit(path, { language });
    return { etag: answer.headers.get("etag"), page: await answer.text() };
  };
  await site.visit(path.replace(/\?.*/, ""), { language });
  // Changes of the previous test may still arrive.
  const twice = async () => new Set([(await marked()).page, (await marked()).page]);
  await expect.poll(async () => (await twice()).size).toBe(1);
  const first = await marked();
  expect([first.etag === null, first.page.includes(text)]).toEqual([false, false]);
  await publishContent(backend, name, cookie, more);
  await expect.poll(async () => (await marked()).page, { timeout: 1_500, interval: 20 }).toContain(text);
});

test("a press release is cached until it is unpublished", async () => {
  const words = { kind: "release", title: { fr: "Un communiqué" }, body: { fr: "Texte." } };
  const { id } = await publishContent(backend, "press", cookie, words);
  const status = async () => (await site.visit(`/press/${id}`)).status;
  await expect.poll(async () => (await site.visit(`/press/${id}`)).headers.get("etag"), { timeout: 1_500, interval: 20 }).not.toBeNull();
  expect(await status()).toBe(200);
  await json("POST", `/api/admin/press/${id}/status`, { status: "archived" });
  await expect.poll(status, { timeout: 1_500, interval: 20 }).toBe(404);
});

test.each(["/team/vannes", "/contact"])("%s is cached until the hours of a team change", async (path) => {
  const name = path === "/contact" ? "Auray" : "Vannes";
  const words = `Sonnez à ${name}.`;
  const { id } = await publishContent(backend, "sectors", cookie, { name });
  const page = async () => (await site.visit(path)).text();
  await expect.poll(page, { timeout: 1_500, interval: 20 }).toContain(name);
  expect(await page()).not.toContain(words);
  const json = { weekday: 2, opensAt: "09:00", closesAt: "10:00", kind: "on_duty", note: { fr: words } };
  expect((await backend.request(`/api/admin/sectors/${id}/hours`, { method: "POST", cookie, json })).status).toBe(200);
  await expect.poll(page, { timeout: 1_500, interval: 20 }).toContain(words);
});

test("an opening is cached with its form, and removed at once when it is withdrawn", async () => {
  const { id } = await publishContent(backend, "jobs", cookie, { title: { fr: "Atelier" } });
  const proof = async () => /name="proof" value="([^"]+)"/.exec(await (await site.visit(`/jobs/${id}`)).text())?.[1];
  expect(await proof()).toEqual(expect.any(String));
  // The publication itself may still arrive; once received, every visitor gets the same form.
  const proofs = async () => new Set([await proof(), await proof()]).size;
  await expect.poll(proofs, { timeout: 1_500, interval: 20 }).toBe(1);
  await json("POST", `/api/admin/jobs/${id}/status`, { status: "draft" });
  await expect.poll(async () => (await site.visit(`/jobs/${id}`)).status, { timeout: 1_500 }).toBe(404);
});

test("the page of gifts is cached without presets in its query", async () => {
  await site.visit("/donate");
  expect((await site.visit("/donate")).headers.get("etag")).not.toBeNull();
  expect((await site.visit("/donate?otherAmount=50")).headers.get("etag")).not.toBe((await site.visit("/donate")).headers.get("etag"));
});

test("an unrelated change leaves a page cached", async () => {
  await site.visit("/story");
  const piece = { title: { fr: "Ailleurs" }, outlet: "Radio", kind: "radio", day: "2026-11-01", quote: { fr: "" }, body: { fr: "" } };
  await json("POST", "/api/admin/press", piece);
  await publishArticle("Autre chose");
  const before = calls();
  await site.visit("/story");
  expect(calls()).toBe(before);
});

test("a person's own choices, and the reading of their record, leave cached pages; a change that the public sees does not", async () => {
  const own = await startKeepingSite();
  onTestFinished(() => own.backend.close());
  const received: (string | null)[] = [];
  await own.backend.changes.subscribe((kind) => received.push(kind));
  const reader = await signIn(own.backend, { role: "ADMIN", permissions: ["BENEFICIARY_READ_RESTRICTED"] });
  const student = await addPerson(own.backend, { role: "BENEFICIARY", birthDate: "2004-05-06" });
  const page = async () => (await own.site.visit("/delivraide")).text();
  const cached = await page();
  // Nothing is published of them, so a cached page does not count them; one alone is never shown.
  for (let added = 0; added < 2; added += 1) await addPerson(own.backend, { role: "VOLUNTEER" });
  const { firstName, lastName, updatedAt } = reader;
  const profile = { firstName, lastName, phone: "0612345678", locale: "fr", version: updatedAt.toISOString() };
  for (const [method, path, body] of [
    ["PUT", "/api/account/profile", profile],
    ["PUT", "/api/account/notifications", { articles: "never" }],
    ["GET", `/api/admin/people/${student.id}`, undefined],
  ] as const)
    expect([path, (await json(method, path, body, own.backend, reader.cookie)).status]).toEqual([path, 200]);
  await expect.poll(() => received).toEqual(["person", "person", "person"]);
  expect(await page()).toBe(cached);
  const { version } = await (await own.backend.request("/api/account/profile", { cookie: reader.cookie })).json();
  await json("PUT", "/api/account/profile", { ...profile, version, firstName: "Maëlle" }, own.backend, reader.cookie);
  await expect.poll(() => received.at(-1)).toBe("user");
  await expect.poll(page).not.toBe(cached);
});

describe("a web tier in another process", () => {
  test("gets no stream through this one, where a browser could request it as well", async () => {
    for (const headers of [{}, { authorization: `Bearer ${backendSecret}` }] as Record<string, string>[])
      expect((await site.visit(changeStream.path, { headers })).status).toBe(404);
  });

  test("receives changes over the wire and answers the new page within a second; while it cannot, it caches nothing", async () => {
    const own = await startBackend();
    onTestFinished(() => own.close());
    const { cookie: ownCookie } = await signIn(own, { role: "ADMIN" });
    const address = await serveOverHttp(own);
    const { app } = await startSite({}, own);
    const far = await startSite(
      { changes: app.changesOverHttp(address, backendSecret), transport: app.overHttp(address, backendSecret) },
      own,
    );
    await expect.poll(async () => (await far.visit("/news")).headers.get("etag"), { timeout: 5_000 }).not.toBeNull();
    const draft = { title: { fr: "De loin" }, lead: { fr: "" }, body: { fr: "Texte." } };
    const created = await own.request("/api/admin/articles", { method: "POST", cookie: ownCookie, json: draft });
    const { id } = (await created.json()) as { id: string };
    await own.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie: ownCookie, json: {} });
    await eventually("/news", "De loin", far);
  });
});

describe.runIf(serverUrl)("two processes on one PostgreSQL", () => {
  test("a change made in one invalidates the pages of both within a second", async () => {
    const database = await openTestDatabase();
    const [one, two] = [await startBackend({ database }), await startBackend({ database: { ...database, close: async () => {} } })];
    onTestFinished(async () => {
      await two.close();
      await one.close();
    });
    const { cookie: ownCookie } = await signIn(one, { role: "ADMIN" });
    const [first, second] = [await startKeepingSite(one), await startKeepingSite(two)];
    for (const { site: each } of [first, second]) await each.visit("/news");
    await publishArticle("Des deux côtés", one, ownCookie);
    await Promise.all([eventually("/news", "Des deux côtés", first.site), eventually("/news", "Des deux côtés", second.site)]);
  });
});
