import { eq, isNull } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { sessions, sessionTokens } from "#backend/identity/tables";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { signIn } from "#tests/support/people";
import { keepCookies, startSite } from "#tests/support/site";
import { refreshPath } from "#tests/support/transport";

const accessOver = 15 * 60 + 1;
const addresses = ["/dashboard", "/en/dashboard.data", "/dashboard.data", "/dashboard/admin/news.data"];
const stormTime = 120_000;
const storm = Array.from({ length: 200 }, (_, index) => addresses[index % addresses.length] ?? "/dashboard");

/** A site whose calls to the backend are counted; `beforeRefreshAnswer` delays the responses of refreshes. */
async function countingSite(backend: TestBackend, beforeRefreshAnswer: Promise<unknown> = Promise.resolve()) {
  const calls: string[] = [];
  const baseUrl = backend.services.settings.publicUrl;
  const transport = {
    baseUrl,
    async fetch(request: Request, about: { ip: string }) {
      const { pathname } = new URL(request.url);
      calls.push(pathname);
      const answer = await backend.fetch(request, about);
      if (pathname === refreshPath) await beforeRefreshAnswer;
      return answer;
    },
  };
  // This tests how often a session is refreshed, also on a machine that takes a minute for two hundred pages.
  const site = await startSite({ transport, timeouts: { try: stormTime, request: stormTime } }, backend);
  return { site, refreshes: () => calls.filter((path) => path === refreshPath).length };
}

async function backendWithClock() {
  const time = testClock();
  const backend = await startBackend({ clock: time.clock });
  onTestFinished(() => backend.close());
  return { time, backend };
}

const tokensOf = ({ services }: TestBackend) => services.db.$count(sessionTokens);
const cleared = (response: Response) => !/access|refresh/.test(keepCookies("access=a; refresh=r", response));
const loginOf = (response: Response) => response.headers.get("location")?.split("?")[0];

test("S4-013 S4-015 S4-017 200 parallel requests with an expired access token: one refresh, and every request is answered", {
  timeout: stormTime,
}, async () => {
  const { time, backend } = await backendWithClock();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { site, refreshes } = await countingSite(backend);
  time.pass(accessOver);
  const answers = await Promise.all(storm.map((path) => site.visit(path, { cookie })));
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
  expect([refreshes(), await tokensOf(backend)]).toEqual([1, 2]);
  const renewed = new Set(answers.map((answer) => keepCookies(cookie, answer)));
  expect([renewed.size, renewed.has(cookie)]).toEqual([1, false]);
  const [last = ""] = renewed;
  expect((await site.visit("/dashboard", { cookie: last })).status).toBe(200);
  expect(refreshes()).toBe(1);
});

test("a request of the same burst that arrives after the refresh gets its outcome, without a second refresh", async () => {
  const { time, backend } = await backendWithClock();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { site, refreshes } = await countingSite(backend);
  time.pass(accessOver);
  const first = await site.visit("/dashboard", { cookie });
  const second = await site.visit("/dashboard", { cookie });
  expect([second.status, keepCookies(cookie, second), refreshes()]).toEqual([200, keepCookies(cookie, first), 1]);
});

test("S4-014 S4-018 S4-020 S8-001 a session that cannot be renewed: one refresh for 200 requests, cookies cleared, no loop", {
  timeout: stormTime,
}, async () => {
  const { time, backend } = await backendWithClock();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { site, refreshes } = await countingSite(backend);
  time.pass(31 * 24 * 60 * 60);
  const documents = storm.map((path) => path.replace(".data", ""));
  const answers = await Promise.all(documents.map((path) => site.visit(path, { cookie })));
  expect(answers.map(loginOf)).toEqual(documents.map((path) => (path.startsWith("/en") ? "/en/login" : "/login")));
  expect(answers.filter(cleared)).toHaveLength(200);
  expect([refreshes(), await tokensOf(backend)]).toEqual([1, 1]);
  expect(site.logged.filter(({ msg }) => msg === "Authentication cleared")).toHaveLength(200);
});

