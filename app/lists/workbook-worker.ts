// A worker thread: a workbook of twenty thousand rows takes a second of CPU, which would block all requests.
import { parentPort } from "node:worker_threads";
import { type Value, workbookWriter } from "./workbook.ts";

let made: Uint8Array[] = [];
const workbook = workbookWriter((bytes) => made.push(bytes));

/** Each message is some rows, the last one null; the answer is the bytes that they added to the file, if any yet. */
parentPort?.on("message", (slice: Value[][] | null) => {
  if (slice) workbook.write(slice);
  else workbook.end();
  const bytes = new Uint8Array(Buffer.concat(made));
  made = [];
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
