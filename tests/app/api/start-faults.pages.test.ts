import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { backendSecret } from "#tests/support/backend";
import { temporaryFolder } from "#tests/support/temporary-folder";

/** Starts a built server with only these settings; returns how it ended. */
function start(what: "server" | "backend" | "audit-verify", settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(`build/${what}.js`)], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", DATA_FOLDER: temporaryFolder("start"), ...settings },
    encoding: "utf8",
    // Some create an embedded database.
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const wrong = {
  PORT: "many",
  PUBLIC_URL: "maillon.example",
  TRUST_PROXY: "perhaps",
  LOG_LEVEL: "loud",
  DATABASE_URL: "mysql://localhost/x",
  DATABASE_POOL: "0",
  SESSION_SECRETS: "short",
  BACKEND_SECRET: "short",
  REDIS_URL: "http://redis.example",
  SMTP_URL: "http://mail.example",
  MAIL_FROM: "nobody",
  S3_ENDPOINT: "storage",
  FIREBASE_CONFIG: "{",
  FCM_SERVICE_ACCOUNT: "{",
  FCM_URL: "fcm",
  FCM_TOKEN_URL: "token",
  RUN_JOBS: "maybe",
};
const wrongForWeb = {
  API_BASE_URL: "ftp://api.example",
  PRIMARY_COLOUR: "blue",
  CONTACT_EMAIL: "x",
  SENTRY_DSN: "y",
  PUBLIC_BUCKET_URL: "z",
};

test.each([
  ["server", { ...wrong, ...wrongForWeb }],
  ["backend", wrong],
] as const)("the %s with wrong settings ends with 1 and one message that names each of them", (what, settings) => {
  const { status, stdout, stderr } = start(what, settings);
  const [first, ...faults] = stderr.trimEnd().split("\n");
  expect([status, stdout, first]).toEqual([1, "", "Maillon cannot start. Please correct in the environment or in .env:"]);
  expect(faults.map((line) => /^ {2}([A-Z0-9_]+): \S/.exec(line)?.[1]).sort()).toEqual(Object.keys(settings).sort());
});

test("an account without its bank, and mails without a sender, are named at the start", () => {
  const half = { BANK_IBAN: "FR1420041010050500013M02606", SMTP_URL: "smtp://mail.example" };
  const { status, stderr } = start("backend", {
    ...half,
    PUBLIC_URL: "https://maillon.example",
    DATABASE_URL: "postgres://localhost/x",
    SESSION_SECRETS: "x".repeat(32),
    BACKEND_SECRET: backendSecret,
  });
  expect([status, stderr.match(/^ {2}\w+/gm)]).toEqual([1, ["  BANK_BIC", "  MAIL_FROM"]]);
});

test("no message repeats a value, which may be a secret", () => {
  const { stderr } = start("backend", { ...wrong, SESSION_SECRETS: "sesame", DATABASE_URL: "mysql://me:sesame@host/x" });
  expect(stderr).not.toContain("sesame");
});

test.each([
  ["server", { DATABASE_URL: "postgres://localhost/x", S3_ENDPOINT: "https://storage.example" }],
  [
    "backend",
    {
      PUBLIC_URL: "https://maillon.example",
      BACKEND_SECRET: backendSecret,
      DATABASE_URL: "postgres://localhost/x",
      S3_ENDPOINT: "https://storage.example",
    },
  ],
] as const)("the %s names what is missing beside values that are right each for itself", (what, settings) => {
  const { status, stderr } = start(what, settings);
  expect(status).toBe(1);
  expect(stderr.match(/^ {2}[A-Z0-9_]+(?=: is missing)/gm)?.map((name) => name.trim())).toEqual([
    "SESSION_SECRETS",
    "S3_BUCKET",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ]);
});

