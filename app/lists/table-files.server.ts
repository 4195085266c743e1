import { once } from "node:events";
import { resolve } from "node:path";
import { ReadableStream as WebStream } from "node:stream/web";
import { setImmediate as otherWork } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { stringify } from "csv-stringify/sync";
import type { CellValue } from "./column";
import type { Value } from "./workbook.ts";

/** Rows of cells, some at a time; the first row of all is the header. */
export type Slices = AsyncIterable<CellValue[][]>;

/** A file whole, for lists of some thousand rows. */
export async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const made: Uint8Array[] = [];
  for await (const part of parts) made.push(part);
  return Buffer.concat(made);
}

/** A file that is sent as it is made, for lists of any length. */
export const streamOf = (parts: AsyncIterable<Uint8Array>) => WebStream.from(parts) as ReadableStream<Uint8Array>;

export const csvOf = (slices: Slices) => bytesOf(csvParts(slices));

/** A list as CSV, in slices, so that other requests are answered in between. */
export async function* csvParts(slices: Slices): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const slice of slices) {
    const rows = slice.map((row) => texts(row).map(withoutFormulas));
    yield Buffer.from(stringify(rows, { bom: isFirst, escape_formulas: true, quoted_match: /;/ }));
    isFirst = false;
    await otherWork();
  }
}

/**
 * A cell that holds no formula in its middle: spreadsheets in French split at semicolons, and take no quotation mark within a cell for one around it.
 * The library does the same at the beginning of a cell. https://owasp.org/www-community/attacks/CSV_Injection
 */
function withoutFormulas<Value>(value: Value): Value | string {
  return typeof value === "string" ? value.replace(/(?<=[;\t\r\n][\s"]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g, "'$&") : value;
}

const workerFile = import.meta.env.DEV ? "app/lists/workbook-worker.ts" : "build/server/workbook-worker.js";

/** A list as a workbook, written in a worker thread, of which each slice is taken before the next one is read. */
export async function* workbookParts(slices: Slices): AsyncGenerator<Uint8Array> {
  const worker = new Worker(resolve(workerFile));
  const ended = new AbortController();
  worker.once("error", (error) => ended.abort(error));
  worker.once("exit", () => ended.abort());
  const written = async (slice: Value[][] | null): Promise<Uint8Array> => {
    worker.postMessage(slice);
    const [part] = await once(worker, "message", { signal: ended.signal });
    return part as Uint8Array;
  };
  try {
    for await (const slice of slices) {
      yield await written(slice.map(texts));
      await otherWork();
    }
    yield await written(null);
  } finally {
    await worker.terminate();
  }
}

const frenchTime = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "short" });

/** Cells of both formats: local times in France, texts without invalid characters. */
function texts(row: CellValue[]): Value[] {
  return row.map((value) => {
    if (value instanceof Date) return frenchTime.format(value);
    return typeof value === "string" ? value.replace(/\0/g, "") : value;
  });
}
