import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageQueue } from "~/server/page-queue.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pages whose rendering the test completes, by number. */
function pages(count: number) {
  const inTurn = createPageQueue();
  const started: number[] = [];
  const finish = new Map<number, (page: Response) => void>();
  const answers = Array.from({ length: count }, (_, number) =>
    inTurn(() => {
      started.push(number);
      return new Promise<Response>((resolve) => finish.set(number, resolve));
    }),
  );
  return { started, answers, finish: (number: number) => finish.get(number)?.(new Response(String(number))) };
}

test("six pages are rendered at once, the others in the order of their requests, each as one before is ready", async () => {
  const { started, answers, finish } = pages(9);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  finish(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await (await answers[3])?.text()).toBe("3");
});

test("pages that wait for a slow backend block no others, and are answered in the end", async () => {
  const { started, answers, finish } = pages(8);
  await vi.advanceTimersByTimeAsync(249);
  expect(started).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(2);
  expect(started).toHaveLength(8);
  finish(0);
  expect(await (await answers[0])?.text()).toBe("0");
});

test("a page that fails, early or late, fails only its own request and frees its slot", async () => {
  const inTurn = createPageQueue();
  const soon = Array.from({ length: 7 }, () => inTurn(() => Promise.reject(new Error("soon"))));
  await Promise.all(soon.map((page) => expect(page).rejects.toThrow("soon")));
  const late = inTurn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    throw new Error("late");
  });
  const failed = expect(late).rejects.toThrow("late");
  await vi.advanceTimersByTimeAsync(1_100);
  await failed;
  expect((await inTurn(async () => new Response("next"))).status).toBe(200);
});
