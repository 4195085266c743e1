import { expect, test } from "vitest";
import { backendForTest } from "#tests/support/backend";
import { addContent, publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";

const words = { kind: "release", title: { fr: "Le rapport", en: "The report" }, body: { fr: "Tout est **dit**.", en: "All is **said**." } };

async function aPress() {
  const backend = await backendForTest();
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  const publish = async (more: object) => (await publishContent(backend, "press", cookie, { ...more })).id;
  const read = async (path: string) => {
    const answer = await backend.request(path);
    return { status: answer.status, body: await answer.json() };
  };
  return { backend, cookie, publish, read };
}

test("featured pieces come before newer ones, on every page of the list", async () => {
  const { publish, read } = await aPress();
  for (const [day, featured] of [
    ["2026-03-01", false],
    ["2025-01-01", true],
    ["2026-05-01", false],
    ["2024-01-01", true],
  ] as const)
    await publish({ day, featured });
  const days = async (query: string) => (await read(`/api/press${query}`)).body.items.map(({ day }: { day: string }) => day);
  expect(await days("")).toEqual(["2025-01-01", "2024-01-01", "2026-05-01", "2026-03-01"]);
  expect([await days("?perPage=3"), await days("?perPage=3&page=2")]).toEqual([["2025-01-01", "2024-01-01", "2026-05-01"], ["2026-03-01"]]);
});

test("a release with a text has its own page; nothing else has, and a draft has none", async () => {
  const { backend, cookie, publish, read } = await aPress();
  const release = await publish(words);
  const others = [
    await publish({ ...words, body: { fr: "" } }),
    await publish({ ...words, kind: "radio" }),
    (await addContent(backend, "press", cookie, words)).id,
  ];
  const list = (await read("/api/press")).body.items as { id: string; ownPage: boolean; body?: unknown }[];
  expect(list.filter(({ ownPage }) => ownPage).map(({ id }) => id)).toEqual([release]);
  expect(list.every((item) => !("body" in item))).toBe(true);
  expect((await read(`/api/press/${release}`)).body).toMatchObject({ title: words.title, body: words.body });
  for (const id of others) expect((await read(`/api/press/${id}`)).status).toBe(404);
  const { body } = await read("/api/public-addresses");
  const found = body.items.filter(({ kind }: { kind: string }) => kind === "release");
  expect(found.map(({ fr }: { fr: string }) => fr)).toEqual([`/press/${release}`]);
});

test("the site's search finds a release by its words, in both languages", async () => {
  const { publish, read } = await aPress();
  const id = await publish(words);
  await publish({ ...words, kind: "article" });
  for (const q of ["rapport", "dit", "report"]) {
    const { items } = (await read(`/api/search?q=${q}`)).body;
    expect(items.map(({ kind, path }: { kind: string; path: string }) => [kind, path])).toEqual([["release", `/press/${id}`]]);
  }
});
