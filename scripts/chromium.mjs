import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run, stopWith } from "./machine.mjs";

const whole = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const shell = ["chromium-headless-shell", "chrome-headless-shell"];

/** The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's own, or one installed now. */
export function findChromium() {
  return (
    chosen() ??
    installed(whole, chromium.executablePath()) ??
    install() ??
    stopWith("No Chromium was found or could be installed. Set CHROMIUM_PATH to one.")
  );
}

/** The path of a Chromium without a window of its own, which opens a page in a third of the time; a whole one where there is none. */
export function findHeadlessShell() {
  return chosen() ?? installed(shell) ?? installFromDebian(shell) ?? findChromium();
}

function chosen() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && !existsSync(configured)) stopWith(`CHROMIUM_PATH names ${configured}, which is not there.`);
  return configured;
}

function installed(names, ...others) {
  const ofSystem = names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim());
  return [...ofSystem, ...others].find((path) => path && existsSync(path));
}

/** Debian's package where we may install it, else Playwright's own download. */
function install() {
  const found = installFromDebian(whole);
  if (found) return found;
  run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  return installed([], chromium.executablePath());
}

/** The first of these names is the package's too. Undefined where we may not install it, or Debian has none. */
function installFromDebian(names) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return undefined;
  process.stdout.write(`Installing ${names[0]}…\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", names[0]],
  ])
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: environment });
  return installed(names);
}
