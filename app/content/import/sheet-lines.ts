import { csvCells } from "./read-csv.ts";
import { isArchive, isOldContainer, refuseOldContainer, workbookCells } from "./read-workbook.ts";
import { SheetRefused } from "./sheet-refused.ts";

export type Limits = { bytes: number; rows: number; columns: number; cell: number };
type Line = { line: number; cells: string[] };
export type SheetLines = { columns: string[]; lines: Line[] };

/**
 * The header and the lines of a CSV file or a workbook, all of the same width; empty lines are left out. Throws {@link SheetRefused}.
 * `headerCells` is the least number of cells by which the delimiter of a CSV file is found.
 */
export async function linesOf(bytes: Uint8Array, limits: Limits, headerCells = 1): Promise<SheetLines> {
  if (bytes.byteLength > limits.bytes) throw new SheetRefused("tooHeavy", limits.bytes / 1024 / 1024);
  if (isOldContainer(bytes)) refuseOldContainer(bytes);
  const cells = isArchive(bytes) ? await workbookCells(bytes) : csvCells(bytes, headerCells);
  const lines = cells.flatMap((row, at): Line[] => {
    const line = row.map(cleaned);
    return line.some((cell) => cell !== "") ? [{ line: at + 1, cells: line }] : [];
  });
  const [header, ...rows] = lines;
  if (!header || rows.length === 0) throw new SheetRefused("noRows");
  if (rows.length > limits.rows) throw new SheetRefused("tooManyRows", limits.rows);
  const width = lines.reduce((widest, { cells: line }) => Math.max(widest, line.findLastIndex((cell) => cell !== "") + 1), 0);
  if (width > limits.columns) throw new SheetRefused("tooManyColumns", limits.columns);
  if (lines.some(({ cells: line }) => line.some((cell) => cell.length > limits.cell))) throw new SheetRefused("longCell", limits.cell);
  const filled = (line: string[]) => Array.from({ length: width }, (_, at) => line[at] ?? "");
  return { columns: filled(header.cells), lines: rows.map(({ line, cells: row }) => ({ line, cells: filled(row) })) };
}

/** A cell without the apostrophes that our own files put before what a program could take for a formula, also after a line break or a semicolon. */
function cleaned(cell: string): string {
  return cell
    .replace(/\0/g, "")
    .toWellFormed()
    .trim()
    .replace(/\r\n?/g, "\n")
    .replace(/'(?<=(?:^|[;\t\n][\s"]*)')(?=[=+\-@\t\r＝＋－＠])/g, "");
}

/** The most characters and cells of one part. */
const partSize = { characters: 300_000, cells: 10_000 };

/** Lines in parts, each small enough for one request and for one turn of the thread that receives it. */
export function partsOf(lines: Line[], mostLines: number): Line[][] {
  const parts: Line[][] = [];
  let size = { characters: 0, cells: 0 };
  for (const line of lines) {
    const characters = line.cells.reduce((sum, cell) => sum + cell.length, 0);
    size = { characters: size.characters + characters, cells: size.cells + line.cells.length };
    const last = parts.at(-1);
    if (last && last.length < mostLines && size.characters <= partSize.characters && size.cells <= partSize.cells) last.push(line);
    else {
      parts.push([line]);
      size = { characters, cells: line.cells.length };
    }
  }
  return parts;
}
