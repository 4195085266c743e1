import { resolve } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { stringify } from "csv-stringify/sync";
import type { CellValue } from "./column";

/** Rows of cells, some at a time; the first row of all is the header. */
export type Slices = AsyncIterable<CellValue[][]>;

/** A list as CSV. Other requests are answered between its slices. */
export async function csvOf(slices: Slices): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const slice of slices) {
    const text = stringify(slice.map(texts), { bom: parts.length === 0, escape_formulas: true });
    parts.push(Buffer.from(text));
    await otherWork();
  }
  return Buffer.concat(parts);
}

const workerFile = import.meta.env.DEV ? "app/lists/workbook-worker.ts" : "build/server/workbook-worker.js";

/** A list as a workbook, made in a thread of its own. */
export async function workbookOf(slices: Slices): Promise<Uint8Array> {
  const worker = new Worker(resolve(workerFile));
  try {
    const made = new Promise<Uint8Array>((done, fail) => {
      worker.once("message", done).once("error", fail);
      worker.once("exit", () => fail(new Error("The workbook was not written.")));
    });
    // A fault of the thread is said where its answer is awaited.
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

/** Cells as both files have them: times as they are in France, texts without what no reader takes. */
function texts(row: CellValue[]): (string | number | null)[] {
  return row.map((value) => {
    if (value instanceof Date) return frenchTime.format(value);
    return typeof value === "string" ? value.replace(/\0/g, "") : value;
  });
}
