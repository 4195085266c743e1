import { expect, test } from "vitest";
import { editablePages } from "#contract/publishing/page-texts";
import { defaultTexts } from "~/content/page-texts/page-texts.server";
import en from "../../../locales/en/pages.json";
import fr from "../../../locales/fr/pages.json";

test.each([
  ["fr", fr],
  ["en", en],
] as const)("every part of an editable page is called by words (%s)", (locale, { part: words }) => {
  const parts = editablePages.flatMap((page) => defaultTexts(page, locale).flatMap(([key]) => key.split(".")));
  expect(parts.length).toBeGreaterThan(100);
  expect([...new Set(parts)].filter((part) => !/^\d+$/.test(part) && !(part in words))).toEqual([]);
});
