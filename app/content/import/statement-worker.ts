// A worker thread for files of the bank: twenty megabytes of XML take a second of CPU, which would block all requests.
import { parentPort, workerData } from "node:worker_threads";
import { camtColumns } from "#contract/giving/statements";
import { camtLines, isXml } from "./read-camt.ts";
import { type Limits, linesOf, partsOf, type SheetLines } from "./sheet-lines.ts";
import { SheetRefused } from "./sheet-refused.ts";

const { bytes, limits, mostLines } = workerData as { bytes: Uint8Array; limits: Limits; mostLines: number };
/** A day, a text and an amount. */
const headerCells = 3;

try {
  const isCamt = isXml(bytes);
  const { columns, lines } = isCamt
    ? { columns: [...camtColumns], lines: camtLines(bytes, limits.rows) }
    : withoutPreamble(await linesOf(bytes, limits, headerCells));
  parentPort?.postMessage({ columns, format: isCamt ? "camt053" : "table" });
  for (const part of partsOf(lines, mostLines)) parentPort?.postMessage({ part });
  parentPort?.postMessage({ end: true });
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error;
  parentPort?.postMessage({ refused: error.reason, max: error.max });
}

/** Banks write the account and its balance above the names of the columns: those are the first line with as many cells as a table needs. */
function withoutPreamble(read: SheetLines): SheetLines {
  const isTable = (cells: string[]) => cells.filter((cell) => cell !== "").length >= headerCells;
  const at = isTable(read.columns) ? -1 : read.lines.findIndex(({ cells }) => isTable(cells));
  const header = read.lines[at];
  return header ? { columns: header.cells, lines: read.lines.slice(at + 1) } : read;
}
