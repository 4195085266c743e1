import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { signIn } from "#tests/support/people";

let backend: TestBackend;
let admin = "";
let student = "";
beforeAll(async () => {
  backend = await startBackend();
  admin = (await signIn(backend, { role: "ADMIN" })).cookie;
  student = (await signIn(backend, { role: "BENEFICIARY" })).cookie;
});
afterAll(() => backend.close());

const languages = ["fr", "en"] as const;
const foreign = { origin: "https://elsewhere.example" };
const unknown = "00000000-0000-4000-8000-000000000000";

test.each<[string, string, number, string, RequestInit & { cookie?: () => string; json?: unknown }]>([
  ["an address without an answer", "/api/nothing", 404, "not_found", {}],
  ["a method that the address does not answer", "/api/articles", 405, "method_not_allowed", { method: "DELETE" }],
  ["another site's request", "/api/auth/refresh", 403, "foreign_origin", { method: "POST", headers: foreign }],
  ["a visitor", "/api/user/me", 401, "not_authenticated", {}],
  ["a role that may not", "/api/admin/articles", 403, "forbidden", { cookie: () => student }],
  ["a record that is not there", `/api/admin/articles/${unknown}`, 404, "not_found", { cookie: () => admin }],
  ["a body that is no JSON", "/api/saved-views", 400, "bad_request", { cookie: () => admin, method: "POST", body: "{" }],
  ["a form with a fault", "/api/saved-views", 422, "invalid", { cookie: () => admin, method: "POST", json: {} }],
  ["a session that is over", "/api/auth/refresh", 401, "token_refresh_failed", { method: "POST" }],
])("%s is refused as a problem in both languages", async (_, path, status, code, { cookie, ...request }) => {
  const titles = new Set<string>();
  for (const language of languages) {
    const headers = { "content-type": "application/json", ...request.headers, "accept-language": language };
    const answer = await backend.request(path, { ...request, headers, cookie: cookie?.() });
    const problem = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(problem).toMatchObject({ status, code, type: `about:blank#${code}`, requestId: expect.stringMatching(/./) });
    titles.add(String(problem.title));
  }
  expect(titles.size).toBe(2);
});

test("a path lists its allowed methods", async () => {
  const answer = await backend.request("/api/saved-views", { method: "PUT", json: {} });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
});
