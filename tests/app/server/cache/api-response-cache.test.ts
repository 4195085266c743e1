import { expect, test } from "vitest";
import { everyEndpoint } from "#tests/support/endpoints";
import { KeptAnswers } from "~/server/cache/api-response-cache.server";

function keeper(clock?: () => number) {
  const answers = new KeptAnswers({ clock });
  answers.live = true;
  let asked = 0;
  const ask = (shows: string[], question = "q") =>
    answers.get(shows, question, async () => {
      asked += 1;
      return { asked };
    });
  return { answers, ask };
}

test("an answer is kept by its question, until something it shows changes", async () => {
  const { answers, ask } = keeper();
  expect([await ask(["article"]), await ask(["article"]), await ask(["article"], "other")]).toEqual([
    { asked: 1 },
    { asked: 1 },
    { asked: 2 },
  ]);
  answers.changed("team");
  expect(await ask(["article"])).toEqual({ asked: 1 });
  answers.changed("article");
  expect(await ask(["article"])).toEqual({ asked: 3 });
});

test.each([null, "cache:news", "cache:*"])("the change %j empties everything", async (kind) => {
  const { answers, ask } = keeper();
  await ask(["article"]);
  answers.changed(kind);
  expect(await ask(["article"])).toEqual({ asked: 2 });
});

test("nobody who asks after a change gets the answer that was under way before it", async () => {
  const { answers } = keeper();
  let answerOld = (_: string) => {};
  const old = answers.get(["article"], "q", () => new Promise<string>((resolve) => (answerOld = resolve)));
  answers.changed("article");
  const asked = answers.get(["article"], "q", async () => "new");
  answerOld("old");
  expect([await old, await asked, await answers.get(["article"], "q", async () => "newer")]).toEqual(["old", "new", "new"]);
});

test("a day begins in France: what was answered the day before is asked again", async () => {
  let now = Date.UTC(2026, 5, 1, 21, 59);
  const { ask } = keeper(() => now);
  await ask(["article"]);
  now += 30_000;
  expect(await ask(["article"])).toEqual({ asked: 1 });
  now += 60_000;
  expect(await ask(["article"])).toEqual({ asked: 2 });
});

test("while changes are not heard, and when the backend refuses, nothing is kept", async () => {
  const { answers, ask } = keeper();
  await expect(answers.get(["article"], "q", () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(await ask(["article"])).toEqual({ asked: 1 });
  answers.live = false;
  expect(await ask(["article"])).toEqual({ asked: 2 });
});

test("nobody can change an answer that others get", async () => {
  const { answers } = keeper();
  const answer = await answers.get(["article"], "q", async () => ({ items: [{ title: "Un" }] }));
  expect(() => Object.assign(answer.items[0] ?? {}, { title: "Deux" })).toThrow(TypeError);
});

test("only what anyone may read is kept", async () => {
  const kept = (await everyEndpoint()).filter(({ shows }) => shows);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.map(({ method, access }) => `${method} ${access}`)).toEqual(kept.map(() => "GET public"));
});
