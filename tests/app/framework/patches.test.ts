import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as installed from "@remix-run/router";
import { expect, test } from "vitest";
import { type Patch, patches } from "../../../app/framework/patches/patches.mjs";
import { patched } from "../../../app/framework/patches/plugin.mjs";

test.each(patches)("the patch of $name is for the version that is installed, and finds what it replaces", (patch: Patch) => {
  expect(() => patched(patch)).not.toThrow();
  const { version } = JSON.parse(readFileSync(`node_modules/${patch.name}/package.json`, "utf8"));
  expect(version).toBe(patch.version);
});

test("a patch says so when its package has another version, and when its file has another text", () => {
  const [patch] = patches;
  if (!patch) throw new Error("there is no patch");
  expect(() => patched({ ...patch, version: "0.0.1" })).toThrow("app/framework/README.md");
  expect(() => patched({ ...patch, replace: [{ from: "not in this file", to: "" }] })).toThrow("exactly once");
});

/** The patched router as a module of its own, beside the packages. */
async function patchedRouter(): Promise<typeof installed> {
  const [patch] = patches;
  mkdirSync("node_modules/.cache", { recursive: true });
  const folder = mkdtempSync(resolve("node_modules/.cache/patched-"));
  writeFileSync(`${folder}/router.mjs`, patch ? patched(patch) : "");
  return import(/* @vite-ignore */ pathToFileURL(`${folder}/router.mjs`).href);
}

const routes = [
  {
    path: "/",
    id: "root",
    children: [
      { index: true, id: "home" },
      { path: "news", id: "list" },
      {
        path: "news/:id",
        id: "record",
        children: [
          { path: "edit", id: "edit" },
          { path: "view", id: "view" },
        ],
      },
      { path: "News/only", id: "exact", caseSensitive: true },
      { path: "files/*", id: "files" },
      { path: "days/:day?/:hour?", id: "days" },
      { path: "archive/", id: "archive" },
      { id: "layout", children: [{ path: "team", id: "team" }] },
      { path: "*", id: "unknown" },
    ],
  },
];
const paths = [
  "/",
  "/news",
  "/NEWS/",
  "/news/1",
  "/news/a%2Fb/edit",
  "/News/only",
  "/news/only",
  "/files",
  "/files/a/b",
  "/filesandmore",
  "/FILES/A",
  "/days",
  "/days/1",
  "/days/1/2",
  "/archive",
  "/archive/",
  "/news/",
  "//news",
  "/news//1",
  "/\u212Aey",
  "/team",
  "/x//y",
  "/en",
  "/en/news/2/view",
];

test.each(["/", "/en"])("the patched router finds the same as the framework's, uncached and cached, below %s", async (basename) => {
  const router = await patchedRouter();
  for (const path of [...paths, ...paths])
    expect([path, router.matchRoutes(routes, path, basename)]).toEqual([path, installed.matchRoutes(routes, path, basename)]);
});

test("it caches routes by the array that they are in: another one is processed again", async () => {
  const router = await patchedRouter();
  expect(router.matchRoutes([{ path: "/a", id: "a" }], "/a")?.[0]?.route.id).toBe("a");
  expect(router.matchRoutes([{ path: "/b", id: "b" }], "/a")).toBeNull();
});
