// A worker thread: a workbook of twenty thousand rows takes a second of CPU, which would block all requests.
import { parentPort } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";

type Value = string | number | null;
const rows: object[] = [];

parentPort?.on("message", async (slice: Value[][] | null) => {
  if (slice) {
    for (const row of slice) rows.push(rows.length === 0 ? row.map(titleCell) : row.map(typedCell));
    return;
  }
  const bytes = new Uint8Array(await writeXlsxFile(rows as never).toBuffer());
  parentPort?.postMessage(bytes, [bytes.buffer]);
  parentPort?.close();
});

function titleCell(value: Value) {
  return { value, fontWeight: "bold" as const };
}

/** A cell with its type, so that no text is ever read as a formula. */
function typedCell(value: Value) {
  if (value === null) return null;
  return typeof value === "number" ? { type: Number, value } : { type: String, value };
}
