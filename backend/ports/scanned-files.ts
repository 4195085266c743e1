import type { Logger } from "pino";
import { Refusal } from "#backend/refusal";
import type { FileStore } from "./files.ts";
import type { VirusScanner } from "./virus-scanner.ts";

/** The folders of files that people send, in contrast to those that the site makes. */
const sent = /^(papers|records|messages|applications)\//;

/**
 * A store that keeps no PDF of a person before a scanner has seen it. Pictures are drawn again when they arrive, so that nothing of the file
 * itself stays. While the scanner is away, nothing is kept unseen.
 */
export function scannedFiles(files: FileStore, { scan, log }: { scan: VirusScanner; log: Pick<Logger, "error"> }): FileStore {
  return {
    get: (key) => files.get(key),
    remove: (key) => files.remove(key),
    async put(key, bytes, mime) {
      if (sent.test(key) && mime === "application/pdf") {
        const isClean = await scan(bytes).catch((error: unknown) => {
          log.error({ err: error }, "the virus scanner cannot be asked: files of people are refused");
          throw new Refusal("unavailable");
        });
        if (!isClean) throw new Refusal("unsafe_file");
      }
      await files.put(key, bytes, mime);
    },
  };
}
