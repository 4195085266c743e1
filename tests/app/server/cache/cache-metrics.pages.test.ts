import { globSync, readFileSync } from "node:fs";
import { desc, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partsOf } from "#backend/module";
import { modules } from "#backend/modules";
import { auditLog } from "#backend/modules/audit/tables";
import { outgoingMails } from "#backend/modules/mails/tables";
import { backendJobs } from "#backend/worker/jobs";
import type { Texts } from "#contract/formats/text-namespaces";
import { backendSecret, startBackend, type TestBackend } from "#tests/support/backend";
import { localeTexts } from "#tests/support/locale-texts";
import { serveOverHttp } from "#tests/support/over-http";
import { signIn } from "#tests/support/people";
import { keepCookies, type Site, startSite } from "#tests/support/site";

const page = "/dashboard/admin/cache-metrics";

let backend: TestBackend;
let site: Site;
let cookie = "";
beforeAll(async () => {
  backend = await startBackend({ runJobs: true });
  const { app } = await startSite({}, backend);
  site = await startSite({ changes: app.changesInProcess(backend.changes.subscribe) }, backend);
  await backend.changes.subscribe(() => {});
  ({ cookie } = await signIn(backend, { role: "ADMIN" }));
});
afterAll(() => backend.close());

const isCached = async (path: string, on = site) => (await on.visit(path)).headers.get("etag") !== null;

/** The values in a group's row. */
async function rowOf(path: string): Promise<string[]> {
  const html = await (await site.visit(page, { cookie })).text();
  const row = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) => cells).find((cells) => cells.includes(`>${path}</span>`));
  return [...(row ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text = ""]) => text.replace(/<[^>]*>/g, ""));
}

test("shows the hits, misses and cached pages of each group", async () => {
  for (let visit = 0; visit < 4; visit += 1) expect(await isCached("/story")).toBe(true);
  const [path, hits, stale, misses, rate, pages, bytes, oldest, evictions] = await rowOf("/story");
  expect([path, hits, stale, misses, pages, evictions]).toEqual(["Notre histoire /story", "3", "0", "1", "1", "0"]);
  expect([rate?.replace(/\s/g, " "), Number.parseInt(bytes ?? "", 10) > 10, Number.parseInt(oldest ?? "", 10)]).toEqual(["75 %", true, 0]);
  const html = await (await site.visit(page, { cookie })).text();
  expect(html).toMatch(/role="img" aria-label="Pages servies et recalculées, heure par heure, /);
  expect(html.match(/<tr><th scope="row">/g)).toHaveLength(24);
  expect(html).toMatch(/75\s%<div[^>]*><div class="share-bar">.*?<rect class="chart-full" x="0%" width="75%"/su);
});

test("shows the same for API responses, and the sums", async () => {
  await site.visit("/partners");
  await site.visit("/en/partners");
  const html = await (await site.visit(page, { cookie })).text();
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, cells = ""]) =>
    [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text = ""]) => text.replace(/<[^>]*>/g, "")),
  );
  const answers = rows.filter(([name]) => name?.startsWith("/api/"));
  const [pages, data] = rows.filter(([name]) => name === "En tout");
  const sum = (of: string[][], at: number) => of.reduce((all, row) => all + Number(row[at]), 0);
  const groups = rows.filter(([name]) => / \//.test(name ?? ""));
  expect(answers.length).toBeGreaterThan(0);
  expect([pages?.[1], pages?.[3], pages?.[5]].map(Number)).toEqual([sum(groups, 1), sum(groups, 3), sum(groups, 5)]);
  expect([data?.[1], data?.[3], data?.[5]].map(Number)).toEqual([sum(answers, 1), sum(answers, 3), sum(answers, 5)]);
});

test("shows the state of background jobs and mails", async () => {
  const mail = { topic: "test", recipient: "lou@example.org", subject: "Objet", text: "", html: "" };
  await backend.services.db.insert(outgoingMails).values([
    { ...mail, dedupeKey: "one" },
    { ...mail, dedupeKey: "two", status: "failed" },
  ]);
  const answer = await backend.request("/api/admin/health", { cookie });
  expect(await answer.json()).toMatchObject({ mails: { waiting: 1, failed: 1, oldestWaitingAt: expect.stringMatching(/Z$/) } });
  await backend.services.db.delete(outgoingMails);
});

