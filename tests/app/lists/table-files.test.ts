import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { readZip } from "#tests/support/zip";
import type { CellValue } from "~/lists/column";
import { bytesOf, csvOf, csvParts, type Slices, streamOf, workbookParts } from "~/lists/table-files.server";

const workbookOf = (slices: Slices) => bytesOf(workbookParts(slices));

const day = new Date("2026-07-01T22:30:00Z");

async function* slices(rows: number) {
  yield [["Nom", "Ville", "Somme", "Jour"] as CellValue[]];
  for (let at = 0; at < rows; at += 100)
    yield Array.from({ length: Math.min(100, rows - at) }, (_, row): CellValue[] => [
      `Personne « ${at + row} »`,
      `=HYPERLINK("${at + row}")`,
      at + row,
      day,
      ...Array.from({ length: 6 }, (__, column) => `cellule ${at + row} ${column}`),
    ]);
}

/** The same, and after how many slices nothing else had its turn before the next one was read. */
function watched(rows: number) {
  const seen = { slices: 0, withoutTurn: 0 };
  async function* read() {
    let hadTurn = true;
    for await (const slice of slices(rows)) {
      if (!hadTurn) seen.withoutTurn += 1;
      hadTurn = false;
      setImmediate(() => {
        hadTurn = true;
      });
      seen.slices += 1;
      yield slice;
    }
  }
  return { seen, read };
}

// How long that turn is waited for depends on the machine: `bench/long-export.ts` measures it.
test.each([
  ["workbook", workbookOf],
  ["CSV", csvOf],
])("others have their turn after each slice while thousands of rows are written as a %s", { timeout: 60_000 }, async (_, write) => {
  const { seen, read } = watched(4_000);
  await write(read());
  expect(seen).toEqual({ slices: 41, withoutTurn: 0 });
});

test.each([
  ["CSV", csvParts, 10],
  // A part may hold what was compressed of several slices.
  ["workbook", workbookParts, 30],
])("a %s is sent as it is made: no slice is read before somebody takes the one before it", async (_, parts, most) => {
  let read = 0;
  async function* counted() {
    for await (const slice of slices(20_000)) {
      read += 1;
      yield slice;
    }
  }
  const reader = streamOf(parts(counted())).getReader();
  for (let taken = 0; taken < 5; taken += 1) await reader.read();
  expect(read).toBeLessThan(most);
  await reader.cancel();
});

test("a CSV of several slices has one byte order mark, all rows, times as in France, and no formula", async () => {
  const bytes = Buffer.from(await csvOf(slices(250)));
  const rows = parse(bytes, { bom: true, relaxColumnCount: true }) as string[][];
  expect(bytes.toString().split("\uFEFF")).toHaveLength(2);
  expect(rows).toHaveLength(251);
  expect(rows[250]?.slice(0, 4)).toEqual(["Personne « 249 »", `'=HYPERLINK("249")`, "249", "2026-07-02 00:30"]);
});

async function* oneCell(value: CellValue) {
  yield [
    ["Nom", "Ville"],
    ["Aya", value],
  ];
}

/** The cells of a file as a spreadsheet has them that splits at semicolons, where a quotation mark within a cell means nothing. */
const cellsAtSemicolons = (text: string) => text.split(/[;\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ""));

test.each([";=1+1", "Lyon;=1+1", "Lyon ; +1", "a;b;-1", ";@SUM(1)", '"x;=1+1', ';"=1+1"', "Lyon\n=1+1", "Lyon\t;\t=1+1", ";＝1+1"])(
  "a spreadsheet that splits a CSV at semicolons finds no formula either: %j",
  async (value) => {
    const text = Buffer.from(await csvOf(oneCell(value))).toString();
    expect(cellsAtSemicolons(text).filter((cell) => /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([]);
    const [, row] = parse(text, { bom: true }) as string[][];
    expect(row?.[1]?.replaceAll("'", "")).toBe(value);
  },
);

test("what has a semicolon and no formula stays as it is, in quotation marks", async () => {
  expect(Buffer.from(await csvOf(oneCell("Lyon; Paris - Nord"))).toString()).toBe('\uFEFFNom,Ville\nAya,"Lyon; Paris - Nord"\n');
});

test("characters that no file may hold are left out of both formats", async () => {
  expect(Buffer.from(await csvOf(oneCell("Ly\0on"))).toString()).toContain("Aya,Lyon\n");
  expect([...readZip(Buffer.from(await workbookOf(oneCell("Ly\0on")))).values()].join("")).toContain("Lyon");
});

test("a workbook of several slices has all rows, with a bold header and numbers as numbers", async () => {
  const files = readZip(Buffer.from(await workbookOf(slices(250))));
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet.match(/<row /g)).toHaveLength(251);
  expect(sheet).toContain("<v>249</v>");
});

test("an error while the rows are read ends both exports with that error", async () => {
  async function* broken(): AsyncGenerator<CellValue[][]> {
    yield [["Nom"]];
    throw new Error("the list ended early");
  }
  await expect(workbookOf(broken())).rejects.toThrow("the list ended early");
  await expect(csvOf(broken())).rejects.toThrow("the list ended early");
});
