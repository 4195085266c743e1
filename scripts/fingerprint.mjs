import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = ["app", "backend", "contract", "locales", "public", "scripts", "server.ts", "vite.config.ts", "package-lock.json"];

/** One text for everything the build is made of: another fingerprint means another build. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(source)) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
