import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runsOf, skippedWithoutDatabase } from "../../scripts/suites.mjs";

const server = "postgres://postgres@127.0.0.1:5432/postgres";

test.each([undefined, server])(
  "without a Redis no run leaves out the files that need one: their tests are skipped, and counted",
  (serverDatabase) => {
    for (const { more, environment } of runsOf({ hasRedis: false, serverDatabase })) {
      expect(more.filter((word) => word.includes("redis"))).toEqual([]);
      expect(environment).toMatchObject({ TEST_REDIS_URL: "" });
    }
    for (const { environment } of runsOf({ hasRedis: true, serverDatabase })) expect(environment).not.toHaveProperty("TEST_REDIS_URL");
  },
);

test("each file that needs a Redis skips its tests without one", () => {
  const files = globSync("tests/**/*.redis.*test.*");
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(file, "utf8")).toContain("const test = testInAnyRun.runIf(redisUrl);");
});

test("the embedded database is not given what the server runs, and the server runs all that needs a database", () => {
  expect(runsOf({ hasRedis: true, serverDatabase: undefined })).toEqual([{ name: "embedded", more: [], environment: {} }]);
  const [embedded, onServer] = runsOf({ hasRedis: true, serverDatabase: server });
  expect(embedded?.more).toContain("tests/**/*.pages.test.ts");
  expect(onServer).toMatchObject({ more: ["--project", "!unit"], environment: { TEST_DATABASE_URL: server, TEST_API_OVER_HTTP: "true" } });
});

test("tests that are skipped without needing a database are counted beside a server too", () => {
  const results = (name: string, ...statuses: string[]) => ({ name, assertionResults: statuses.map((status) => ({ status })) });
  const testResults = [
    results("/site/tests/backend/ports/stripe.test.ts", "passed", "skipped"),
    results("/site/tests/backend/db/deadlocks.db.test.ts", "skipped", "pending"),
    results("/site/tests/app/forms/every-form.pages.test.ts", "todo"),
  ];
  expect(skippedWithoutDatabase({ testResults })).toBe(1);
});
