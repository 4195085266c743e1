import { readdirSync } from "node:fs";
import type { i18n } from "i18next";
import { expect, it } from "vitest";
import { locales } from "#contract/formats/locale";
import { browserTexts } from "~/framework/browser-texts";
import { namespaceTexts, textsFor } from "~/i18n/texts.server";

type Tree = { [key: string]: string | Tree };
type Translate = (key: string, values?: object) => string;

const own = readdirSync("locales/fr").flatMap((file) => (/^(mails|problems)\./.test(file) ? [] : file.replace(".json", "")));
const none = () => Promise.reject(new Error("nothing is left to load"));

/** Keys as a test makes them, which no type knows. */
function inNamespace(i18n: i18n, namespace: string): Translate {
  return i18n.getFixedT(null, namespace as never) as unknown as Translate;
}

function keysOf(tree: Tree, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[...path, key].join(".")] : keysOf(value, [...path, key]),
  );
}

function textOf(texts: Record<string, Tree>, full: string): string {
  const [namespace = "", key = ""] = full.split(":");
  return String(key.split(".").reduce<Tree | string | undefined>((tree, part) => (tree as Tree)[part], texts[namespace]));
}

/** Something for every name that texts may refer to. */
function valuesFor(text: string, count: number): Record<string, unknown> {
  const names = [...text.matchAll(/\{\{(\w+)(, number)?/g)].map(([, name = "", isNumber]) => [name, isNumber ? count : `<${name}> & co`]);
  return { ...Object.fromEntries(names), count };
}

it.each(locales)("%s: every text reads in the browser as on the server", (locale) => {
  const texts = namespaceTexts(locale, own) as Record<string, Tree>;
  const browser = inNamespace(browserTexts(locale, texts, none), "common");
  const server = textsFor(locale).t as unknown as Translate;
  const keys = own.flatMap((namespace) => keysOf(texts[namespace] ?? {}).map((key) => `${namespace}:${key}`));
  expect(keys.length).toBeGreaterThan(400);
  for (const full of keys) {
    const key = full.replace(/_(zero|one|many|other)$/, "");
    for (const count of [0, 1, 2, 1_234, 1_000_000]) {
      const values = valuesFor(textOf(texts, full), count);
      expect(browser(key, values), `${key}, count ${count}`).toBe(server(key, values));
    }
    if (!textOf(texts, full).includes("{{")) expect(browser(full)).toBe(server(full));
  }
});

it("a text of another namespace is there once that is loaded", async () => {
  const requested: string[][] = [];
  const i18n = browserTexts("en", { common: { yes: "Yes" } }, async (names) => {
    requested.push(names);
    return Object.fromEntries(names.map((name) => [name, { name }]));
  });
  expect(i18n.hasLoadedNamespace("news")).toBe(false);
  await Promise.all([i18n.loadNamespaces(["common", "news"], () => {}), i18n.loadNamespaces(["news", "press"], () => {})]);
  expect(requested).toEqual([["news"], ["press"]]);
  expect(i18n.hasLoadedNamespace("news")).toBe(true);
  expect(inNamespace(i18n, "news")("name")).toBe("news");
  expect(inNamespace(i18n, "common")("yes")).toBe("Yes");
  i18n.addResourceBundle("en", "news", { name: "another" });
  i18n.addResourceBundle("en", "jobs", { name: "jobs" });
  expect([inNamespace(i18n, "news")("name"), inNamespace(i18n, "jobs")("name")]).toEqual(["news", "jobs"]);
});

it("texts that did not come are asked for again", async () => {
  let fails = true;
  const i18n = browserTexts("en", {}, async () => {
    if (fails) throw new Error("the line is broken");
    return { news: { name: "news" } };
  });
  await expect(i18n.loadNamespaces(["news"], () => {})).rejects.toThrow("the line is broken");
  fails = false;
  await i18n.loadNamespaces(["news"], () => {});
  expect(inNamespace(i18n, "news")("name")).toBe("news");
});

it("an unknown key is answered as it is", () => {
  expect(inNamespace(browserTexts("fr", {}, none), "common")("news:nothing.there")).toBe("nothing.there");
});

it("a missing text is answered by its default, where the page gives one", () => {
  expect(inNamespace(browserTexts("fr", {}, none), "pages")("part.unknown", { defaultValue: "unknown" })).toBe("unknown");
});
