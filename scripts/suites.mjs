import { spawnSync, spawn as start } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { findChromium, findHeadlessShell } from "./chromium.mjs";

const results = "test-results";
let runsOnServer = false;

/** What the embedded database may do differently: a run on both asks it these, and shows it in Chromium. The rest each run asks once. */
const suitesOnBothDatabases = ["demo-data", "guards", "jobs", "limits", "query-counts", "search", "sessions", "upgrade"];

/** The runs of Vitest: what each is told, and its environment. Tests that need a Redis are skipped without one, so that they are counted as left out. */
export function runsOf({ hasRedis, serverDatabase }) {
  const redis = hasRedis ? {} : { TEST_REDIS_URL: "" };
  const elsewhere = ["--exclude", `tests/**/!(${suitesOnBothDatabases.join("|")}).db.test.ts`, "--exclude", "tests/**/*.pages.test.ts"];
  const embedded = { name: "embedded", more: serverDatabase ? elsewhere : [], environment: redis };
  if (!serverDatabase) return [embedded];
  const environment = { TEST_DATABASE_URL: serverDatabase, TEST_API_OVER_HTTP: "true", ...redis };
  return [embedded, { name: "server", more: ["--project", "!unit"], environment }];
}

/** Starts the checks, which need no build, in a process of their own: they use one core for minutes. `sum` waits for it, prints what it wrote, and counts. */
export function startChecks() {
  const folder = mkdtempSync(join(tmpdir(), "maillon-checks-"));
  const output = join(folder, "output");
  const file = openSync(output, "w");
  const child = start(process.execPath, ["scripts/check.mjs"], { stdio: ["ignore", file, file] });
  const ended = once(child, "exit");
  return {
    async sum() {
      const [code] = await ended;
      const lines = readFileSync(output, "utf8");
      rmSync(folder, { recursive: true });
      process.stdout.write(lines);
      const count = (word) => lines.split("\n").filter((line) => line.startsWith("check ") && line.endsWith(`: ${word}`)).length;
      return { passed: count("passed"), failed: code === 0 ? 0 : Math.max(count("failed"), 1) };
    },
  };
}

/**
 * Runs Vitest, and Playwright on the embedded database; answers the sums with those of the checks, and with what was left out. When a PostgreSQL server answers, what needs a database
 * runs there (with a socket between the two tiers), as it is quicker and also races, and the embedded one is asked what it may do differently.
 */
export async function allSuites(serverDatabase, checks) {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const hasRedis = await redisIsThere();
  if (!hasRedis) process.stdout.write("No Redis answers on 127.0.0.1:6379: tests that need one are skipped\n");
  const onServer = serverDatabase ? await answersAt(serverDatabase) : false;
  runsOnServer = onServer;
  if (!onServer && process.env.REQUIRE_POSTGRES === "true")
    throw new Error("No PostgreSQL server answers, and REQUIRE_POSTGRES is set: install one, or name it in TEST_DATABASE_URL.");
  const [embedded, server] = runsOf({ hasRedis, serverDatabase: onServer ? serverDatabase : undefined });
  const sums = [vitest(embedded), await checks.sum()];
  if (serverDatabase)
    process.stdout.write(
      `PostgreSQL ${onServer ? "answers: what needs a database runs on it" : "does not answer: everything ran on the embedded database, and races were left out"}\n`,
    );
  if (server) sums.push(vitest(server));
  sums.push(playwright());
  const total = (what) => sums.reduce((all, one) => all + (one[what] ?? 0), 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

function vitest({ name, more, environment }) {
  const file = `${results}/vitest-${name}.json`;
  const ended = spawn("vitest/vitest.mjs", ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`, ...more], environment);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = report;
  const skipped = name === "embedded" && runsOnServer ? skippedWithoutDatabase(report) : numPendingTests;
  return sum(`tests on the ${name} database`, ended, numPassedTests, numFailedTests || numFailedTestSuites, skipped);
}

function playwright() {
  const file = resolve(results, "playwright.json");
  const ended = spawn("@playwright/test/cli.js", ["test", "--config", "e2e/playwright.config.ts", "--reporter=dot,json"], {
    WHOLE_BROWSER_PATH: findChromium(),
    HEADLESS_SHELL_PATH: findHeadlessShell(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, "utf8")).stats;
  return sum("journeys in Chromium", ended, expected, unexpected + flaky, skipped);
}

/**
 * The tests of a report of Vitest that were skipped and need no database. Where a server runs too, it is asked the others: what the embedded
 * database cannot be asked, such as races, is then not left out of the whole.
 */
export function skippedWithoutDatabase({ testResults }) {
  const files = testResults.filter(({ name }) => !/\.(db|pages)\.test\.tsx?$/.test(name));
  return files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => ["skipped", "pending", "todo"].includes(status))
    .length;
}

/** A suite that ended badly counts as one failure at least, also when it counted none itself. */
function sum(name, ended, passed, failed, skipped) {
  const failures = ended ? failed : Math.max(failed, 1);
  process.stdout.write(`${name}: ${passed} passed, ${failures} failed, ${skipped} skipped.\n`);
  return { passed, failed: failures, skipped };
}

function spawn(script, args, environment) {
  return (
    spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: "inherit", env: { ...process.env, ...environment } })
      .status === 0
  );
}

/** TEST_REDIS_URL says that there is one: then a Redis that does not answer fails its tests. */
async function redisIsThere() {
  if (process.env.TEST_REDIS_URL) return true;
  const socket = connect(6379, "127.0.0.1");
  const answers = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answers;
}

async function answersAt(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
