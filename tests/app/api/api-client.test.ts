import { performance as eventLoop } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentUserApi } from "#contract/accounts/current-user";
import { sessionApi } from "#contract/accounts/session";
import { AuditQuery, auditApi } from "#contract/law/audit";
import { answer, clientOver, type Sent } from "#tests/support/transport";
import { ApiError } from "~/api/api-error";
import type { ApiClient } from "~/api/client.server";

const payload = ["PATCH", "POST", "PUT", "DELETE"];
const harmless = ["GET", "HEAD", "OPTIONS"];
const retried = [408, 409, 425, 429, 500, 502, 503, 504];
const final = [400, 401, 403, 404, 405, 406, 410, 411, 412, 413, 415, 416, 417, 418, 422, 423, 424, 426, 428, 431, 451, 501, 505, 507, 511];

const withoutAnswer = () => {
  throw new TypeError("fetch failed");
};

test("S7-001 S7-002 every call goes to the configured base address with the person's cookies", async () => {
  const { client, sent } = clientOver(() => answer(200), { cookie: "access=a%20b; refresh=one; i18n_redirected=en" });
  await client.request({ method: "GET", path: "/api/teams", query: { page: 2 } });
  await client.request({ method: "POST", path: "/api/teams", body: { name: "Nord" } });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET https://api.example/api/teams?page=2",
    "POST https://api.example/api/teams",
  ]);
  expect(sent.map(({ headers }) => headers.get("cookie"))).toEqual(Array(2).fill("access=a%20b; refresh=one; i18n_redirected=en"));
  expect(sent[1]?.body).toBe('{"name":"Nord"}');
});

test("a query that ends in half a sign is sent, and says nothing about the backend", async () => {
  const outcomes: boolean[] = [];
  const { client, sent } = clientOver(() => answer(200), { health: { recordOutcome: (answered) => outcomes.push(answered) } });
  const result = await client.request({ method: "GET", path: "/api/search", query: { q: "a\ud83d", page: 1 } });
  expect([result.status, outcomes]).toEqual([200, [true]]);
  expect(sent.map(({ url }) => new URL(url).searchParams.get("q"))).toEqual(["a\ufffd"]);
});

describe("the backend counts as unavailable", () => {
  const outcomesOf = async (respond: Parameters<typeof clientOver>[0], call: (client: ApiClient) => Promise<unknown>) => {
    const outcomes: boolean[] = [];
    const { client } = clientOver(respond, { health: { recordOutcome: (answered) => outcomes.push(answered) } });
    const asking = call(client).catch(() => null);
    await vi.advanceTimersByTimeAsync(20_000);
    await asking;
    return outcomes;
  };
  const silent = ({ signal }: Sent) => new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const query = AuditQuery.parse({});

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["unavailable", 503, false],
    ["too_slow", 503, true],
    ["storage_full", 507, true],
    ["unexpected", 500, true],
  ])("after a refusal %s with %i: %s", async (code, status, answered) => {
    const outcomes = await outcomesOf(
      () => answer(status, { code }),
      (client) => client.call(auditApi.list, { query }),
    );
    expect(outcomes).toEqual([answered]);
  });

  test("after a time-out of an ordinary call, and not after one of a long list", async () => {
    expect(await outcomesOf(silent, (client) => client.call(sessionApi.isLogged))).toEqual([false]);
    expect(await outcomesOf(silent, (client) => client.call(auditApi.list, { query }))).toEqual([]);
  });
});

test.each([
  ["S7-003 fr", "fr", "fr"],
  ["S7-003 en", "en", "en"],
  ["S7-004 no locale", undefined, "fr"],
  ["S7-004 an empty one", "", "fr"],
  ["S7-004 one that is not ours", "de", "fr"],
  ["S7-004 one in capitals", "EN", "fr"],
  ["S7-004 an object", { code: "en" }, "fr"],
])("%s travels as Accept-Language", async (_, locale, expected) => {
  const { client, sent } = clientOver(() => answer(200), { locale });
  await client.request({ method: "GET", path: "/api/teams" });
  expect(sent.map(({ headers }) => headers.get("accept-language"))).toEqual([expected]);
});

