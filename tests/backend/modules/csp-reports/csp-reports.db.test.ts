import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLimits } from "#backend/http/limits";
import { maxKindsPerDay, purgeReports } from "#backend/modules/csp-reports/counting";
import { cspReports } from "#backend/modules/csp-reports/tables";
import { cspReportsApi } from "#contract/api/csp-reports";
import { startBackend, type TestBackend, testClock } from "#tests/support/backend";
import { noLimits } from "#tests/support/no-limits";
import { signIn } from "#tests/support/people";

const { path, maxBytes } = cspReportsApi.report;
const start = "2026-11-20T10:00:00Z";
const time = testClock(new Date(start));

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ clock: time.clock, limits: { ...noLimits } });
});
beforeEach(async () => {
  time.set(start);
  Object.assign(backend.services.limits, noLimits);
  await backend.services.db.delete(cspReports);
});
afterAll(() => backend.close());

const single = "application/csp-report";
const list = "application/reports+json";

/** Sends reports as a browser does, which names no page of ours. */
async function report(type: string, json: unknown, headers: Record<string, string> = {}, method = "POST") {
  const body = typeof json === "string" ? json : JSON.stringify(json);
  const sent = { method, body, headers: { origin: "https://elsewhere.example", "content-type": type, ...headers } };
  return backend.request(path, sent);
}

const oneViolation = (directive: string, blocked: string) => ({
  "csp-report": { "document-uri": "https://maillon.example/reset?token=Zinzolin", "violated-directive": directive, "blocked-uri": blocked },
});
const violation = (effectiveDirective: string, blockedURL: string) => ({
  type: "csp-violation",
  age: 10,
  url: "https://maillon.example/reset?token=Zinzolin",
  user_agent: "Zinzolin/1.0",
  body: { effectiveDirective, blockedURL, documentURL: "https://maillon.example/?q=Zinzolin", sample: "Zinzolin", statusCode: 200 },
});

const rows = async () =>
  (await backend.services.db.select().from(cspReports)).map(({ directive, blocked, times }) => `${directive} ${blocked} ${times}`).sort();

test("reports in both formats are counted by directive and origin, and nothing else of them is stored", async () => {
  const evil = "https://zinzolin:secret@evil.example:8443/a/Zinzolin?mail=Zinzolin#Zinzolin";
  expect((await report(single, oneViolation("script-src-elem", evil))).status).toBe(204);
  expect((await report(`${single}; charset=utf-8`, oneViolation("img-src 'self' data: blob:", "https://evil.example/x"))).status).toBe(204);
  const several = [
    violation("script-src-elem", evil),
    violation("script-src-elem", evil),
    violation("style-src-elem", "inline"),
    violation("connect-src", "chrome-extension://abcdefgh/page?Zinzolin"),
    violation("zinzolin-src", "Zinzolin et ses amies"),
    { type: "deprecation", body: { id: "Zinzolin" } },
    { type: "csp-violation", body: null },
  ];
  const answer = await report(list, several);
  expect([answer.status, await answer.text(), answer.headers.get("set-cookie")]).toEqual([204, "", null]);
  expect(await rows()).toEqual([
    "connect-src chrome-extension 1",
    "img-src https://evil.example 1",
    "other other 2",
    "script-src-elem https://evil.example:8443 3",
    "style-src-elem inline 1",
  ]);
  expect(JSON.stringify([await backend.services.db.select().from(cspReports), backend.logged]).toLowerCase()).not.toContain("zinzolin");
});

