import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Locks a folder for this process until its end: two processes on one embedded database would corrupt it. Returns the id of the
 * running process that has the lock, or null when it is ours. The lock of a process that crashed is taken over.
 */
export function holderOf(folder: string): number | null {
  const file = join(folder, "in-use");
  mkdirSync(folder, { recursive: true });
  if (!written(file)) {
    const [pid = "", began = ""] = readFileSync(file, "utf8").split(" ");
    const holder = Number(pid);
    if (holder !== process.pid && runs(holder) && (began === "" || began === beginningOf(holder))) return holder;
    rmSync(file, { force: true });
    return holderOf(folder);
  }
  process.once("exit", () => rmSync(file, { force: true }));
  return null;
}

/** Creates the file, and returns whether it is new: of two concurrent calls, one gets true. */
function written(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${beginningOf(process.pid)}`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function runs(pid: number): boolean {
  // A file that its process could not write is empty, and process id 0 would mean this process group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When a process began, as far as the system reports it: after a power cut its id may be reused. The boot time is part of
 * it, since the time is counted from there.
 */
function beginningOf(pid: number): string {
  try {
    const machine = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The name of the program may hold spaces and brackets; the 20th word after it is the time.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return `${machine}/${fields[19]}`;
  } catch {
    return "";
  }
}