test("S4-012 S8-005 a revoked session: a public page answers as to a visitor, a protected one leads to login, nothing is refreshed", async () => {
  const { backend } = await backendWithClock();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const { site, refreshes } = await countingSite(backend);
  await backend.services.db.update(sessions).set({ revokedAt: new Date(), revokedBecause: "account" });
  const [home, dashboard] = [await site.visit("/", { cookie }), await site.visit("/dashboard", { cookie })];
  expect([home.status, loginOf(dashboard), cleared(dashboard), refreshes()]).toEqual([200, "/login", true, 0]);
  expect(site.logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

test.each([401, 500])(
  "S7-011 S8-006 the profile is refused and the logged-in check fails with %i: a protected page leads to login, a public one answers",
  async (failure) => {
    const { backend } = await backendWithClock();
    const { cookie } = await signIn(backend, { role: "ADMIN" });
    const { publicUrl } = backend.services.settings;
    const checked: string[] = [];
    const answers: Record<string, number> = { "/api/user/me": 403, "/api/auth/is-logged": failure };
    const transport = {
      baseUrl: publicUrl,
      async fetch(request: Request, about: { ip: string }) {
        const { pathname } = new URL(request.url);
        const status = answers[pathname];
        if (!status) return backend.fetch(request, about);
        checked.push(pathname);
        return Response.json({ code: "forbidden" }, { status });
      },
    };
    const site = await startSite({ transport }, backend);
    for (const [path, login] of [
      ["/dashboard", "/login"],
      ["/en/dashboard", "/en/login"],
    ] as const)
      expect([path, loginOf(await site.visit(path, { cookie }))]).toEqual([path, login]);
    expect((await site.visit("/", { cookie })).status).toBe(200);
    expect(new Set(checked)).toEqual(new Set(Object.keys(answers)));
  },
);

test("a refresh token used again after the grace window ends the family: the thief and the owner both have to log in", async () => {
  const { time, backend } = await backendWithClock();
  const { cookie: stolen } = await signIn(backend, { role: "ADMIN" });
  const owner = await countingSite(backend);
  const thief = await countingSite(backend);
  time.pass(accessOver);
  const renewed = keepCookies(stolen, await owner.site.visit("/dashboard", { cookie: stolen }));
  time.pass(31);
  const reuse = await Promise.all(Array.from({ length: 20 }, () => thief.site.visit("/dashboard", { cookie: stolen })));
  expect(reuse.map(loginOf)).toEqual(Array(20).fill("/login"));
  expect(thief.refreshes()).toBe(1);
  expect(loginOf(await owner.site.visit("/dashboard", { cookie: renewed }))).toBe("/login");
  expect(await backend.services.db.$count(sessions, eq(sessions.revokedBecause, "reuse"))).toBe(1);
});

test("S4-018 S4-022 S7-016 logout rejects the pages that wait for the refresh, and the pair on its way opens nothing", async () => {
  const { time, backend } = await backendWithClock();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  let release: (value?: unknown) => void = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const { site, refreshes } = await countingSite(backend, held);
  time.pass(accessOver);
  const waiting = Array.from({ length: 5 }, () => site.visit("/dashboard", { cookie }));
  // Resolved when a page starts to wait; one that starts after the logout would begin another refresh.
  await expect.poll(() => [site.logged.filter(({ msg }) => msg === "Token expired").length, refreshes()]).toEqual([5, 1]);
  await expect.poll(() => tokensOf(backend)).toBe(2);
  const logout = await site.visit("/logout", { cookie, form: {} });
  const answers = await Promise.all(waiting);
  release();
  expect([logout.status, cleared(logout)]).toEqual([303, true]);
  expect(answers.map((answer) => [loginOf(answer), cleared(answer)])).toEqual(Array(5).fill(["/login", true]));
  expect(await backend.services.db.$count(sessions, isNull(sessions.revokedAt))).toBe(0);
});

test.runIf(serverUrl)(
  "S4-015 two processes on one database: a storm over both leaves one successor, and every request is answered",
  { timeout: stormTime },
  async () => {
    const time = testClock();
    const database = await openTestDatabase();
    const first = await startBackend({ clock: time.clock, database });
    onTestFinished(() => first.close());
    if (!("url" in database)) throw new Error("the database has no address");
    const second = await startBackend({ clock: time.clock, database: await openServer(database.url, 20) });
    onTestFinished(() => second.close());
    const { cookie } = await signIn(first, { role: "ADMIN" });
    const sites = [await countingSite(first), await countingSite(second)];
    time.pass(accessOver);
    const answers = await Promise.all(storm.map((path, index) => sites[(index % 2) ^ ((index >> 2) % 2)]?.site.visit(path, { cookie })));
    expect(answers.map((answer) => answer?.status)).toEqual(Array(200).fill(200));
    expect(sites.map(({ refreshes }) => refreshes())).toEqual([1, 1]);
    expect(await tokensOf(first)).toBe(2);
    expect(new Set(answers.map((answer) => answer && keepCookies(cookie, answer))).size).toBe(1);
    expect(await first.services.db.$count(sessions, isNull(sessions.revokedAt))).toBe(1);
  },
);
