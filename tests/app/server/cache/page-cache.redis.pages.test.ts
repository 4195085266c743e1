import { spawn } from "node:child_process";
import { once } from "node:events";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test as testInAnyRun } from "vitest";
import { publishChanges } from "#backend/change-publisher";
import { changeStream, redisChannel, redisMessage } from "#contract/api/changes";
import { startBackend, type TestBackend } from "#tests/support/backend";
import { openTestDatabase } from "#tests/support/database";
import { freePort } from "#tests/support/free-port";
import { signIn } from "#tests/support/people";
import { openRedis, ownChannel, type Redis, redisUrl, wayToRedis } from "#tests/support/redis";
import { type Site, startSite } from "#tests/support/site";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { changesOverRedis } from "~/server/cache/change-feed.server";

const test = testInAnyRun.runIf(redisUrl);

let redis: Redis;
beforeAll(async () => {
  redis = await openRedis();
});
afterAll(() => redis?.close());

const silent = pino({ level: "silent" });

async function closedAfterTest<Closing extends { close(): unknown }>(opened: Promise<Closing>): Promise<Closing> {
  const one = await opened;
  onTestFinished(async () => void (await one.close()));
  return one;
}

async function publish(backend: TestBackend, channel: string, url = redisUrl) {
  onTestFinished(await publishChanges(backend.changes, { url, channel, log: silent }));
}

/** A site that receives changes over Redis alone, its calls to the backend, and its log lines about Redis. */
async function startFollower(backend: TestBackend, channel: string, url = redisUrl) {
  const calls: string[] = [];
  const asking = Object.assign(Object.create(backend), {
    fetch: (...[request, environment]: Parameters<TestBackend["fetch"]>) => {
      calls.push(new URL(request.url).pathname);
      return backend.fetch(request, environment);
    },
  }) as TestBackend;
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const changes = await closedAfterTest(changesOverRedis({ url, channel, log }));
  const { app } = await startSite({}, backend);
  const site = await startSite({ changes, transport: app.inProcess(backend.services.settings.publicUrl, asking.fetch) }, backend);
  return { site, calls, logged };
}

const textOf = async (site: Site) => (await site.visit("/news")).text();
const marked = async (site: Site) => (await site.visit("/news")).headers.get("etag") !== null;

/** Whether a page that was just visited is rendered again all the same. */
async function renderedPages({ site, calls }: Awaited<ReturnType<typeof startFollower>>) {
  const before = calls.length;
  await site.visit("/news");
  return calls.length > before;
}

async function publishArticle(backend: TestBackend, title: string) {
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const post = (path: string, json: unknown) => backend.request(path, { method: "POST", cookie, json });
  const draft = await post("/api/admin/articles", { title: { fr: title }, lead: { fr: "" }, body: { fr: "Texte." } });
  const { id } = (await draft.json()) as { id: string };
  expect((await post(`/api/admin/articles/${id}/publication`, {})).status).toBe(200);
}

test("a change made through one process invalidates the pages of another within a second, over Redis only", async () => {
  const channel = ownChannel();
  const database = await openTestDatabase();
  const two = await closedAfterTest(startBackend({ database }));
  const one = await closedAfterTest(startBackend({ database: { ...database, close: async () => {} } }));
  for (const backend of [one, two]) await publish(backend, channel);
  const follower = await startFollower(two, channel);
  await expect.poll(() => marked(follower.site)).toBe(true);
  await expect.poll(() => renderedPages(follower)).toBe(false);
  await publishArticle(one, "Par un autre chemin");
  await expect.poll(() => textOf(follower.site), { timeout: 1_000, interval: 20 }).toContain("Par un autre chemin");
  expect(follower.calls).not.toContain(changeStream.path);
});

test.each([redisMessage.of("article"), redisMessage.missed, "a word of another version"])(
  "the message %j empties a page without any process that changed it",
  async (message) => {
    const channel = ownChannel();
    const follower = await startFollower(await closedAfterTest(startBackend()), channel);
    await expect.poll(() => marked(follower.site)).toBe(true);
    await expect.poll(() => renderedPages(follower)).toBe(false);
    expect(await redis.publish(channel, message)).toBe(1);
    await expect.poll(() => renderedPages(follower), { timeout: 1_000, interval: 20 }).toBe(true);
  },
);

test("while Redis is lost every page is a cache miss, with one line in the log; once it is back pages are cached as before", async () => {
  const channel = ownChannel();
  const way = await closedAfterTest(wayToRedis(redis));
  const backend = await closedAfterTest(startBackend());
  await publish(backend, channel);
  const follower = await startFollower(backend, channel, way.url);
  await expect.poll(() => marked(follower.site)).toBe(true);
  await way.cut();
  await expect.poll(() => marked(follower.site)).toBe(false);
  expect([await renderedPages(follower), await renderedPages(follower)]).toEqual([true, true]);
  await publishArticle(backend, "Pendant la coupure");
  expect(await textOf(follower.site)).toContain("Pendant la coupure");
  await way.open();
  await expect.poll(() => marked(follower.site), { timeout: 10_000 }).toBe(true);
  expect(await textOf(follower.site)).toContain("Pendant la coupure");
  await publishArticle(backend, "Après la coupure");
  await expect.poll(() => textOf(follower.site), { timeout: 1_000, interval: 20 }).toContain("Après la coupure");
  const [connected, lost] = ["changes are received over Redis", "changes are not received over Redis, so no page is cached"];
  expect(follower.logged).toEqual([connected, lost, connected]);
});

