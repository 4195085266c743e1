// A worker thread: a large file takes a second of CPU to read, which would block all requests, and its memory has a limit of its own.
import { parentPort, workerData } from "node:worker_threads";
import { type Limits, linesOf, partsOf } from "./sheet-lines.ts";
import { SheetRefused } from "./sheet-refused.ts";

const { bytes, limits, mostLines } = workerData as { bytes: Uint8Array; limits: Limits; mostLines: number };

try {
  const { columns, lines } = await linesOf(bytes, limits);
  parentPort?.postMessage({ columns });
  for (const part of partsOf(lines, mostLines)) parentPort?.postMessage({ part });
  parentPort?.postMessage({ end: true });
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error;
  parentPort?.postMessage({ refused: error.reason, max: error.max });
}
