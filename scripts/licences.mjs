// Checks that the site may be given on with all that it runs on: each production package's licence is one of these, or is listed below with a reason.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const free = [
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "MPL-2.0",
  "OFL-1.1",
  "0BSD",
  "Unlicense",
  "CC0-1.0",
  "BlueOak-1.0.0",
];

/** Packages with another licence, and why they stay (decision 16). */
const named = [
  { name: /^@img\/sharp-/, licence: "LGPL-3.0-or-later", why: "libvips, a library of its own beside sharp that anyone may replace" },
  {
    name: /^@sentry\/cli(-|$)/,
    licence: "FSL-1.1-MIT",
    why: "a command of @sentry/remix that the build runs where it sends source maps to Sentry; no part of the site",
  },
  {
    name: /^argparse$/,
    licence: "PSF-2.0",
    why: "Python's licence, as free as BSD; for the command of markdown-it, which nothing here runs",
  },
  { name: /^dejavu-fonts-ttf$/, licence: "SEE LICENSE", why: "the fonts' own licence: free to use, change and give on" },
  { name: /^png-js$/, licence: "none said", why: "MIT in the LICENSE file of the package, which package.json leaves out" },
];

/** Whether an SPDX expression leaves a choice among the free ones. */
export function isFree(expression) {
  const choices = expression.replace(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((one) => free.includes(one.trim())));
}

/** The production packages of a lock file whose licence is none of the free ones, each with it. */
export function otherLicences(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path, { license = "none said" }]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), license }))
    .filter(({ name, license }) => !isFree(license) && !named.some((one) => one.name.test(name) && license.includes(one.licence)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const others = otherLicences(JSON.parse(readFileSync("package-lock.json", "utf8")));
  for (const { name, license } of others) process.stdout.write(`${name}: ${license}\n`);
  process.exit(others.length > 0 ? 1 : 0);
}
