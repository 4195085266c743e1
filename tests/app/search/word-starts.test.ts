import { expect, test } from "vitest";
import { hasWordStarts, markWordStarts } from "~/search/word-starts";

const shown = (text: string, typed: string) =>
  markWordStarts(text, typed)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join("");

test.each([
  ["Samuel Ortega", "samu", "[Samu]el Ortega"],
  ["Samuel Ortega", "ortega sam", "[Sam]uel [Ortega]"],
  ["Éléonore d’Été", "ete ele", "[Élé]onore d’[Été]"],
  ["E\u0301le\u0301onore", "ele", "[E\u0301le\u0301]onore"],
  ["Jean-Marc", "marc", "Jean-[Marc]"],
  ["Samuel", "sam samu", "[Samu]el"],
  ["Samuel", "uel", "Samuel"],
  ["Samuel", "  ", "Samuel"],
])("%s, searched with “%s”, is shown as %s", (text, typed, expected) => {
  expect(shown(text, typed)).toBe(expected);
});

test("every word of a search has to start a word", () => {
  expect(hasWordStarts("Messages envoyés", "env mes")).toBe(true);
  expect(hasWordStarts("Messages envoyés", "env recus")).toBe(false);
});