test.each(["fr", "en"])("labels each cached page and each background job (%s)", async (language) => {
  const { groups, jobs } = localeTexts(language).cache as Record<"groups" | "jobs", { names: Texts }>;
  const names = backendJobs(await partsOf(modules, backend.services), backend.services).map(({ name }) => name);
  expect(names.filter((name) => !jobs.names[name])).toEqual([]);
  const cachedRoutes = globSync("app/routes/**/*.tsx").filter((file) => /cache: \{ on:/.test(readFileSync(file, "utf8")));
  const segments = cachedRoutes.map(
    (file) => file.match(/routes\/public\/(?:actions\/|legal\/\w+\.tsx|)([\w-]*)/)?.[1] || file.match(/(\w+)\.tsx$/)?.[1],
  );
  expect(segments.length).toBeGreaterThan(10);
  expect(segments.map((name) => (name === "euro" ? "euro-solidaire" : name)).filter((name) => !groups.names[name ?? ""])).toEqual([]);
});

async function purge(group: string, more: { cookie?: string } = { cookie }) {
  return site.visit(`${page}/purge`, { ...more, form: { group } });
}

test("purges one group or all, after a confirmation page, and records it in the log", async () => {
  for (const path of ["/story", "/news"]) await isCached(path);
  const ask = await (await site.visit(`${page}/purge?group=story`, { cookie })).text();
  expect(ask).toContain("Vider le cache de «\u00a0Notre histoire\u00a0»");
  expect(ask).toMatch(/<form[^>]*method="post"[^>]*action="\/dashboard\/admin\/cache-metrics\/purge"/);
  const done = await purge("story");
  expect([done.status, done.headers.get("location")]).toEqual([303, page]);
  expect(await (await site.visit(page, { cookie: keepCookies(cookie, done) })).text()).toContain("Cache vidé.");
  await expect.poll(async () => (await rowOf("/story"))[5]).toBe("0");
  expect((await rowOf("/news"))[5]).toBe("1");
  await purge("*");
  await expect.poll(async () => (await rowOf("/news"))[5]).toBe("0");
  const rows = await backend.services.db.select().from(auditLog).where(like(auditLog.entityType, "cache:%")).orderBy(desc(auditLog.seq));
  expect(rows.map(({ action, entityType, actorKind }) => [action, entityType, actorKind])).toEqual([
    ["cache.purge", "cache:*", "user"],
    ["cache.purge", "cache:story", "user"],
  ]);
});

test.each(["", "a b", "../x", "x".repeat(80)])("refuses to purge %j, which is no group", async (group) => {
  expect((await purge(group)).status).toBe(400);
  const answer = await backend.request("/api/admin/page-cache/purge", { method: "POST", cookie, json: { group } });
  expect(answer.status).toBe(422);
});

test("neither offers to purge an unknown group, nor purges it", async () => {
  expect([(await site.visit(`${page}/purge?group=zzz`, { cookie })).status, (await purge("zzz")).status]).toEqual([404, 404]);
});

test("is for administrators only", async () => {
  const { cookie: volunteer } = await signIn(backend, { role: "VOLUNTEER" });
  for (const answer of [await site.visit(page, { cookie: volunteer }), await purge("*", { cookie: volunteer })])
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  expect((await backend.request("/api/admin/health", { cookie: volunteer })).status).toBe(403);
  const refused = await backend.request("/api/admin/page-cache/purge", { method: "POST", cookie: volunteer, json: { group: "*" } });
  expect(refused.status).toBe(403);
});

test("a purge reaches a web tier in another process", async () => {
  const { app } = site;
  const address = await serveOverHttp(backend);
  const far = await startSite(
    { changes: app.changesOverHttp(address, backendSecret), transport: app.overHttp(address, backendSecret) },
    backend,
  );
  await expect.poll(() => isCached("/story", far), { timeout: 5_000 }).toBe(true);
  const pagesOf = async () => {
    const html = await (await far.visit(page, { cookie })).text();
    return /">\/story<\/span><\/td>(?:<td[^>]*>.*?<\/td>){4}<td[^>]*>(\d+)</.exec(html)?.[1];
  };
  expect(await pagesOf()).toBe("1");
  await purge("story");
  await expect.poll(pagesOf).toBe("0");
});
