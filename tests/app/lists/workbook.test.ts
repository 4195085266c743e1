import { readSheet } from "read-excel-file/universal";
import { expect, test } from "vitest";
import { readZip } from "#tests/support/zip";
import { workbookCells } from "~/content/import/read-workbook";
import { type Value, workbookWriter } from "~/lists/workbook";

/** A workbook of these slices of rows. */
function written(slices: Value[][][], rowsOfSheet?: number): Buffer {
  const parts: Uint8Array[] = [];
  const workbook = workbookWriter((bytes) => parts.push(bytes), rowsOfSheet);
  for (const slice of slices) workbook.write(slice);
  workbook.end();
  return Buffer.concat(parts);
}

const cellsOf = (file: Buffer, sheet = 1) => readSheet(new Blob([file as BlobPart]), sheet);

test("a reader finds texts as texts, numbers as numbers and empty cells, and the import reads the file too", async () => {
  const file = written([[["Nom", "Somme", "Ville"]], [["Aïcha & <Léa>", -12.5, null]], [["=1+1", 0, " deux\nlignes "]]]);
  expect(await cellsOf(file)).toEqual([
    ["Nom", "Somme", "Ville"],
    ["Aïcha & <Léa>", -12.5, null],
    ["=1+1", 0, "deux\nlignes"],
  ]);
  expect(await workbookCells(file)).toContainEqual(["Aïcha & <Léa>", "-12.5", ""]);
});

test("columns after the twenty-sixth have their places", async () => {
  const header = Array.from({ length: 60 }, (_, at) => `c${at}`);
  const file = written([[header], [[...header.slice(0, 59).map(() => null), "last"]]]);
  expect((await cellsOf(file))[1]?.at(-1)).toBe("last");
  expect(readZip(file).get("xl/worksheets/sheet1.xml")).toContain('r="BH2"');
});

test("a text has nothing that would make the file unreadable, or another text in a spreadsheet", () => {
  const sheet = readZip(written([[["Nom"], ["a\u0001b\uD800c\uFFFFd"], ["_x0041_"], ["x".repeat(40_000)], ["a\rb"]]])).get(
    "xl/worksheets/sheet1.xml",
  );
  const texts = [...(sheet ?? "").matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  expect(texts).toEqual(["Nom", "ab\uFFFDcd", "_x005F_x0041_", "x".repeat(32_767), "a&#13;b"]);
});

test("rows that a sheet does not hold continue in another one under the same header", async () => {
  const file = written([[["Nom"], ["a"], ["b"]], [["c"]], [["d"], ["e"]]], 3);
  const sheets = await Promise.all([1, 2, 3].map((number) => cellsOf(file, number)));
  expect(sheets.map((rows) => rows.flat())).toEqual([
    ["Nom", "a", "b"],
    ["Nom", "c", "d"],
    ["Nom", "e"],
  ]);
});

test("a list without rows is a sheet with its header alone", async () => {
  expect(await cellsOf(written([[["Nom"]]]))).toEqual([["Nom"]]);
});
