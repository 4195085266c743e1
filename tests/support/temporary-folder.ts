import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder of this run of the tests, which is removed after the run: a test may go on with the files of a backend that was closed. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `${ofRun()}${name}-`));
}

export async function removeTemporaryFolders() {
  for (const name of await readdir(tmpdir())) if (name.startsWith(ofRun())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

const ofRun = () => `maillon-${process.env.TEST_RUN}-`;