describe("retries", () => {
  const timesSent = async (method: string, status: number) => {
    const { client, sent } = clientOver(() => answer(status));
    await client.request({ method, path: "/api/teams" });
    return sent.length;
  };

  test.each(payload.flatMap((method) => retried.map((status) => [method, status] as const)))(
    "S7-005 %s met with %i is sent once",
    async (method, status) => {
      expect(await timesSent(method, status)).toBe(1);
    },
  );

  test.each(harmless.flatMap((method) => retried.map((status) => [method, status] as const)))(
    "S7-006 S7-007 %s met with %i is sent twice",
    async (method, status) => {
      expect(await timesSent(method, status)).toBe(2);
    },
  );

  test.each(final)("S7-007 GET met with %i is sent once", async (status) => {
    expect(await timesSent("GET", status)).toBe(1);
  });

  test("S7-006 a second try that succeeds is the answer", async () => {
    const answers = [answer(503), answer(200, { success: true })];
    const { client } = clientOver(() => answers.shift() ?? answer(500));
    expect(await client.request({ method: "GET", path: "/api/teams" })).toEqual({
      data: { success: true },
      error: null,
      body: null,
      status: 200,
    });
  });

  test.each([
    ["GET", 2],
    ["POST", 1],
  ])("no answer at all counts as 500: %s is sent %i times", async (method, times) => {
    const { client, sent } = clientOver(withoutAnswer);
    await client.request({ method, path: "/api/teams" });
    expect(sent).toHaveLength(times);
  });
});

describe("the result of a call", () => {
  test("S7-008 of a success holds its data and status, and no error", async () => {
    const { client } = clientOver(() => answer(201, { id: 1 }));
    expect(await client.request({ method: "POST", path: "/api/teams" })).toEqual({ data: { id: 1 }, error: null, body: null, status: 201 });
  });

  const bodies = [
    ["a problem", "application/json", '{"code":"stale","title":"Trop tard"}', { code: "stale", title: "Trop tard" }],
    ["text", "text/plain", "Non", "Non"],
  ] as const;
  const table = [400, 403, 404, 422, 500].flatMap((status) => bodies.map((body) => [status, ...body] as const));

  test.each(table)("of a %i with %s holds the error, the parsed body and the status", async (status, _, type, text, parsed) => {
    const { client } = clientOver(() => new Response(text, { status, headers: { "content-type": type } }));
    const result = await client.request({ method: "POST", path: "/api/teams" });
    expect([result.data, result.body, result.status]).toEqual([null, parsed, status]);
    expect(result.error).toBeInstanceOf(ApiError);
    expect([result.error?.status, result.error?.body]).toEqual([status, typeof parsed === "object" ? parsed : {}]);
  });

  test.each([400, 403, 404, 422, 500])("of an empty %i has no body to show", async (status) => {
    const { client } = clientOver(() => new Response(null, { status }));
    const result = await client.request({ method: "POST", path: "/api/teams" });
    expect([result.data, result.error?.status, result.error?.body, result.status]).toEqual([null, status, {}, status]);
  });

  test.each([
    ["a refused connection", withoutAnswer],
    [
      "a time-out",
      () => {
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      },
    ],
  ])("S7-009 without an answer (%s) has status 500", async (_, respond) => {
    const { client } = clientOver(respond);
    const result = await client.request({ method: "GET", path: "/api/teams" });
    expect([result.data, result.body, result.status, result.error?.status]).toEqual([null, null, 500, 500]);
  });

  test("S8-008 call() throws what request() would return", async () => {
    const { client } = clientOver(() => answer(403, { code: "forbidden" }));
    await expect(client.call(currentUserApi.me)).rejects.toMatchObject({ name: "ApiError", status: 403, body: { code: "forbidden" } });
  });

  test("a response that does not match the contract is a 502", async () => {
    const { client } = clientOver(() => answer(200, { id: "not a user" }));
    await expect(client.call(currentUserApi.me)).rejects.toMatchObject({ status: 502 });
  });
});

