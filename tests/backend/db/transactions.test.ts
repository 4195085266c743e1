import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedSoon } from "#backend/db/transactions";

const longest = 5 * 60_000;
const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

test("what has left is stored once the database is back after minutes", async () => {
  const back = performance.now() + 4 * 60_000;
  const stored = storedSoon(async () => {
    if (performance.now() < back) throw lost;
    return "stored";
  }, longest);
  await vi.advanceTimersByTimeAsync(longest);
  expect(await stored).toBe("stored");
});

test("it is no longer tried once the time is over", async () => {
  let tries = 0;
  const stored = storedSoon(async () => {
    tries += 1;
    throw lost;
  }, longest);
  const refused = expect(stored).rejects.toThrow("ECONNREFUSED");
  await vi.advanceTimersByTimeAsync(longest + 5_000);
  await refused;
  const before = tries;
  await vi.advanceTimersByTimeAsync(longest);
  expect(tries).toBe(before);
});
