import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const app = resolve("app");

/** The folders and files that a style sheet is built from. */
function sourcesOf(sheet: string): string[] {
  const css = readFileSync(join(app, "styles", sheet), "utf8");
  return [...css.matchAll(/@source "([^"]+)"/g)].map(([, path = ""]) => resolve(app, "styles", path));
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx$/.test(name) && !name.endsWith(".examples.tsx"))
    .map((name) => join(folder, name));

/** The file that an import of ours names; types alone bring no markup. */
function importedBy(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:import(?! type)|export) [^;]*?from "([^"]+)";/gms)].flatMap(([, name = ""]) => {
    const path = name.startsWith("~/") ? join(app, name.slice(2)) : name.startsWith(".") ? resolve(dirname(file), name) : "";
    return [`${path}.tsx`, `${path}.ts`, join(path, "index.tsx")].filter((one) => path && existsSync(one));
  });
}

/** The page of an unknown address stands in the site's frame, with the site's sheet. */
const ofOtherSheet = join(app, "errors/error-page.tsx");

/** Every file of ours that these draw on. */
function allOf(files: string[]): Set<string> {
  const seen = new Set<string>();
  for (const queue = [...files]; queue.length > 0; ) {
    const file = queue.pop() as string;
    if (seen.has(file) || file === ofOtherSheet) continue;
    seen.add(file);
    queue.push(...importedBy(file));
  }
  return seen;
}

test.each([
  ["site.css", ["layouts/site", "routes/public", "routes/session", "routes/account/pending", "routes/system"]],
  ["office.css", ["layouts/office", "routes/dashboard", "routes/admin", "routes/account/settings"]],
])("%s is built from every file that its pages take markup from", (sheet, folders) => {
  const sources = sourcesOf(sheet);
  const used = allOf(folders.flatMap((folder) => filesIn(join(app, folder))));
  expect(used.size).toBeGreaterThan(50);
  const drawn = [...used].filter((file) => file.endsWith(".tsx") && readFileSync(file, "utf8").includes("className="));
  const missing = drawn.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`)));
  expect(missing.map((file) => relative(app, file))).toEqual([]);
});
