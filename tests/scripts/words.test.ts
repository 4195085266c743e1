import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Texts } from "#contract/formats/text-namespaces";
import { localeTexts } from "#tests/support/locale-texts";
import { allowed, allowedKeys, refusedFile, refusedKeys, refusedNames, refusedTexts } from "../../scripts/words.mjs";

test.each([
  ["a constant", "const keptPage = 1;", "keptPage (kept: cached, stored, retained)"],
  ["a property", "export type Row = { readings: number };", "readings (readings: pageViews)"],
  ["a parameter", "function find(askedFor: string) {}", "askedFor (asked: requested, query, filters)"],
  ["a part in capitals", "class KeptAnswers {}", "KeptAnswers (kept: cached, stored, retained)"],
  ["an address of the web", "const pageAddress = location.href;", "pageAddress (page address: url, path)"],
  ["a part after an underscore", "const topics = { change_asked: 1 };", "change_asked (asked: requested, query, filters)"],
])("%s with a refused word is found", (_, text, found) => {
  expect(refusedNames("contract/a.ts", `\n${text}`)).toEqual([`contract/a.ts:2: ${found}`]);
});

test.each([
  ["another word that holds one", "const casting = 1; const standstill = 2; const basked = 3; const steamship = 4;"],
  ["a postal address", "const postalAddress = 1; const placeAddress = 2; const addressLine = 3;"],
  ["what others named", 'import { kept as stored } from "elsewhere"; stored.asked();'],
  ["a text", 'const text = "what was said and kept";'],
])("%s is not", (_, text) => {
  expect(refusedNames("contract/a.ts", text)).toEqual([]);
});

test("a stored name passes in its own file, and nowhere else", () => {
  const [[file, names] = ["", {}]] = Object.entries(allowed);
  const text = `const { ${Object.keys(names)[0]} } = row;`;
  expect([refusedNames(file, text).length, refusedNames("contract/a.ts", text).length]).toEqual([0, 1]);
});

test("every stored name that may stay is still there", () => {
  for (const [file, names] of Object.entries(allowed))
    for (const name of Object.keys(names)) expect([file, readFileSync(file, "utf8").includes(name)]).toEqual([file, true]);
});

test("keys of texts are checked, not the texts; stored keys and paths of pages pass", () => {
  const texts = JSON.parse('{"kept": "", "nested": {"said_one": "1", "title": "What was said and kept"}, "/approval-teams": "Teams"}');
  expect(refusedKeys("locales/fr/a.json", texts)).toEqual([
    "locales/fr/a.json: kept (kept: cached, stored, retained)",
    "locales/fr/a.json: nested.said_one (said: text, label, message)",
  ]);
  const people = JSON.parse('{"column": {"papers": ""}}');
  expect(refusedKeys("locales/fr/people.json", people)).toEqual([]);
  expect(refusedKeys("locales/fr/a.json", { namespaces: { people } })).toEqual([]);
  expect(refusedKeys("locales/fr/people.json", { namespaces: { a: people } })).toHaveLength(1);
});

test("every stored key that may stay is still there, in both languages", () => {
  for (const name of Object.keys(allowedKeys)) {
    const [namespace = "", path = ""] = name.split(":");
    for (const locale of ["fr", "en"]) {
      const found = path.split(".").reduce<unknown>((level, key) => (level as Texts | undefined)?.[key], localeTexts(locale)[namespace]);
      expect([locale, name, found !== undefined]).toEqual([locale, name, true]);
    }
  }
});

test("files and the folders around them are called by their parts too", () => {
  expect(refusedFile("locales/fr/papers.json")).toContain("papers");
  const files = ["app/server/kept-parts.ts", "app/teams/team.tsx", "backend/change-relay.ts", "app/team/team.tsx", "a/casting.ts"];
  expect(files.map((file) => refusedFile(file) !== null)).toEqual([true, true, true, false, false]);
});

test("a French word in an English text is found, but not among the words that people search for", () => {
  const texts = JSON.parse(
    '{"empty": "Add your last mission", "nested": {"about": "One e-mail", "fine": "a permission"}, "keywords": "mission"}',
  );
  expect(refusedTexts("locales/en/a.json", texts)).toEqual([
    "locales/en/a.json: empty (mission: shift, task, role)",
    "locales/en/a.json: nested.about (e-mail: email)",
  ]);
});
