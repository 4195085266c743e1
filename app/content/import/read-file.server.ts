import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { linesOfRequest, type SheetLine, sheetLimits } from "#contract/accounts/imports";
import { ApiError } from "~/api/api-error";
import type { SheetFault } from "./sheet-refused";

/** Who reads a file, in a thread of its own, and the most bytes that it takes. */
export type FileReader = { worker: string; bytes: number };

const sheetReader: FileReader = {
  worker: import.meta.env.DEV ? "app/content/import/sheet-worker.ts" : "build/server/sheet-worker.js",
  bytes: sheetLimits.bytes,
};

/** The memory of the thread in megabytes, and how long it may take in milliseconds. */
const memory = 512;
const longest = 30_000;

type Message = { columns?: string[]; format?: string; part?: SheetLine[]; end?: true; refused?: SheetFault; max?: number };
/** `format` is what the reader calls it; empty for a table. */
type ReadFile = { columns: string[]; format: string; parts: SheetLine[][] };

/** The header and the lines of a CSV file or a workbook, in parts, read in a worker thread. Refused like a form's field. */
export async function readFile(file: File, { worker: workerFile, bytes: most }: FileReader = sheetReader): Promise<ReadFile> {
  if (file.size > most) throw refused("tooHeavy", most / 1024 / 1024);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(resolve(workerFile), {
    workerData: { bytes, limits: sheetLimits, mostLines: linesOfRequest },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadFile>((done, fail) => {
      const read: ReadFile = { columns: [], format: "", parts: [] };
      const tooLarge = () => fail(refused("unpacksTooLarge", 48));
      late = setTimeout(tooLarge, longest);
      worker.on("message", (message: Message) => {
        if (message.columns) read.columns = message.columns;
        if (message.format) read.format = message.format;
        if (message.part) read.parts.push(message.part);
        if (message.refused) fail(refused(message.refused, message.max));
        if (message.end) done(read);
      });
      worker.once("error", (error: { code?: string }) => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : fail(error)));
      worker.once("exit", () => fail(new Error("The file was not read.")));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

function refused(reason: SheetFault, max?: number): ApiError {
  const values = max === undefined ? "" : `?max=${max}`;
  return new ApiError(422, { code: "invalid", fieldErrors: { file: [`content:import.file.${reason}${values}`] } });
}
