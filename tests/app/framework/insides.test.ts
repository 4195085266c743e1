import { globSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { noCompiledSchemas } from "~/framework/zod-config";

/** Members of the framework and of its libraries that they do not document. */
const insides =
  /\b(?:staticHandlerContext|routeModules|__zod\w*|_zod|getFixedT)\b|\b(?:build|remix)\.(?:routes|assets)\b|\{ routes \}: ServerBuild/;
/** The files outside `framework/` that use them; the README has a row for each. */
const elsewhere = ["app/i18n/cached-lookups.server.ts"];

test("what leans on undocumented members is in app/framework, and has a row in its README", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => insides.test(readFileSync(file, "utf8")));
  const readme = readFileSync("app/framework/README.md", "utf8");
  const names = files.map((file) => file.replace("app/framework/", "").replace(/^app\//, "../"));
  expect(files.filter((file) => !file.startsWith("app/framework/"))).toEqual(elsewhere);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test("Zod takes the configuration that a page sets before it: it compiles no schema", async () => {
  vi.resetModules();
  new Function(noCompiledSchemas)();
  const { config } = await import("zod");
  expect(config().jitless).toBe(true);
});
