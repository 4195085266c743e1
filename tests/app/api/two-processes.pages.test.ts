import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openServer } from "#backend/db/client";
import { openSession } from "#backend/identity/sessions";
import { users } from "#backend/modules/users/tables";
import { sessionCookies } from "#contract/accounts/session";
import { changeStream } from "#contract/api/changes";
import { cspReportsApi } from "#contract/api/csp-reports";
import { backendSecret } from "#tests/support/backend";
import { serverUrl } from "#tests/support/database";
import { openDatabaseProxy } from "#tests/support/database-proxy";
import { ownDatabase, startBothTiers, startProcess } from "#tests/support/processes";
import { rollingRestart } from "#tests/support/rolling-restart";

/** Opens the stream of changes as `curl -N` does; returns the status. */
async function listen(url: string, headers: Record<string, string> = {}): Promise<number> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  return (await fetch(url + changeStream.path, { headers, signal: leaving.signal })).status;
}

/** The cookies of a volunteer who is logged in, written into a database that other processes serve. */
async function sessionIn(databaseUrl: string): Promise<string> {
  const database = await openServer(databaseUrl, 1);
  try {
    const person = {
      role: "VOLUNTEER",
      accountState: "validated",
      firstName: "Aya",
      lastName: "Test",
      email: "aya@maillon.example",
    } as const;
    const [row] = await database.db
      .insert(users)
      .values({ ...person, emailVerifiedAt: new Date() })
      .returning();
    const { access, refresh } = await openSession(database.db, new Date(), { userId: row?.id ?? "" });
    const names = sessionCookies(false);
    return `${names.access}=${access}; ${names.refresh}=${refresh}`;
  } finally {
    await database.close();
  }
}

const asWebTier = { authorization: `Bearer ${backendSecret}` };

/** Connections that keep sending slow requests, as those of a proxy do, until they are closed. */
function busyConnections(url: string, path: string) {
  const { port, host } = new URL(url);
  for (let many = 0; many < 8; many += 1) {
    const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
    const ask = () => socket.writable && socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    let waiting: ReturnType<typeof setTimeout>;
    const askSoon = () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, 1);
    };
    socket.on("error", () => {}).on("data", askSoon);
    onTestFinished(() => void socket.destroy());
    ask();
  }
}

test("two processes: each says that it is ready, streams of anonymous callers are refused, and both end within five seconds", async () => {
  const { backend, web } = await startBothTiers();
  await web.ready();
  expect([await backend.statusOf("/healthz"), await web.statusOf("/healthz"), await web.statusOf("/login")]).toEqual([200, 200, 302]);

  for (const many of [40, 200]) {
    const statuses = await Promise.all(Array.from({ length: many }, () => listen(web.url)));
    expect(new Set(statuses)).toEqual(new Set([404]));
    const begun = performance.now();
    expect([await web.statusOf("/news"), await web.statusOf("/login"), await web.statusOf("/search?q=kit")]).toEqual([200, 302, 200]);
    expect(performance.now() - begun).toBeLessThan(4_000);
  }
  expect(await listen(`${web.url}/%61pi/changes?`)).toBe(404);
  expect(await listen(backend.url)).toBe(404);
  expect(await listen(backend.url, { authorization: "Bearer no" })).toBe(404);
  expect(await listen(web.url, asWebTier)).toBe(404);
  const listeners = await Promise.all(Array.from({ length: 30 }, () => listen(backend.url, asWebTier)));
  const listening = listeners.filter((status) => status === 200).length;
  // One of the twenty is the web tier's own, which may be reconnecting.
  expect([listening === 19 || listening === 20, new Set(listeners)]).toEqual([true, new Set([200, 429])]);

  busyConnections(backend.url, "/api/search?q=kit");
  busyConnections(web.url, "/search?q=kit");
  const [backendEnd, webEnd] = await Promise.all([backend.stop(), web.stop()]);
  expect([backendEnd.code, webEnd.code]).toEqual([0, 0]);
  expect(Math.max(backendEnd.milliseconds, webEnd.milliseconds)).toBeLessThan(5_000);
});

/** A request as it is written here: `fetch` corrects paths and leaves headers out. */
async function verbatim(url: string, path: string, { method = "GET", headers = {} as Record<string, string>, body = "" } = {}) {
  const { port } = new URL(url);
  const sent = request({ port, path, method, agent: false, headers: { host: `localhost:${port}`, ...headers } }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() };
}

