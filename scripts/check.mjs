// The fast checks, without a build: types, lint, boundaries between folders, unused code, licences, costly regular expressions, the words
// of names, the page of conformance. Each is one line of the result.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const checks = {
  types: ["typescript/bin/tsc", "--noEmit"],
  lint: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  unused: ["knip/bin/knip.js"],
};
const ownChecks = {
  boundaries: ["scripts/boundaries.mjs"],
  licences: ["scripts/licences.mjs"],
  expressions: ["scripts/expressions.mjs"],
  words: ["scripts/words.mjs"],
  conformance: ["scripts/conformance.mjs", "--check"],
};

/** Runs every check; answers how many passed and failed. */
export function checkAll() {
  const result = { passed: 0, failed: 0 };
  const ofPackages = Object.entries(checks).map(([name, [script, ...args]]) => [name, [`node_modules/${script}`, ...args]]);
  for (const [name, command] of [...ofPackages, ...Object.entries(ownChecks)]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    const passed = status === 0;
    result[passed ? "passed" : "failed"] += 1;
    process.stdout.write(`check ${name}: ${passed ? "passed" : `failed\n${stdout}${stderr}`}\n`);
  }
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(checkAll().failed ? 1 : 0);
