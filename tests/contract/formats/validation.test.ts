import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { locales } from "#contract/formats/locale";
import { localeTexts } from "#tests/support/locale-texts";

/** Message keys that schemas and refusals name: `articles:title.required`. */
const named = globSync("{contract,backend}/**/*.ts").flatMap((file) => {
  const keys = readFileSync(file, "utf8").matchAll(/"([a-z-]+):([a-z][\w]*(?:\.\w+)+|[a-z]\w*)"/g);
  return [...keys].flatMap(([, namespace = "", key = ""]) => (isNamespace(namespace) ? [{ file, namespace, key }] : []));
});

function isNamespace(name: string) {
  return globSync(`locales/fr/${name}.json`).length > 0;
}

test.each(locales)("every message that a schema or a refusal names has a text in %s", (locale) => {
  const all = localeTexts(locale);
  expect(named.length).toBeGreaterThan(20);
  for (const { file, namespace, key } of named) {
    const texts: unknown = all[namespace];
    const find = (path: string) =>
      path.split(".").reduce<unknown>((tree, part) => (tree as Record<string, unknown> | undefined)?.[part], texts);
    const text = find(key) ?? find(`${key}_other`);
    expect([file, `${namespace}:${key}`, typeof text]).toEqual([file, `${namespace}:${key}`, "string"]);
  }
});