test("another type of content is a 415, a large body a 413, a broken one a 400 or 422, another method a 405; nothing is counted", async () => {
  const good = oneViolation("img-src", "https://evil.example/");
  for (const type of ["application/json", "text/plain", "", "multipart/form-data; boundary=x"])
    expect([type, (await report(type, good)).status]).toEqual([type, 415]);
  expect((await report(list, JSON.stringify([violation("img-src", "a".repeat(maxBytes))]))).status).toBe(413);
  expect((await report(single, '{"csp-report":')).status).toBe(400);
  for (const wrong of [{}, { "csp-report": "x" }, [{ body: {} }], "null", "3"])
    expect([wrong, (await report(list, wrong)).status]).toEqual([wrong, 422]);
  for (const method of ["PUT", "DELETE"]) expect((await report(single, good, {}, method)).status).toBe(405);
  expect(await rows()).toEqual([]);
});

test("a foreign Origin is accepted here and refused elsewhere", async () => {
  for (const origin of ["https://elsewhere.example", "null"]) {
    expect((await report(single, oneViolation("img-src", "https://evil.example/"), { origin })).status).toBe(204);
    const headers = { origin, "content-type": "application/json" };
    for (const elsewhere of ["/api/unanswered-searches", `${path}/more`, "/api/contact"])
      expect((await backend.request(elsewhere, { method: "POST", headers, body: "{}" })).status).toBe(403);
  }
});

test("a flood of one network is limited, another one goes on", async () => {
  Object.assign(backend.services.limits, createLimits(backend.services.db));
  const statuses: number[] = [];
  for (let many = 0; many < 70; many += 1) statuses.push((await report(single, oneViolation("img-src", "https://evil.example/"))).status);
  expect(statuses.map((status) => status === 204)).toEqual([...Array(60).fill(true), ...Array(10).fill(false)]);
  const last = await report(single, oneViolation("img-src", "https://evil.example/"));
  expect([last.status, Number(last.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const request = new Request(`http://localhost:3000${path}`, {
    method: "POST",
    body: JSON.stringify(oneViolation("img-src", "https://evil.example/")),
    headers: { "content-type": single },
  });
  expect((await backend.fetch(request, { ip: "203.0.113.9" })).status).toBe(204);
  expect(await rows()).toEqual(["img-src https://evil.example 61"]);
});

test("a day holds a limited number of different ones and one for the rest, also concurrently; twenty of a request are read", async () => {
  const of = (first: number, many: number) =>
    Array.from({ length: many }, (_, at) => violation("img-src", `https://host-${first + at}.example/`));
  expect((await report(list, of(0, 30))).status).toBe(204);
  expect((await rows()).length).toBe(20);
  await Promise.all(Array.from({ length: 12 }, (_, at) => report(list, of(100 + at * 20, 20))));
  const stored = await backend.services.db.select().from(cspReports);
  expect(stored.length).toBe(maxKindsPerDay + 1);
  expect(stored.find(({ directive }) => directive === "other")?.times).toBe(20 + 12 * 20 - maxKindsPerDay);
});

test("administrators read the sums of thirty days, the most frequent first; older days are purged", async () => {
  time.set("2026-11-01T10:00:00Z");
  await report(single, oneViolation("img-src", "https://one.example/"));
  time.set(start);
  await report(list, [violation("img-src", "https://one.example/"), violation("style-src", "inline"), violation("style-src", "inline")]);
  await report(list, [violation("img-src", "https://one.example/")]);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const read = async () => (await backend.request(cspReportsApi.list.path, { cookie })).json();
  const one = { directive: "img-src", blocked: "https://one.example", lastOn: "2026-11-20" };
  const two = { directive: "style-src", blocked: "inline", times: 2, lastOn: "2026-11-20" };
  expect(await read()).toEqual({ items: [{ ...one, times: 3 }, two] });
  await purgeReports(backend.services.db, new Date("2026-12-02T10:00:00Z"));
  expect(await read()).toEqual({ items: [{ ...one, times: 2 }, two] });
  const volunteer = await signIn(backend, { role: "VOLUNTEER" });
  expect((await backend.request(cspReportsApi.list.path, { cookie: volunteer.cookie })).status).toBe(403);
  expect((await backend.request(cspReportsApi.list.path)).status).toBe(401);
});