test("a silent Redis leaves no page stale for more than a second, and is used again when it responds", async () => {
  const channel = ownChannel();
  const way = await closedAfterTest(wayToRedis(redis));
  const backend = await closedAfterTest(startBackend());
  await publish(backend, channel, way.url);
  const follower = await startFollower(backend, channel, way.url);
  await expect.poll(() => marked(follower.site)).toBe(true);
  await expect.poll(() => renderedPages(follower)).toBe(false);
  way.silence();
  await publishArticle(backend, "Redis se tait");
  await expect.poll(() => textOf(follower.site), { timeout: 1_000, interval: 20 }).toContain("Redis se tait");
  way.pass();
  await expect.poll(() => marked(follower.site), { timeout: 10_000 }).toBe(true);
  await publishArticle(backend, "Redis reparle");
  await expect.poll(() => textOf(follower.site), { timeout: 2_000, interval: 20 }).toContain("Redis reparle");
});

test("a connection that Redis ends is reopened", async () => {
  const channel = ownChannel();
  const way = await closedAfterTest(wayToRedis(redis));
  const follower = await startFollower(await closedAfterTest(startBackend()), channel, way.url);
  await expect.poll(() => marked(follower.site)).toBe(true);
  await way.end();
  await expect.poll(() => follower.logged.length).toBe(3);
  await expect.poll(() => renderedPages(follower)).toBe(false);
  expect(await redis.publish(channel, redisMessage.of("article"))).toBe(1);
  await expect.poll(() => renderedPages(follower), { timeout: 1_000, interval: 20 }).toBe(true);
});

test("changes during the backend's loss of Redis are published afterwards", async () => {
  const channel = ownChannel();
  const way = await closedAfterTest(wayToRedis(redis));
  const backend = await closedAfterTest(startBackend());
  await publish(backend, channel, way.url);
  const follower = await startFollower(backend, channel);
  await expect.poll(() => marked(follower.site)).toBe(true);
  await expect.poll(() => renderedPages(follower)).toBe(false);
  await way.cut();
  await publishArticle(backend, "Personne ne l’a su");
  expect(await textOf(follower.site)).not.toContain("Personne ne l’a su");
  await way.open();
  await expect.poll(() => textOf(follower.site), { timeout: 10_000 }).toContain("Personne ne l’a su");
});

test("a channel without a heartbeat counts as lost, until there is one", async () => {
  const channel = ownChannel();
  const received: unknown[] = [];
  const feed = await changesOverRedis({ url: redisUrl, channel, log: silent, silence: 100 });
  onTestFinished(() => feed.close());
  feed.follow({ changed: (kind) => received.push({ kind }), live: (live) => received.push(live) });
  await expect.poll(() => received).toEqual([{ kind: null }, true, false]);
  await redis.publish(channel, redisMessage.heartbeat);
  await expect.poll(() => received.slice(3, 5)).toEqual([{ kind: null }, true]);
});

/** The built site as a process of its own. */
async function startProcess(settings: Record<string, string>) {
  const port = await freePort();
  const site = spawn(process.execPath, ["build/server.js"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_FOLDER: temporaryFolder("redis"),
      ...settings,
    },
  });
  onTestFinished(() => void site.kill("SIGKILL"));
  let output = "";
  for (const stream of [site.stdout, site.stderr]) stream.on("data", (chunk) => (output += chunk));
  const url = `http://localhost:${port}`;
  const statusOf = (path: string) =>
    fetch(url + path).then(
      ({ status }) => status,
      () => 0,
    );
  return {
    channel: redisChannel(url),
    ready: () => expect.poll(() => statusOf("/readyz"), { timeout: 60_000 }).toBe(200),
    page: () => fetch(`${url}/news`, { headers: { "accept-language": "fr" } }),
    async end() {
      site.kill("SIGTERM");
      return { code: (await once(site, "exit"))[0], output };
    },
  };
}

test("a process with REDIS_URL publishes and receives changes there, and stops on SIGTERM", async () => {
  const started = await startProcess({ REDIS_URL: redisUrl });
  const published: string[] = [];
  await redis.subscribe(started.channel, (message) => published.push(message));
  onTestFinished(() => redis.unsubscribe(started.channel));
  await started.ready();
  await expect.poll(async () => (await started.page()).headers.get("etag")).not.toBeNull();
  expect(published[0]).toBe(redisMessage.missed);
  expect(await redis.publish(started.channel, redisMessage.missed)).toBe(2);
  expect((await started.end()).code).toBe(0);
});

test("a process starts and serves with an unreachable REDIS_URL: it logs that once for each direction, and caches no page", async () => {
  const started = await startProcess({ REDIS_URL: `redis://me:sesame@127.0.0.1:${await freePort()}` });
  await started.ready();
  const page = await started.page();
  expect([page.status, page.headers.get("etag")]).toEqual([200, null]);
  const { code, output } = await started.end();
  expect([code, output.match(/changes (are not received over|cannot be published to) Redis/g)?.sort()]).toEqual([
    0,
    ["changes are not received over Redis", "changes cannot be published to Redis"],
  ]);
  expect(output).not.toContain("sesame");
});
