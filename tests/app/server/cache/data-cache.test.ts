import { expect, test, vi } from "vitest";
import { oneHour } from "~/layouts/cache-rules";
import { DataCache, retryDelay, unusedFor } from "~/server/cache/data-cache.server";

function cacheOf({ limit = 1_000 } = {}) {
  let now = 0;
  const waits: number[] = [];
  const evicted: string[] = [];
  const cache = new DataCache<string>({
    maxAge: oneHour,
    staleFor: 1_000,
    limit,
    weigh: (value) => value.length,
    clock: () => now,
    wait: async (time) => void waits.push(time),
    evicted: (value) => evicted.push(value),
  });
  return { cache, waits, evicted, pass: (time: number) => (now += time) };
}

const made = (value: string) => async () => ({ value, cacheable: true });
const settled = () => new Promise((done) => setImmediate(done));

test("S9-006 an unused value is there at 299,999 ms and gone at 300,000 ms; use restarts the time", async () => {
  expect(unusedFor).toBe(300_000);
  const { cache, pass, evicted } = cacheOf();
  await cache.get("a", made("first"));
  pass(299_999);
  expect(await cache.get("a", made("second"))).toEqual({ value: "first", from: "cached" });
  pass(299_999);
  expect((await cache.get("a", made("second"))).from).toBe("cached");
  pass(300_000);
  expect(await cache.get("a", made("second"))).toEqual({ value: "second", from: "made" });
  expect(evicted).toEqual(["first"]);
});

test("a value that is not for others is not cached, and replaces the one before it", async () => {
  const { cache } = cacheOf();
  await cache.get("a", made("old"));
  cache.doubt();
  expect((await cache.get("a", async () => ({ value: "of one person", cacheable: false }))).value).toBe("of one person");
  expect(cache.last("a")).toBeNull();
  expect(await cache.get("a", made("new"))).toEqual({ value: "new", from: "made" });
});

test("S9-007 S9-008 a background refresh that always fails is tried again 3 times, 1,000, 2,000 and 4,000 ms apart, and given up", async () => {
  const { cache, pass, waits } = cacheOf();
  await cache.get("a", made("old"));
  cache.expire(() => true);
  pass(10);
  const failing = vi.fn(async () => Promise.reject(new Error("no")));
  expect(await cache.get("a", failing)).toEqual({ value: "old", from: "stale" });
  for (let turn = 0; turn < 20; turn += 1) await settled();
  expect([failing.mock.calls.length, waits]).toEqual([4, [1_000, 2_000, 4_000]]);
  expect((await cache.get("a", made("new"))).from).toBe("made");
});

test("S9-009 the wait between tries doubles up to 30,000 ms", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("S9-023 no value is served an hour after it was computed, however often it is used", async () => {
  expect(oneHour).toBe(3_600_000);
  const { cache, pass } = cacheOf();
  await cache.get("a", made("old"));
  for (let time = 0; time + 200_000 < oneHour; time += 200_000) {
    pass(200_000);
    expect((await cache.get("a", made("new"))).value).toBe("old");
  }
  pass(oneHour % 200_000 || 200_000);
  expect(await cache.get("a", made("new"))).toEqual({ value: "new", from: "made" });
});

test("a stale value is served for a second while one refresh runs, and then no longer", async () => {
  const { cache, pass } = cacheOf();
  await cache.get("a", made("old"));
  cache.expire(() => true);
  let finish = (_: { value: string; cacheable: boolean }) => {};
  const slow = vi.fn(() => new Promise<{ value: string; cacheable: boolean }>((done) => (finish = done)));
  const [one, two] = [await cache.get("a", slow), await cache.get("a", slow)];
  expect([one.from, two.from, slow.mock.calls.length]).toEqual(["stale", "stale", 1]);
  pass(1_000);
  const late = cache.get("a", slow);
  finish({ value: "new", cacheable: true });
  expect((await late).value).toBe("new");
  expect(slow).toHaveBeenCalledTimes(1);
  expect(await cache.get("a", slow)).toEqual({ value: "new", from: "cached" });
});

test("concurrent calls for a missing value share one computation; an uncacheable one is computed for each", async () => {
  const { cache } = cacheOf();
  const make = vi.fn(made("one"));
  await Promise.all(Array.from({ length: 50 }, () => cache.get("a", make)));
  expect(make).toHaveBeenCalledTimes(1);
  const loose = vi.fn(async () => ({ value: "x", cacheable: false }));
  await cache.get("b", loose);
  await cache.get("b", loose);
  expect(loose).toHaveBeenCalledTimes(2);
});

test("the least recently used values are evicted", async () => {
  const { cache, evicted } = cacheOf({ limit: 10 });
  await cache.get("a", made("aaaa"));
  await cache.get("b", made("bbbb"));
  await cache.get("a", made("-"));
  await cache.get("c", made("cccc"));
  expect(evicted).toEqual(["bbbb"]);
  expect([...cache.values()].map(({ key }) => key)).toEqual(["a", "c"]);
});
