// What the scripts need of the machine. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { runAtInstall } from "./install-scripts.mjs";

/** The Node that the repository pins, whichever runs this script. */
export const pinnedNode = "node_modules/node/bin/node";

/**
 * What keeps memory within its budget (`bench/targets.ts`) without making pages wait for the collector: a bound for new objects, an old space
 * that grows by less than a half at a time, a collection once the process has started, and one store of memory outside the heap for all threads.
 */
export const serverFlags = ["--max-semi-space-size=32", "--heap-growing-percent=30", "--expose-gc"];
export const serverEnvironment = { MALLOC_ARENA_MAX: "1" };

/** Installs the packages when there are none or the lock file is newer, and runs the install scripts that are needed. Ends the process when that fails. */
export function installWhenNeeded() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stopWith(`Maillon needs Node 20.19 or later; this is ${process.version}.`);
  const mark = "node_modules/.package-lock.json";
  if (existsSync(mark) && existsSync(pinnedNode) && statSync(mark).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
  process.stdout.write("Installing packages…\n");
  // Not `npm ci`: it refuses a lock file written on one platform where another platform's optional packages are not listed.
  run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error"]);
  run("npm", ["rebuild", "--ignore-scripts=false", "--loglevel", "error", ...Object.keys(runAtInstall)]);
}

/** Builds when the sources are not those of the last build. */
export async function buildWhenStale() {
  const { fingerprint } = await import("./fingerprint.mjs");
  const mark = "build/fingerprint";
  if (existsSync(mark) && readFileSync(mark, "utf8") === fingerprint()) return;
  process.stdout.write("Building…\n");
  run(pinnedNode, ["scripts/build.mjs"]);
}

/** Runs a command, its output passed on; ends the process with its exit code when it fails. */
export function run(command, args, environment = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  if (error) stopWith(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function stopWith(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
