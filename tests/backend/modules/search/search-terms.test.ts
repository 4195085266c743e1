import { expect, test } from "vitest";
import { searchedWords } from "#backend/modules/search/search-terms";
import { maxLetters } from "#backend/modules/search/tables";

test.each([
  ["  Vélo  CARGO ", "velo cargo"],
  ["« Œufs » à l’étudiant !", "oeufs a l'etudiant"],
  ["kit -viande", "kit viande"],
  ["rendez-vous", "rendez-vous"],
  ["bac 2026", "bac 2026"],
])("%s is counted as %s", (typed, words) => expect(searchedWords(typed)).toBe(words));

test.each([
  ["lou@example.org"],
  ["lou＠example.org"],
  ["06 12 34 56 78"],
  ["appeler le 06.12.34.56.78 svp"],
  ["+33 (0)6-12"],
  ["4970 1000 0000 0000"],
  ["٠٦١٢٣٤"],
  ["!?"],
  ["a"],
  ["a".repeat(maxLetters + 1)],
])("%s is not counted", (typed) => expect(searchedWords(typed)).toBeNull());

test("a long sentence is counted by its first whole words", () => {
  const words = searchedWords("comment faire pour recevoir un kit de rentrée quand on habite loin du campus");
  expect(words).toBe("comment faire pour recevoir un kit de rentree quand on");
  expect(searchedWords(`${"a".repeat(29)} ${"b".repeat(30)} c`)).toBe(`${"a".repeat(29)} ${"b".repeat(30)}`);
});
