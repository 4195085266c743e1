import { expect, test, vi } from "vitest";
import { PageCache, rulesHeader } from "~/server/cache/page-cache.server";

test("a page that the calendar changes is stale when a day begins in France, and no other is", async () => {
  let now = Date.parse("2026-11-21T22:59:00Z");
  const cache = new PageCache({ clock: () => now });
  cache.live = true;
  let made = 0;
  const ask = async (path: string, on: string[]) => {
    const answer = await cache.answer(new Request(`http://site${path}`), async () => {
      made += 1;
      return new Response(`page ${made}`, { headers: { [rulesHeader]: JSON.stringify({ on }) } });
    });
    return answer?.text();
  };
  expect([await ask("/jobs", ["job", "day"]), await ask("/story", [])]).toEqual(["page 1", "page 2"]);
  now += 30_000;
  expect(await ask("/jobs", ["job", "day"])).toBe("page 1");
  now += 31_000;
  await ask("/jobs", ["job", "day"]);
  now += 1_001;
  expect([await ask("/jobs", ["job", "day"]), await ask("/story", [])]).toEqual([expect.not.stringMatching("page 1"), "page 2"]);
});

test("a page is not cached when something it shows changes while it is rendered or compressed", async () => {
  const cache = new PageCache();
  cache.live = true;
  const ask = async (after: () => void) => {
    const answer = cache.answer(new Request("http://site/team"), async () => {
      after();
      return new Response("a page ".repeat(5_000), { headers: { [rulesHeader]: JSON.stringify({ on: ["team"] }) } });
    });
    return (await answer)?.text();
  };
  await ask(() => cache.changed("team"));
  expect(cache.cached("/team")).toBeNull();
  // Compression takes some milliseconds in other threads: the change occurs during it.
  await ask(() => setTimeout(() => cache.changed("team"), 1));
  expect(cache.cached("/team")).toBeNull();
  await ask(() => cache.changed("article"));
  expect(cache.cached("/team")).not.toBeNull();
});

test("however many spellings of paths are requested, few are stored, and pages still get the relevant parameters", async () => {
  const cache = new PageCache();
  cache.live = true;
  const made = () => new Response("page", { headers: { [rulesHeader]: JSON.stringify({ on: [] }) } });
  const marked = async (path: string) =>
    (await cache.answer(new Request(`http://site${path}?x=1`), async () => made()))?.headers.get("etag");
  cache.uncached(new Request("http://site/story"), made());
  expect(await marked("/story")).toMatch(/^W/);
  for (let spelling = 0; spelling < 2_000; spelling += 1)
    cache.uncached(new Request(`http://site/story${"/".repeat(spelling + 1)}`), made());
  expect(await marked("/story")).toBeUndefined();
  cache.uncached(new Request("http://site/story"), made());
  expect(await marked("/story")).toMatch(/^W/);
});

/** A cache and its clock; `ask` returns a page, or throws. */
function keeping(on: string[] = ["team"]) {
  let now = 0;
  const cache = new PageCache({ clock: () => now });
  cache.live = true;
  const page =
    (text: string, status = 200) =>
    () =>
      Promise.resolve(
        new Response(text, { status, headers: status === 200 ? { [rulesHeader]: JSON.stringify({ on, query: ["tag"] }) } : {} }),
      );
  const ask = async (path: string, made: () => Promise<Response>) => {
    const answer = await cache.answer(new Request(`http://site${path}`), made);
    return [answer?.status, await answer?.text()];
  };
  return { cache, page, ask, pass: (time: number) => (now += time) };
}

test("a page that cannot be refreshed is served stale, for an hour, and the backend is retried less and less often", async () => {
  const { cache, page, ask, pass } = keeping();
  await ask("/team", page("old"));
  cache.changed("team");
  pass(1_001);
  const broken = vi.fn(page("broken", 500));
  for (const waited of [0, 999, 1, 1_999, 1, 3_999]) {
    pass(waited);
    expect(await ask("/team", broken)).toEqual([200, "old"]);
  }
  expect(broken).toHaveBeenCalledTimes(3);
  pass(1);
  expect(await ask("/team", page("new"))).toEqual([200, "new"]);
  pass(1);
  cache.changed("team");
  pass(3_600_000);
  expect(await ask("/team", broken)).toEqual([500, "broken"]);
});

test("visitors who meet the same failure at once count as one: the page is tried again a second later", async () => {
  const { cache, page, ask, pass } = keeping();
  await ask("/team", page("old"));
  cache.changed("team");
  pass(1_001);
  const together = await Promise.all(Array.from({ length: 10 }, () => ask("/team", page("broken", 500))));
  expect(together).toEqual(Array(10).fill([200, "old"]));
  pass(1_000);
  expect(await ask("/team", page("new"))).toEqual([200, "new"]);
});

test("a removed page is a 404 at once, and a page that was never rendered has no stale version", async () => {
  const { cache, page, ask, pass } = keeping();
  await ask("/team/lyon", page("old"));
  cache.changed("team");
  pass(1_001);
  expect(await ask("/team/lyon", page("gone", 404))).toEqual([404, "gone"]);
  expect(await ask("/team/lyon", page("broken", 500))).toEqual([500, "broken"]);
});

test("while changes are not received a page is rendered for each visitor, and a stale one is served when that fails", async () => {
  const { cache, page, ask } = keeping();
  await ask("/team", page("old"));
  cache.live = false;
  cache.changed(null);
  expect(await cache.answer(new Request("http://site/team"), page("new"))).toBeNull();
  const after = async (made: Response) => (await cache.uncached(new Request("http://site/team"), made)).text();
  expect([await after(await page("new")()), await after(await page("broken", 500)())]).toEqual(["new", "old"]);
  cache.live = true;
  expect(await ask("/team", page("heard again"))).toEqual([200, "heard again"]);
});

test("invented values of a parameter evict no other page, and uncached pages are not counted", async () => {
  const { cache, page, ask } = keeping();
  await ask("/", page("home"));
  await ask("/news", page("list"));
  for (let value = 0; value < 100; value += 1) await ask(`/news?tag=${value}`, page("list"));
  expect(cache.groups().get("news")?.entries).toBe(20);
  for (let path = 0; path < 100; path += 1) await ask(`/none-${path}`, page("not found", 404));
  expect([...cache.metrics.lastDay().groups.keys()].sort()).toEqual(["home", "news"]);
  expect(cache.metrics.lastDay().groups.get("news")?.misses).toBe(20);
});
