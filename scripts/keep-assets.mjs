// Copies the hashed files of the version before into this build, so that pages that were open during an update still find theirs.
import { copyFileSync, existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const assets = "build/client/assets";
/** Milliseconds: older files are of versions that nobody has open any more. */
const longestOpen = 30 * 86_400_000;

/** Copies what `from` has and `to` has not, unless it is older than a month; times stay, so that files leave in the end. Returns how many. */
export function keepAssets(from, to, now = Date.now()) {
  const recent = readdirSync(from).filter((name) => !existsSync(join(to, name)) && statSync(join(from, name)).mtimeMs > now - longestOpen);
  for (const name of recent) {
    copyFileSync(join(from, name), join(to, name));
    const { atime, mtime } = statSync(join(from, name));
    utimesSync(join(to, name), atime, mtime);
  }
  return recent.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [before] = process.argv.slice(2);
  if (!before) throw new Error("Name the folder of the version before: npm run assets:keep -- /opt/maillon");
  const count = keepAssets(join(before, assets), assets);
  process.stdout.write(`${count} ${count === 1 ? "file" : "files"} of the version before can still be fetched\n`);
}
