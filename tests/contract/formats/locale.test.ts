import { expect, test } from "vitest";
import { localeDetails, locales } from "#contract/formats/locale";

test("S3-019 S3-020 French and English have the code, the language tag and the name of the specification", () => {
  expect(localeDetails.fr).toEqual({ code: "fr", tag: "fr-FR", name: "Français", flag: "🇫🇷" });
  expect(localeDetails.en).toMatchObject({ code: "en", tag: "en-US", name: "English" });
});

test("S3-021 each locale has a code, a name and a flag", () => {
  expect(Object.keys(localeDetails).sort()).toEqual([...locales].sort());
  for (const code of locales) {
    const { name, flag, ...details } = localeDetails[code];
    expect(details.code).toBe(code);
    expect(name).toMatch(/^\p{Lu}\p{L}+$/u);
    expect(flag).toMatch(/^\p{RI}\p{RI}$/u);
  }
});
