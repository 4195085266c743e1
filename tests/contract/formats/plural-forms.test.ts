import { expect, test } from "vitest";
import { createTranslate, type TextKey } from "#backend/http/translation";
import { type Locale, locales } from "#contract/formats/locale";
import { countedIn } from "#contract/formats/plural-forms";
import { localeTexts } from "#tests/support/locale-texts";
import { browserTexts } from "~/framework/browser-texts";
import { namespaceTexts, textsFor } from "~/i18n/texts.server";

type Tree = { [key: string]: string | Tree };
type Translate = (key: string, values: { count: number }) => string;

/** Keys of texts that are read with a number, without the ending of their form. */
function countedKeys(tree: Tree, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value !== "string") return countedKeys(value, [...path, key]);
    return key.endsWith("_other") ? [[...path, key.replace(/_other$/, "")].join(".")] : [];
  });
}

function keysIn(locale: Locale, belongs: (namespace: string) => boolean): string[] {
  return Object.entries(localeTexts(locale)).flatMap(([namespace, texts]) =>
    belongs(namespace) ? countedKeys(texts).map((key) => `${namespace}:${key}`) : [],
  );
}

const ofBackend = (namespace: string) => namespace === "mails" || namespace === "problems";
const counts = [0, 1, 2, 1_000, 1_000_000, 2_000_000];

test.each(locales)("%s: no plural text falls back to its key, on the server or in the browser", (locale) => {
  const keys = keysIn(locale, (namespace) => !ofBackend(namespace));
  expect(keys.length).toBeGreaterThan(10);
  const namespaces = [...new Set(keys.map((key) => key.split(":")[0] ?? ""))];
  const browser = browserTexts(locale, namespaceTexts(locale, namespaces) as Record<string, Tree>, () => Promise.reject());
  const readers = { server: textsFor(locale).t, browser: browser.getFixedT(null, "common") } as unknown as Record<string, Translate>;
  for (const [where, t] of Object.entries(readers))
    for (const key of keys)
      for (const count of counts) expect(t(key, { count }), `${where} ${key} ${count}`).not.toBe(key.slice(key.indexOf(":") + 1));
});

test.each(locales)("%s: nor in the backend", (locale) => {
  const t = createTranslate();
  for (const key of keysIn(locale, ofBackend))
    for (const count of counts) expect(t(locale, key as TextKey, { count })).not.toBe(key.slice(key.indexOf(":") + 1));
});

test("whole millions of French articles are counted with “de”, other numbers without", () => {
  const t = textsFor("fr").t as unknown as Translate;
  const plain = (count: number) => t("news:count", { count }).replace(/[\u00A0\u202F]/g, " ");
  expect([1, 999_999, 1_000_000].map(plain)).toEqual(["1 article", "999 999 articles", "1 000 000 d’articles"]);
});

test("a form that is missing is the other one, a form that is there stays, at any depth", () => {
  const texts = { rows: { count_one: "one", count_other: "several" }, all_many: "millions", all_other: "all" };
  expect(countedIn("fr", texts)).toEqual({
    rows: { count_one: "one", count_many: "several", count_other: "several" },
    all_one: "all",
    all_many: "millions",
    all_other: "all",
  });
});
