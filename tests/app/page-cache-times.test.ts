import { expect, test } from "vitest";
import { PageCache, rulesHeader } from "~/cache/page-cache.server";

test("a page that the calendar changes is out of date when a day begins in France, and no other is", async () => {
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

test("a page is not kept when something it shows changes while it is being made or packed", async () => {
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
  expect(cache.kept("/team")).toBeNull();
  // Packing takes other threads some milliseconds: the change comes in the midst of it.
  await ask(() => setTimeout(() => cache.changed("team"), 1));
  expect(cache.kept("/team")).toBeNull();
  await ask(() => cache.changed("article"));
  expect(cache.kept("/team")).not.toBeNull();
});

test("however many spellings of paths are asked for, few are remembered, and the pages are still told what matters", async () => {
  const cache = new PageCache();
  cache.live = true;
  const made = () => new Response("page", { headers: { [rulesHeader]: JSON.stringify({ on: [] }) } });
  const marked = async (path: string) =>
    (await cache.answer(new Request(`http://site${path}?x=1`), async () => made()))?.headers.get("etag");
  cache.learn("/story", made());
  expect(await marked("/story")).toMatch(/^W/);
  for (let spelling = 0; spelling < 2_000; spelling += 1) cache.learn(`/story${"/".repeat(spelling + 1)}`, made());
  expect(await marked("/story")).toBeUndefined();
  cache.learn("/story", made());
  expect(await marked("/story")).toMatch(/^W/);
});
