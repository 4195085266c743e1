import { expect, test } from "vitest";
import { type ContentName, contentNames, textsKey } from "#contract/publishing/content-names";
import { localeTexts } from "#tests/support/locale-texts";
import { contentSubjects } from "~/content/subjects";
import type { Translate } from "~/i18n/translate";
import { officeGroups } from "~/layouts/office/navigation";
import { openTools } from "~/routes/dashboard/tools/open-tools.server";

const [french, english] = ["fr", "en"].map((locale) => localeTexts(locale).content as Record<string, object>);

const wordsNeeded = async (name: ContentName) => {
  const { fields } = contentSubjects[name];
  const api = await contentSubjects[name].api();
  return [
    ...["list", "count_one", "count_other", "chosen_one", "chosen_other", "search", "empty", "create"],
    ...fields.map((field) => `field.${field.name}`),
    ...api.counted.map((counted) => `counted.${counted}`),
    ...(api.bulkEdit?.fields ?? []).map((field) => `set.${field}`),
    ...fields.filter(({ hint }) => hint).map((field) => `hint.${field.name}`),
    ...fields.flatMap((field) => (field.values ?? []).map((value) => `choice.${field.name}.${value}`)),
  ].sort();
};

const paths = (texts: object, prefix = ""): string[] =>
  Object.entries(texts).flatMap(([key, value]) => (typeof value === "string" ? [prefix + key] : paths(value, `${prefix}${key}.`)));

test.each(contentNames)("%s has all its texts in both languages, and no others", async (name) => {
  const needed = await wordsNeeded(name);
  // Under `own`, a subject has the texts of its own columns and panels.
  const given = (texts: Record<string, object> | undefined) =>
    paths(texts?.[textsKey(name)] ?? {}).filter((path) => !path.startsWith("own."));
  for (const texts of [french, english]) expect(given(texts).sort()).toEqual(needed);
});

test.each(contentNames)(
  "the form of %s has a field for all that its draft takes, and its columns and filters are among them",
  async (name) => {
    const { fields, columns, filters = [] } = contentSubjects[name];
    const api = await contentSubjects[name].api();
    const names = fields.map((field) => field.name);
    expect([...names].sort()).toEqual(Object.keys(api.Draft.shape).sort());
    expect([...columns, ...filters].filter((one) => !names.includes(one))).toEqual([]);
  },
);

test.each(contentNames)("each field of %s is in one group of its form, and each group has its title", (name) => {
  const { fields, groups } = contentSubjects[name];
  if (!groups) return;
  expect(groups.flatMap((group) => group.fields).toSorted()).toEqual(fields.map((field) => field.name).toSorted());
  for (const texts of [french, english]) expect(groups.filter((group) => !(group.name in (texts?.group ?? {})))).toEqual([]);
});

test("the list of each subject is in the navigation or among the tools, or is reached from the list that it belongs to", () => {
  const inNavigation: string[] = officeGroups.flatMap(({ entries }) => entries.flatMap(({ tabs }) => tabs.map(({ to }) => to)));
  const linked = (name: ContentName) => !!contentSubjects[name].tool || inNavigation.includes(`/dashboard/admin/${name}`);
  expect(contentNames.filter((name) => !linked(name))).toEqual(["faq/synonyms"]);
});

test("the tools are those whose pages are open, those of content too, in alphabetical order", () => {
  const texts: Record<string, string> = {
    "dashboard:tool.press": "Écrits",
    "dashboard:tool.links": "Zone",
    "dashboard:tool.audit": "Fichier",
  };
  const open = ["/dashboard/admin/registration-links", "/dashboard/admin/press", "/dashboard/admin/audit-log"];
  const rows = openTools(open, ((key: string) => texts[key] ?? "") as Translate, "fr");
  expect(rows.map(({ label, to }) => [label, to])).toEqual([
    ["Écrits", "/dashboard/admin/press"],
    ["Fichier", "/dashboard/admin/audit-log"],
    ["Zone", "/dashboard/admin/registration-links"],
  ]);
});
