import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes a folder for this process until its end: two on one embedded database would spoil it. Answers the number of the
 * running process that has the folder already, or null when it is ours. What a process left that ended suddenly is taken over.
 */
export function holderOf(folder: string): number | null {
  const file = join(folder, "in-use");
  mkdirSync(folder, { recursive: true });
  const holder = written(file) ? process.pid : Number(readFileSync(file, "utf8"));
  if (holder !== process.pid) {
    if (runs(holder)) return holder;
    rmSync(file, { force: true });
    return holderOf(folder);
  }
  process.once("exit", () => rmSync(file, { force: true }));
  return null;
}

/** Whether the file was not there before: of two that ask at once, one gets true. */
function written(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function runs(pid: number): boolean {
  // A file that its process could not fill names none, and zero would ask about ourselves.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
