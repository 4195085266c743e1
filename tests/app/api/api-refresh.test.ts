import { expect, test } from "vitest";
import { aUser } from "#tests/support/people";
import { answer, clientOver, isRefresh, newPair, type Sent } from "#tests/support/transport";
import { isOutage } from "~/api/outage";
import { RefreshQueue } from "~/api/refresh.server";
import { RequestSession } from "~/api/request-session.server";

const read = { method: "GET", path: "/api/teams" };
const hasNewToken = ({ headers }: Sent) => headers.get("cookie")?.includes("access=new");
const expired = () => answer(498, { code: "token_expired" });
const renewing = (sent: Sent) =>
  isRefresh(sent) ? answer(200, { success: true }, newPair) : hasNewToken(sent) ? answer(200, { ok: true }) : expired();
const paths = (sent: Sent[]) => sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

/** A promise with an external resolve. */
function held<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

test("S4-013 S8-001 S8-002 a 498 refreshes once and sends the request again, its body intact", async () => {
  const { client, jar, sent, logged } = clientOver(renewing);
  const result = await client.request({ method: "POST", path: "/api/teams", body: { name: "Nord" } });
  expect([result.status, result.data]).toEqual([200, { ok: true }]);
  expect(paths(sent)).toEqual(["POST /api/teams", "POST /api/auth/refresh", "POST /api/teams"]);
  expect([sent[0]?.body, sent[2]?.body]).toEqual(['{"name":"Nord"}', '{"name":"Nord"}']);
  expect([jar.get("access"), jar.get("refresh"), jar.setCookies]).toEqual(["new", "two", newPair]);
  expect(logged).toEqual(["Token expired"]);
});

test("S4-014 a 498 after the refresh is returned as an error: one refresh, no loop", async () => {
  const { client, sent } = clientOver((one) => (isRefresh(one) ? answer(200, {}, newPair) : expired()));
  const result = await client.request(read);
  expect([result.status, result.error?.status]).toEqual([498, 498]);
  expect(paths(sent)).toEqual(["GET /api/teams", "POST /api/auth/refresh", "GET /api/teams"]);
});

test("a 401 never starts a refresh", async () => {
  const { client, sent } = clientOver(() => answer(401));
  expect((await client.request(read)).status).toBe(401);
  expect(sent).toHaveLength(1);
});