test("headers about a caller's connection end at the web tier; a method or path that no URL can have is refused with a page", async () => {
  const { web } = await startBothTiers();
  await web.ready();
  const ofConnection = [
    ["expect", "100-continue"],
    ["keep-alive", "300"],
    ["upgrade", "h2c"],
    ["connection", "upgrade"],
    ["connection", "close, x-hop"],
    ["transfer-encoding", "chunked"],
    ["te", "trailers"],
    ["proxy-connection", "keep-alive"],
  ];
  for (const [name = "", value = ""] of ofConnection) {
    const read = await verbatim(web.url, "/oidc/.well-known/openid-configuration", { headers: { [name]: value } });
    expect([name, value, read.status]).toEqual([name, value, 200]);
    const headers = { [name]: value, "content-type": "application/json", origin: web.url };
    const sent = await verbatim(web.url, "/api/password/request", { method: "POST", headers, body: "{}" });
    expect([name, value, sent.status]).toEqual([name, value, 422]);
  }
  const traced = await verbatim(web.url, "/api/me", { method: "TRACE" });
  expect([traced.status, traced.headers.allow]).toEqual([405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
  for (const [path, headers] of [
    ["/jobs/\\evil", {}],
    ["/jobs", { host: "localhost:port" }],
  ] as const) {
    const refused = await verbatim(web.url, path, { headers });
    expect([path, refused.status, refused.headers["x-frame-options"] ?? refused.headers["content-security-policy"]]).toEqual([
      path,
      400,
      expect.stringMatching(/DENY|frame-ancestors 'none'/),
    ]);
    expect(refused.text).toContain("</html>");
  }
});

test("a backend answers what has no host, or a path that no URL can have, with a problem", async () => {
  const backend = await startProcess("backend", {
    PUBLIC_URL: "http://localhost:3000",
    BACKEND_SECRET: backendSecret,
    ...(await ownDatabase()),
  });
  await backend.ready();
  const socket = connect(Number(new URL(backend.url).port), "127.0.0.1", () => socket.write("GET /api/countries HTTP/1.1\r\n\r\n"));
  const [first] = await once(socket.setEncoding("utf8"), "data");
  socket.destroy();
  expect(first).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json/s);
  for (const [path, headers] of [
    ["/api/\\evil", {}],
    ["/api/countries", { host: "localhost:port" }],
  ] as const) {
    const refused = await verbatim(backend.url, path, { headers });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([400, expect.objectContaining({ code: "bad_request" })]);
  }
});

test("a backend ends within five seconds while a web tier is subscribed, which then reports that it is not ready", async () => {
  const { backend, web } = await startBothTiers();
  await web.ready();
  await expect.poll(() => listen(backend.url, asWebTier)).toBe(200);
  const { code, milliseconds } = await backend.stop();
  expect([code, milliseconds < 5_000]).toEqual([0, true]);
  expect([await web.statusOf("/healthz"), await web.statusOf("/readyz")]).toEqual([200, 503]);
  expect((await web.stop()).code).toBe(0);
});

test("a web tier ends within five seconds while its backend is silent", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const web = await startProcess("server", { API_BASE_URL: `http://127.0.0.1:${port}`, BACKEND_SECRET: backendSecret });
  await web.ready("/healthz");
  void web.statusOf("/login");
  busyConnections(web.url, "/search?q=kit");
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { code, milliseconds } = await web.stop();
  expect([code, milliseconds < 5_000]).toEqual([0, true]);
});

/** Milliseconds for a page in an outage: the deadline of eight seconds, and the time to render the error when all pages are requested at once. */
const longestOutage = 12_000;

