import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const common = {
  setupFiles: ["tests/support/strict-console.ts"],
  globalSetup: ["tests/support/empty-database.ts"],
  // Sweeps ask a thousand pages in one test; on a machine that does other work they take a minute.
  hookTimeout: 120_000,
  testTimeout: 120_000,
  // What a test waits for comes in milliseconds; on a machine that does other work it may take seconds.
  expect: { poll: { timeout: 15_000 } },
  // What production runs is run as it is, not transformed again for every file of tests.
  server: { deps: { external: [/\/build\/server\//] } },
};

/** Files of tests share what a worker has loaded, which takes two seconds a file. Not these: each puts something in place of a module. */
const alone = ["tests/**/login.pages.test.ts", "tests/**/malformed-forms.db.test.ts", "tests/**/registration.db.test.ts"];
const notAlone = alone.map((file) => `!${file}`);
const withDatabase = { ...common, setupFiles: [...common.setupFiles, "tests/support/correlated-columns.ts"] };
const together = { ...withDatabase, isolate: false };

/**
 * unit: no database. database: the backend over its real database. pages: the built site, web tier and backend, request by request.
 * alone: those of both that put something in place of a module. TEST_DATABASE_URL runs the last three on a PostgreSQL server instead of
 * the embedded database. `*.redis.pages.test.ts` files also need a Redis, on 127.0.0.1:6379 or where TEST_REDIS_URL says.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // One worker a core: a test waits for its database half of the time.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          ...common,
          name: "unit",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/**/*.{db,pages}.test.ts"],
          globalSetup: [],
        },
      },
      { resolve: { alias }, test: { ...together, name: "database", include: ["tests/**/*.db.test.ts", ...notAlone] } },
      { resolve: { alias }, test: { ...together, name: "pages", include: ["tests/**/*.pages.test.ts", ...notAlone] } },
      { resolve: { alias }, test: { ...withDatabase, name: "alone", include: alone } },
    ],
  },
});
