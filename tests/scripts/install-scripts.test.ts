import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { notRunAtInstall, runAtInstall, undecidedScripts } from "../../scripts/install-scripts.mjs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("each package of the lock file with an install script is named: to be run, or what works without it", () => {
  expect(undecidedScripts(lock)).toEqual([]);
  expect(undecidedScripts({ packages: { "node_modules/a/node_modules/@new/one": { hasInstallScript: true } } })).toEqual(["@new/one"]);
});

test("no name is left in the lists of a package that has no install script any more", () => {
  const withScript = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect([...Object.keys(runAtInstall), ...Object.keys(notRunAtInstall)].filter((name) => !withScript.includes(name))).toEqual([]);
});

test("npm itself is told the same packages, for those who ask it", () => {
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(Object.keys(runAtInstall));
});

test("with the repository's .npmrc, npm installs a package without running its script, and runs it when told its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "maillon-install-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "one"));
  const script = `node -e "require('fs').writeFileSync('ran', '')"`;
  writeFileSync(join(folder, "one/package.json"), JSON.stringify({ name: "one", version: "1.0.0", scripts: { preinstall: script } }));
  npm(join(folder, "one"), "pack", "--silent");
  const project = { name: "project", private: true, dependencies: { one: "file:one/one-1.0.0.tgz" }, allowScripts: { one: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(project));
  writeFileSync(join(folder, ".npmrc"), readFileSync(".npmrc"));
  const ran = () => {
    try {
      return readFileSync(join(folder, "node_modules/one/ran"), "utf8") === "";
    } catch {
      return false;
    }
  };
  npm(folder, "install", "--no-audit", "--no-fund", "--offline");
  expect(ran()).toBe(false);
  npm(folder, "rebuild", "--ignore-scripts=false", "one");
  expect(ran()).toBe(true);
}, 30_000);

function npm(cwd: string, ...words: string[]) {
  const { status, stderr } = spawnSync("npm", words, { cwd, encoding: "utf8" });
  expect(stderr.replace(/^npm warn .*$/gm, "").trim()).toBe("");
  expect(status).toBe(0);
}
