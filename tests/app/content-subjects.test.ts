import { expect, test } from "vitest";
import { type ContentName, contentNames } from "~/content/names";
import { contentSubjects } from "~/content/subjects";
import english from "../../locales/en/content.json";
import french from "../../locales/fr/content.json";

const wordsNeeded = (name: ContentName) => {
  const { api, fields } = contentSubjects[name];
  return [
    ...["list", "count_one", "count_other", "search", "empty", "create"],
    ...fields.map((field) => `field.${field.name}`),
    ...api.counted.map((counted) => `counted.${counted}`),
    ...fields.filter(({ hint }) => hint).map((field) => `hint.${field.name}`),
    ...fields.flatMap((field) => (field.values ?? []).map((value) => `choice.${field.name}.${value}`)),
  ].sort();
};

const paths = (texts: object, prefix = ""): string[] =>
  Object.entries(texts).flatMap(([key, value]) => (typeof value === "string" ? [prefix + key] : paths(value, `${prefix}${key}.`)));

test.each(contentNames)("%s has all its words in both languages, and no others", (name) => {
  const key = name.replace("/", "_") as keyof typeof french;
  for (const texts of [french, english]) expect(paths(texts[key] as object).sort()).toEqual(wordsNeeded(name));
});

test.each(contentNames)("the form of %s has a field for all that its draft takes, and its columns and filters are among them", (name) => {
  const { api, fields, columns, filters = [] } = contentSubjects[name];
  const names = fields.map((field) => field.name);
  expect([...names].sort()).toEqual(Object.keys(api.Draft.shape).sort());
  expect([...columns, ...filters].filter((one) => !names.includes(one))).toEqual([]);
});
