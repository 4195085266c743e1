import { expect, test } from "vitest";
import { localeTexts } from "#tests/support/locale-texts";

const ofTheBackend = ["mails", "problems"];

test("the types of texts name each file of locales/fr that pages read", async () => {
  const names = Object.keys(localeTexts("fr")).filter((name) => !ofTheBackend.includes(name));
  const lines = names.map((name) => {
    const key = name.includes("-") ? `"${name}"` : name;
    return `  ${key}: typeof import("../../locales/fr/${name}.json");\n`;
  });
  const text = `/** Made from the files of \`locales/fr\`: \`npx vitest run tests/app/i18n/locale-files.test.ts -u\`. */
export type LocaleFiles = {
${lines.join("")}};
`;
  await expect(text).toMatchFileSnapshot("../../../app/i18n/locale-files.ts");
});

test.each(["fr", "en"] as const)("reasons that tasks of an earlier version stored, for thirty days, have texts (%s)", (locale) => {
  const { tasks, people } = localeTexts(locale);
  // They can go a month after the release that stores them no more.
  expect(tasks).toMatchObject({ reason: { article: { publish: expect.any(String), archive: expect.any(String) } } });
  expect(people).toMatchObject({ team: { unmovedReason: expect.any(String) } });
});
