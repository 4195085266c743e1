import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { resolve } from "node:path";
import pg from "pg";
import { checkAll } from "./check.mjs";
import { findChromium, findHeadlessShell } from "./chromium.mjs";

const results = "test-results";
let runsOnServer = false;

/** What the embedded database may do differently: a run on both asks it these, and shows it in Chromium. The rest each run asks once. */
const suitesOnBothDatabases = ["demo-data", "guards", "jobs", "limits", "query-counts", "search", "sessions", "upgrade"];

const needRedis = "tests/**/*.redis.*test.*";

/**
 * Runs the checks, Vitest, and Playwright on the embedded database; answers the sums, with what was left out. When a PostgreSQL server answers, what needs a database
 * runs there (with a socket between the two tiers), as it is quicker and also races, and the embedded one is asked what it may do differently.
 */
export async function allSuites(serverDatabase) {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const leftOut = (await redisIsThere()) ? [] : ["--exclude", needRedis];
  if (leftOut.length > 0) process.stdout.write(`No Redis answers on 127.0.0.1:6379: ${needRedis} are left out\n`);
  const onServer = serverDatabase ? await answersAt(serverDatabase) : false;
  runsOnServer = onServer;
  if (!onServer && process.env.REQUIRE_POSTGRES === "true")
    throw new Error("No PostgreSQL server answers, and REQUIRE_POSTGRES is set: install one, or name it in TEST_DATABASE_URL.");
  const elsewhere = onServer
    ? ["--exclude", `tests/**/!(${suitesOnBothDatabases.join("|")}).db.test.ts`, "--exclude", "tests/**/*.pages.test.ts"]
    : [];
  const sums = [checkAll(), vitest("embedded", [...leftOut, ...elsewhere])];
  if (serverDatabase)
    process.stdout.write(
      `PostgreSQL ${onServer ? "answers: what needs a database runs on it" : "does not answer: everything ran on the embedded database, and races were left out"}\n`,
    );
  if (onServer) {
    const environment = { TEST_DATABASE_URL: serverDatabase, TEST_API_OVER_HTTP: "true" };
    sums.push(vitest("server", ["--project", "!unit", ...leftOut], environment));
  }
  sums.push(playwright());
  const total = (what) => sums.reduce((all, one) => all + (one[what] ?? 0), 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

function vitest(name, more = [], environment = {}) {
  const file = `${results}/vitest-${name}.json`;
  const ended = spawn("vitest/vitest.mjs", ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`, ...more], environment);
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(readFileSync(file, "utf8"));
  return sum(
    `tests on the ${name} database`,
    ended,
    numPassedTests,
    numFailedTests || numFailedTestSuites,
    leftOutBy(name, numPendingTests),
  );
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

/** Where a server runs too, it is asked what the embedded database cannot be: races are then not left out of the whole. */
function leftOutBy(name, pending) {
  return name === "embedded" && runsOnServer ? 0 : pending;
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