test("a backend alone needs the public address and the secret of its web tiers; an empty value counts as a missing one", () => {
  const { status, stderr } = start("backend", { PUBLIC_URL: " " });
  expect([status, stderr.match(/^ {2}[A-Z_]+(?=: is missing)/gm)]).toEqual([1, ["  PUBLIC_URL", "  BACKEND_SECRET"]]);
});

test("a web tier alone needs the secret of its backend", () => {
  const { status, stderr } = start("server", { API_BASE_URL: "http://127.0.0.1:1" });
  expect([status, stderr.includes("BACKEND_SECRET: is missing, and needed with API_BASE_URL")]).toEqual([1, true]);
});

test("a database that does not answer ends the start with 1 and one line that says so, without the password", () => {
  const gone = start("backend", {
    PUBLIC_URL: "https://maillon.example",
    BACKEND_SECRET: backendSecret,
    DATABASE_URL: "postgres://nobody:sesame@127.0.0.1:1/x",
    SESSION_SECRETS: "a secret for tests which is long enough",
  });
  expect(gone.status).toBe(1);
  expect(gone.stderr).toMatch(/^Maillon cannot start: the database does not answer as it should: .*ECONNREFUSED.*\n$/);
  expect(gone.stderr).not.toContain("sesame");
});

test("a port that is taken ends the start with 1 and one line that names it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const settings = { HOST: "127.0.0.1", PORT: String(port), API_BASE_URL: "http://127.0.0.1:1", BACKEND_SECRET: backendSecret };
  const { status, stderr } = start("server", settings);
  other.close();
  expect([status, stderr]).toEqual([1, `Maillon cannot start: port ${port} is taken. Set PORT to another.\n`]);
});

test("a folder that another process works with is left alone, and one that a process left behind is taken over", async () => {
  const folder = temporaryFolder("folder");
  writeFileSync(join(folder, "in-use"), String(process.pid));
  const { status, stderr } = start("server", { DATA_FOLDER: folder });
  expect([status, stderr]).toEqual([
    1,
    `Maillon cannot start: process ${process.pid} already works with the embedded database in ${folder}. End it, or set DATA_FOLDER to another; if it is no Maillon, delete the file in-use there.\n`,
  ]);
  const program = `import { holderOf } from "./backend/db/folder-holder.ts"; console.log(holderOf(${JSON.stringify(folder)}), holderOf(${JSON.stringify(folder)}));`;
  // No process has such an id: the maximum on Linux is 4,194,304. The last one runs, but started at another time.
  for (const left of ["4194305", "", `${process.pid} another-start-of-the-machine/1`]) {
    writeFileSync(join(folder, "in-use"), left);
    const { stdout } = spawnSync(process.execPath, ["--input-type=module-typescript", "--eval", program], { encoding: "utf8" });
    expect([stdout, readdirSync(folder)]).toEqual(["null null\n", []]);
  }
});

test("a data folder that must not be written ends the start with 1 and one line that names it", () => {
  const { status, stderr } = start("server", { DATA_FOLDER: "/sys/maillon" });
  expect([status, stderr.split("\n").length]).toEqual([1, 2]);
  expect(stderr).toMatch(/^Maillon cannot start: the folder \/sys\/maillon (can only be read|must not be written)/);
});

test("the command finds the log of an installation intact, and exits with 1 for a broken one", () => {
  const settings = { DATA_FOLDER: temporaryFolder("audit") };
  const whole = start("audit-verify", settings);
  expect([whole.status, whole.stderr]).toEqual([0, ""]);
  expect(whole.stdout).toMatch(/^The audit log is whole: 0 rows, not signed yet\.\n$/);
  mkdirSync(join(settings.DATA_FOLDER, "files/audit"), { recursive: true });
  writeFileSync(join(settings.DATA_FOLDER, "files/audit/head.json"), "{}");
  const broken = start("audit-verify", settings);
  expect([broken.status, broken.stdout]).toEqual([
    1,
    "The audit log is broken: the signed end (audit/head.json) bears no signature of SESSION_SECRETS.\n",
  ]);
});
