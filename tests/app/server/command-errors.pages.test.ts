import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase, serverUrl } from "#tests/support/database";

/** Runs a built command against a database; returns its exit code and all that it printed. */
function run(command: "admin" | "audit-verify", databaseUrl: string, ...words: string[]) {
  const own = { PATH: process.env.PATH, NODE_ENV: "production", DATA_FOLDER: mkdtempSync(join(tmpdir(), "maillon-command-")) } as const;
  const secrets = { DATABASE_URL: databaseUrl, SESSION_SECRETS: "a secret for tests which is long enough" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`build/${command}.js`, ...words], { env: { ...own, ...secrets } });
  return { status, text: `${stdout}${stderr}` };
}

test.runIf(serverUrl)("a command that the database refuses says why, without the values that it was to store", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (!("url" in database)) throw new Error("the database has no address");
  expect(run("audit-verify", database.url)).toMatchObject({ status: 0, text: expect.stringContaining("whole") });
  await database.db.execute(sql`alter table setup_links add constraint nothing_new check (email = 'nobody')`);
  const { status, text } = run("admin", database.url, "needle.zinzolin@maillon.example");
  expect([status, text.includes("nothing_new"), text.includes("zinzolin"), text.includes("params")]).toEqual([1, true, false, false]);
});