describe.runIf(serverUrl).each(["refused", "silent", "cut"] as const)("while PostgreSQL is %s behind a backend and a web tier", (fault) => {
  test("every public page is a cached one or reports the outage in time, people stay logged in, and recovery is immediate", {
    timeout: 180_000,
  }, async () => {
    const database = await openDatabaseProxy((await ownDatabase()).DATABASE_URL ?? "");
    const { backend, web } = await startBothTiers({ DATABASE_URL: database.url });
    await web.ready();
    const visit = async (path: string, headers = {}) => {
      const begun = performance.now();
      // A new connection: a keep-alive one may be closing.
      const own = { "accept-language": "fr", connection: "close", ...headers };
      const answer = await fetch(web.url + path, { headers: own, redirect: "manual" });
      const text = await answer.text();
      return { path, status: answer.status, headers: answer.headers, text, milliseconds: performance.now() - begun };
    };
    const cookie = await sessionIn(database.url);
    expect((await visit("/dashboard", { cookie })).status).toBe(200);
    // The cache begins once the web tier subscribes to changes.
    await expect.poll(async () => (await visit("/news")).headers.get("etag")).not.toBeNull();
    const listed = [...(await visit("/sitemap.xml")).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
    const pages = [...new Set(listed)];
    const cached: string[] = [];
    // The English ones are requested for the first time during the outage.
    for (const path of pages.filter((one) => !one.startsWith("/en"))) if ((await visit(path)).headers.get("etag")) cached.push(path);
    expect([pages.length > 30, cached.length > 12]).toEqual([true, true]);

    await database.set(fault);
    const outages = await Promise.all([visit("/dashboard", { cookie }), visit("/search?q=kit"), visit("/search?q=kit", { cookie })]);
    for (const { status, headers, milliseconds } of outages) {
      expect([status, headers.get("retry-after"), headers.getSetCookie().filter((line) => /^(access|refresh)=;/.test(line))]).toEqual([
        503,
        "5",
        [],
      ]);
      expect(milliseconds).toBeLessThan(longestOutage);
    }
    expect(web.lastWords()).toBeNull();
    for (const who of [{}, { cookie }]) {
      const seen = await Promise.all(pages.map((path) => visit(path, who)));
      for (const { path, status, headers, milliseconds } of seen) {
        const isRight = status === 200 || (status === 503 && headers.get("retry-after") === "5" && !cached.includes(path));
        expect([path, status, isRight]).toEqual([path, status, true]);
        expect([path, milliseconds < longestOutage]).toEqual([path, true]);
      }
      expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(cached.length);
    }
    for (const who of [{}, { cookie }]) {
      const { status, milliseconds } = await visit("/news", who);
      expect([status, milliseconds < 1_000]).toEqual([200, true]);
    }
    expect([await backend.statusOf("/healthz"), await backend.statusOf("/readyz")]).toEqual([200, 503]);

    await database.set(null);
    await expect.poll(async () => (await visit("/dashboard", { cookie })).status, { timeout: 2_000, interval: 50 }).toBe(200);
    expect([await backend.statusOf("/readyz"), (await visit("/en/partners")).status]).toEqual([200, 200]);
  });
});

test("a browser's report passes the web tier, whatever its origin; other changes do not", async () => {
  const { web } = await startBothTiers();
  await web.ready();
  const send = (path: string, type: string) =>
    fetch(web.url + path, {
      method: "POST",
      headers: { "content-type": type, origin: "https://elsewhere.example" },
      body: JSON.stringify({ "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/" } }),
    }).then(({ status }) => status);
  const { path } = cspReportsApi.report;
  // The first one waits until the rate limiter has loaded.
  await expect.poll(() => send(path, "application/csp-report"), { timeout: 30_000 }).toBe(204);
  expect(await send(path, "application/json")).toBe(415);
  expect(await send("/api/unanswered-searches", "application/json")).toBe(403);
});

test("the site in one process ends within five seconds under connections that go on sending requests", async () => {
  const site = await startProcess("server", await ownDatabase());
  await site.ready();
  busyConnections(site.url, "/search?q=kit");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { code, milliseconds } = await site.stop();
  expect([code, milliseconds < 5_000]).toEqual([0, true]);
});

test.runIf(serverUrl)(
  "two backends and two web tiers are restarted one after the other: no request fails, and an open form can be sent",
  async () => {
    const { DATABASE_URL = "" } = await ownDatabase();
    const { requested, failed, ends, form, asset } = await rollingRestart({ databaseUrl: DATABASE_URL, requests: 200 });
    expect([requested >= 200, failed]).toEqual([true, []]);
    expect(ends.map(({ code, milliseconds }) => [code, milliseconds < 5_000])).toEqual(Array(4).fill([0, true]));
    expect([form, asset]).toEqual([303, 200]);
  },
);
