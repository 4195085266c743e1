import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run, stopWith } from "./machine.mjs";

/** The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's own, or one installed now. */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !existsSync(asked)) stopWith(`CHROMIUM_PATH names ${asked}, which is not there.`);
  return asked ?? installed() ?? install() ?? stopWith("No Chromium was found or could be installed. Set CHROMIUM_PATH to one.");
}

function installed() {
  const ofSystem = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((name) =>
    spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim(),
  );
  return [...ofSystem, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** Debian's package where we may install it, else Playwright's own download. */
function install() {
  process.stdout.write("Installing Chromium…\n");
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium"], { DEBIAN_FRONTEND: "noninteractive" });
  } else {
    run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  }
  return installed();
}
