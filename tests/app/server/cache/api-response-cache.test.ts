import { expect, test } from "vitest";
import { everyEndpoint } from "#tests/support/endpoints";
import { ApiResponseCache } from "~/server/cache/api-response-cache.server";

function cacheOfOne(clock?: () => number) {
  const answers = new ApiResponseCache({ clock });
  answers.live = true;
  let calls = 0;
  const ask = (shows: string[], question = "q") =>
    answers.get(shows, question, async () => {
      calls += 1;
      return { calls };
    });
  return { answers, ask };
}

test("a response is cached by its request, until something it shows changes", async () => {
  const { answers, ask } = cacheOfOne();
  expect([await ask(["article"]), await ask(["article"]), await ask(["article"], "other")]).toEqual([
    { calls: 1 },
    { calls: 1 },
    { calls: 2 },
  ]);
  answers.changed("team");
  expect(await ask(["article"])).toEqual({ calls: 1 });
  answers.changed("article");
  expect(await ask(["article"])).toEqual({ calls: 3 });
});

test.each([null, "cache:news", "cache:*"])("the change %j invalidates everything", async (kind) => {
  const { answers, ask } = cacheOfOne();
  await ask(["article"]);
  answers.changed(kind);
  expect(await ask(["article"])).toEqual({ calls: 2 });
});

test.each(["article", null, "cache:*"])("a call after the change %j does not get a response that was pending before it", async (kind) => {
  const { answers } = cacheOfOne();
  let answerOld = (_: string) => {};
  const old = answers.get(["article"], "q", () => new Promise<string>((resolve) => (answerOld = resolve)));
  answers.changed(kind);
  const pending = answers.get(["article"], "q", async () => "new");
  answerOld("old");
  expect([await old, await pending, await answers.get(["article"], "q", async () => "newer")]).toEqual(["old", "new", "new"]);
});

test("a response of the day before in France is requested again", async () => {
  let now = Date.UTC(2026, 5, 1, 21, 59);
  const { ask } = cacheOfOne(() => now);
  await ask(["article"]);
  now += 30_000;
  expect(await ask(["article"])).toEqual({ calls: 1 });
  now += 60_000;
  expect(await ask(["article"])).toEqual({ calls: 2 });
});

test("while changes are not received, and when the backend refuses, nothing is cached", async () => {
  const { answers, ask } = cacheOfOne();
  await expect(answers.get(["article"], "q", () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(await ask(["article"])).toEqual({ calls: 1 });
  answers.live = false;
  expect(await ask(["article"])).toEqual({ calls: 2 });
});

test("a shared response is frozen", async () => {
  const { answers } = cacheOfOne();
  const answer = await answers.get(["article"], "q", async () => ({ items: [{ title: "Un" }] }));
  expect(() => Object.assign(answer.items[0] ?? {}, { title: "Deux" })).toThrow(TypeError);
});

test("only public responses are cached", async () => {
  const cached = (await everyEndpoint()).filter(({ shows }) => shows);
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.map(({ method, access }) => `${method} ${access}`)).toEqual(cached.map(() => "GET public"));
});