test("S7-013 the login address is asked for without following redirects", async () => {
  const { client, sent } = clientOver(() => answer(200, { redirect_uri: "http://localhost:3000/oidc/auth" }));
  expect(await client.call(sessionApi.login, { query: {} })).toEqual({ redirect_uri: "http://localhost:3000/oidc/auth" });
  expect(sent.map(({ method, url, redirect }) => [method, url, redirect])).toEqual([
    ["GET", "https://api.example/api/auth/login", "manual"],
  ]);
});

test("path parameters cannot leave their segment of the URL", async () => {
  const { client, sent } = clientOver(() => answer(404));
  await expect(client.call(sessionApi.interaction, { params: { id: "../../user/me?x#y" } })).rejects.toMatchObject({ status: 404 });
  expect(sent[0]?.url).toBe("https://api.example/api/auth/interactions/..%2F..%2Fuser%2Fme%3Fx%23y");
});

/** Waits until it is aborted, like a backend that does not respond. */
const silent = ({ signal }: Sent) => new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("the time of a request", () => {
  let utilization = 0;
  let restore = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    utilization = 0;
    // why: with a fake clock the event loop is never idle
    const spy = vi.spyOn(eventLoop, "eventLoopUtilization").mockImplementation(() => ({ idle: 0, active: 0, utilization }));
    restore = () => spy.mockRestore();
  });
  afterEach(() => {
    vi.useRealTimers();
    restore();
  });

  test("ends eight seconds after it began, over all tries of all its calls", async () => {
    const { client, sent } = clientOver(silent);
    const ended: number[] = [];
    const begun = performance.now();
    const ask = async () => {
      expect((await client.request({ method: "GET", path: "/api/teams" })).status).toBe(500);
      ended.push(Math.round((performance.now() - begun) / 100) * 100);
    };
    const asking = ask().then(ask);
    await vi.advanceTimersByTimeAsync(20_000);
    await asking;
    expect([sent.length, ended]).toEqual([3, [8_000, 8_000]]);
  });

  test("allows no retry when less than a second of it is left", async () => {
    const { client, sent } = clientOver(
      () => new Promise((resolve) => setTimeout(() => resolve(answer(503)), sent.length === 1 ? 3_000 : 4_200)),
    );
    const asking = client.request({ method: "GET", path: "/api/teams" }).then(() => client.request({ method: "GET", path: "/api/teams" }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([(await asking).status, sent.length]).toEqual([500, 3]);
  });

  test("is longer in a process that is late itself, and stays under 20 s", async () => {
    utilization = 1;
    const answers = [12_000, 60_000];
    const { client } = clientOver(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          setTimeout(() => resolve(answer(200, {})), answers.shift());
        }),
    );
    const begun = performance.now();
    const asking = (async () => [
      (await client.request({ method: "GET", path: "/api/teams" })).status,
      (await client.request({ method: "GET", path: "/api/teams" })).status,
      Math.round((performance.now() - begun) / 1_000),
    ])();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await asking).toEqual([200, 500, 18]);
  });

  test("is each call's own for a file of a whole list", async () => {
    const { client } = clientOver(() => new Promise((resolve) => setTimeout(() => resolve(answer(200, {})), 4_000)));
    client.withoutDeadline();
    const asking = (async () => {
      for (let page = 0; page < 5; page += 1) expect((await client.request({ method: "GET", path: "/api/teams" })).status).toBe(200);
    })();
    await vi.advanceTimersByTimeAsync(30_000);
    await asking;
  });

  test("is not that of what was read before, for a file of a list that changes meanwhile", async () => {
    const { client, sent } = clientOver(() => answer(200, { success: true }));
    for (const _ of ["first", "second"]) await client.call(sessionApi.isLogged);
    expect(sent).toHaveLength(1);
    client.withoutDeadline();
    for (const _ of ["first", "second"]) await client.call(sessionApi.isLogged);
    expect(sent).toHaveLength(3);
  });
});