const refusals = [
  ["is refused", () => answer(401, { code: "token_refresh_failed" })],
  ["is told that its token has expired", () => answer(498)],
  ["returns nothing", () => new Response(null, { status: 204 })],
  ["returns success without tokens", () => answer(200, { success: true })],
] as const;
const outages = [
  ["breaks", () => answer(500)],
  ["is told to come again", () => answer(503)],
  ["is told that there were too many", () => answer(429)],
  ["meets another site", () => answer(404)],
  [
    "gets no answer",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
] as const;
const failures = [...refusals, ...outages];

test.each(outages)(
  "a refresh that %s takes nothing away: nobody said that the session is over, and the call fails as one in an outage",
  async (_, respond) => {
    const { client, jar, logged } = clientOver((one) => (isRefresh(one) ? respond() : expired()));
    const result = await client.request(read);
    expect([result.data, result.status, isOutage(result.error)]).toEqual([null, 503, true]);
    expect([client.authenticationCleared, jar.get("access"), jar.get("refresh"), jar.setCookies]).toEqual([false, "old", "one", []]);
    expect(logged).toEqual(["Token expired", "Token refresh failed"]);
  },
);

test.each(refusals)(
  "S4-019 S4-020 S4-021 S8-001 S8-002 S8-003 S8-004 a refresh that %s clears authentication and passes the error on",
  async (_, respond) => {
    const { client, jar, sent, logged } = clientOver((one) => (isRefresh(one) ? respond() : expired()));
    const result = await client.request(read);
    expect([result.data, result.status, result.error?.status]).toEqual([null, 498, 498]);
    expect(paths(sent)).toEqual(["GET /api/teams", "POST /api/auth/refresh"]);
    expect([client.authenticationCleared, jar.get("access"), jar.get("refresh")]).toEqual([true, undefined, undefined]);
    expect(jar.setCookies).toEqual([
      "access=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
      "refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect(logged).toEqual(["Token expired", "Token refresh failed", "Authentication cleared"]);
  },
);

test.each(failures)("S7-015 S8-007 refresh() is false, and throws nothing, when it %s", async (_, respond) => {
  const { client } = clientOver(() => respond());
  expect(await client.refresh()).toBe(false);
});

test("S7-015 refresh() is true when the session was renewed", async () => {
  expect(await clientOver(renewing).client.refresh()).toBe(true);
});

test("without a refresh token no refresh is requested", async () => {
  const { client, sent } = clientOver(expired, { cookie: "access=old" });
  expect((await client.request(read)).status).toBe(498);
  expect(sent).toHaveLength(1);
});

test("S4-015 S4-016 S4-017 requests that meet 498 together wait for one refresh, and each is sent once more", async () => {
  const refreshed = held<Response>();
  const refreshQueue = new RefreshQueue();
  const clients = Array.from({ length: 20 }, () =>
    clientOver((one) => (isRefresh(one) ? refreshed.promise : renewing(one)), { refreshQueue }),
  );
  let answered = 0;
  const results = clients.map(({ client }, index) =>
    client.request({ ...read, query: { index } }).finally(() => {
      answered += 1;
    }),
  );
  await expect.poll(() => clients.flatMap(({ sent }) => sent).length).toBe(21);
  expect(answered).toBe(0);
  refreshed.settle(answer(200, {}, newPair));
  expect((await Promise.all(results)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  const all = clients.flatMap(({ sent }) => sent);
  expect([all.filter(isRefresh).length, all.filter(hasNewToken).length, all.length]).toEqual([1, 20, 41]);
  expect(clients.map(({ jar }) => jar.get("refresh"))).toEqual(Array(20).fill("two"));
});

test("S4-015 a 498 that arrives after another call of the same request renewed the session does not start a second refresh", async () => {
  const late = held<Response>();
  const { client, jar, sent } = clientOver((one) => (one.url.endsWith("/slow") && !hasNewToken(one) ? late.promise : renewing(one)));
  const slow = client.request({ method: "GET", path: "/api/slow" });
  expect((await client.request(read)).status).toBe(200);
  late.settle(expired());
  expect((await slow).status).toBe(200);
  expect(sent.filter(isRefresh)).toHaveLength(1);
  expect(jar.setCookies).toEqual(newPair);
});

test("S4-018 when the refresh fails every waiting request is rejected, after one refresh for all", async () => {
  const refreshQueue = new RefreshQueue();
  const clients = Array.from({ length: 20 }, () => clientOver((one) => (isRefresh(one) ? answer(401) : expired()), { refreshQueue }));
  const results = await Promise.all(clients.map(({ client }) => client.request(read)));
  expect(results.map(({ error }) => error?.status)).toEqual(Array(20).fill(498));
  const all = clients.flatMap(({ sent }) => sent);
  expect([all.filter(isRefresh).length, all.length]).toEqual([1, 21]);
});

test("S4-022 logout rejects the requests that wait for the refresh, and none is replayed after it", async () => {
  const refreshed = held<Response>();
  const refreshQueue = new RefreshQueue();
  const clients = Array.from({ length: 3 }, () =>
    clientOver((one) => (isRefresh(one) ? refreshed.promise : renewing(one)), { refreshQueue }),
  );
  const results = clients.map(({ client }) => client.request(read));
  await expect.poll(() => clients.flatMap(({ sent }) => sent).length).toBe(4);
  refreshQueue.clear("one");
  expect((await Promise.all(results)).map(({ status }) => status)).toEqual([498, 498, 498]);
  refreshed.settle(answer(200, {}, newPair));
  await refreshed.promise;
  expect(clients.flatMap(({ sent }) => sent)).toHaveLength(4);
  expect(clients.map(({ jar, client }) => [jar.get("access"), client.authenticationCleared])).toEqual(Array(3).fill([undefined, true]));
});

const me = aUser({ role: "VOLUNTEER" });
const isCheck = ({ url }: Sent) => url.endsWith("/api/auth/is-logged");

test("S4-012 S8-005 a 401 on the profile call clears authentication and raises nothing", async () => {
  const { client, jar, logged } = clientOver(() => answer(401));
  expect(await new RequestSession(client, true).user()).toBeNull();
  expect([jar.get("access"), jar.setCookies.length, logged]).toEqual([undefined, 2, ["Authentication cleared"]]);
});

test("the person is read once a request, and for a visitor without cookies not at all", async () => {
  const { client, sent } = clientOver(() => answer(200, me));
  const session = new RequestSession(client, true);
  expect((await Promise.all([session.user(), session.user()])).map((user) => user?.id)).toEqual([me.id, me.id]);
  expect(sent).toHaveLength(1);
  expect(await new RequestSession(client, false).user()).toBeNull();
  expect(sent).toHaveLength(1);
});

test.each([
  ["401", () => answer(401)],
  ["500", () => answer(500)],
  ["no answer", () => Promise.reject(new TypeError("fetch failed"))],
  ["broken JSON", () => new Response('{"success":', { headers: { "content-type": "application/json" } })],
  ["no success", () => answer(200, { success: false })],
])(
  "S7-011 S8-006 when the profile call is refused and the logged-in check fails too (%s), the person counts as not logged in",
  async (_, check) => {
    const { client, jar } = clientOver((one) => (isCheck(one) ? check() : answer(403)));
    expect(await new RequestSession(client, true).user()).toBeNull();
    expect(jar.get("access")).toBe("old");
  },
);

test("S7-011 a person who is logged in gets the error of the profile call", async () => {
  const { client } = clientOver((one) => (isCheck(one) ? answer(200, { success: true }) : answer(403)));
  await expect(new RequestSession(client, true).user()).rejects.toMatchObject({ status: 403 });
});

test.each([500, 502, 503, 504, 429, 408])(
  "a profile call that meets %i says nothing about the person, and is not asked after",
  async (status) => {
    const { client, sent, jar } = clientOver(() => answer(status));
    await expect(new RequestSession(client, true).user()).rejects.toMatchObject({ status });
    expect([sent.some(isCheck), jar.get("access"), jar.setCookies]).toEqual([false, "old", []]);
  },
);
