import { spawnSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase, serverUrl } from "#tests/support/database";
import { temporaryFolder } from "#tests/support/temporary-folder";

type Command = "admin" | "audit-verify";

/** Runs a built command with these settings; returns its exit code and all that it printed. */
function runWith(settings: Record<string, string>, command: Command, ...words: string[]) {
  const own = { PATH: process.env.PATH, NODE_ENV: "production", DATA_FOLDER: temporaryFolder("command") } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [`build/${command}.js`, ...words], { env: { ...own, ...settings } });
  return { status, text: `${stdout}${stderr}` };
}

const onDatabase = (url: string) => ({ DATABASE_URL: url, SESSION_SECRETS: "a secret for tests which is long enough" });
const run = (command: Command, url: string, ...words: string[]) => runWith(onDatabase(url), command, ...words);

const usages = {
  admin: "Usage: npm run admin -- someone@example.org [--english]\n",
  "audit-verify": "Usage: npm run audit:verify [-- --sign]\n",
};

test.each([
  ["admin", ["someone@maillon.example", "--nglish"]],
  ["admin", ["someone@maillon.example", "--english=yes"]],
  ["admin", ["someone@maillon.example", "other@maillon.example"]],
  ["audit-verify", ["--sing"]],
  ["audit-verify", ["sign"]],
] as const)("%s with arguments that it does not have, %j, does nothing but say its usage", (command, words) => {
  expect(runWith({ DATABASE_URL: "mysql://localhost/x" }, command, ...words)).toEqual({ status: 2, text: usages[command] });
});

test.each([
  ["admin", ["someone@maillon.example"]],
  ["audit-verify", []],
] as const)("%s says of itself that it cannot run: it starts no site", (command, words) => {
  const wrong = runWith({ DATABASE_URL: "mysql://localhost/x" }, command, ...words);
  expect(wrong).toMatchObject({ status: 1, text: expect.stringMatching(/^The command cannot run. Please correct .*\n {2}DATABASE_URL: /) });
  const gone = run(command, "postgres://localhost:1/nothing", ...words);
  expect(gone).toMatchObject({
    status: 1,
    text: expect.stringMatching(/^The command cannot run: the database does not answer as it should: /),
  });
});

test("admin without an address names its usage", () => {
  expect(runWith({}, "admin", "--english")).toEqual({ status: 1, text: `An e-mail address is missing, or is none.\n${usages.admin}` });
});

test.runIf(serverUrl)("a command that the database refuses says why, without the values that it was to store", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (!("url" in database)) throw new Error("the database has no address");
  expect(run("audit-verify", database.url)).toMatchObject({ status: 0, text: expect.stringContaining("whole") });
  await database.db.execute(sql`alter table setup_links add constraint nothing_new check (email = 'nobody')`);
  const { status, text } = run("admin", database.url, "needle.zinzolin@maillon.example");
  expect([status, text.includes("nothing_new"), text.includes("zinzolin"), text.includes("params")]).toEqual([1, true, false, false]);
});
