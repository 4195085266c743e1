import { resolve } from "node:path";
import { ReadableStream as WebStream } from "node:stream/web";
import { setImmediate as otherWork } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { stringify } from "csv-stringify/sync";
import type { CellValue } from "./column";

/** Rows of cells, some at a time; the first row of all is the header. */
export type Slices = AsyncIterable<CellValue[][]>;

/** A list as CSV, in slices, so that other requests are answered in between. */
export async function csvOf(slices: Slices): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of csvParts(slices)) parts.push(part);
  return Buffer.concat(parts);
}

/** The same, sent as it is made: lists of any length. */
export const csvStream = (slices: Slices) => WebStream.from(csvParts(slices)) as ReadableStream<Uint8Array>;

async function* csvParts(slices: Slices): AsyncGenerator<Uint8Array> {
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

/** A list as a workbook, created in a worker thread. */
export async function workbookOf(slices: Slices): Promise<Uint8Array> {
  const worker = new Worker(resolve(workerFile));
  try {
    const made = new Promise<Uint8Array>((done, fail) => {
      worker.once("message", done).once("error", fail);
      worker.once("exit", () => fail(new Error("The workbook was not written.")));
    });
    // An error of the thread is thrown where its result is awaited.
    made.catch(() => {});
    for await (const slice of slices) {
      worker.postMessage(slice.map(texts));
      await otherWork();
    }
    worker.postMessage(null);
    return await made;
  } finally {
    await worker.terminate();
  }
}

const frenchTime = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "short" });

/** Cells of both formats: local times in France, texts without invalid characters. */
function texts(row: CellValue[]): (string | number | null)[] {
  return row.map((value) => {
    if (value instanceof Date) return frenchTime.format(value);
    return typeof value === "string" ? value.replace(/\0/g, "") : value;
  });
}
