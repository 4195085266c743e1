// The fast checks, without a build: types, lint, boundaries between folders, unused code, licences, costly regular expressions, the words
// of names, the page of conformance. Each is one line of the result.
import { spawnSync } from "node:child_process";

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

/** Runs every check, and prints a line for each; answers whether all passed. */
function checkAll() {
  let allPassed = true;
  const ofPackages = Object.entries(checks).map(([name, [script, ...args]]) => [name, [`node_modules/${script}`, ...args]]);
  for (const [name, command] of [...ofPackages, ...Object.entries(ownChecks)]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    const passed = status === 0;
    allPassed &&= passed;
    process.stdout.write(`check ${name}: ${passed ? "passed" : `failed\n${stdout}${stderr}`}\n`);
  }
  return allPassed;
}

process.exit(checkAll() ? 0 : 1);
