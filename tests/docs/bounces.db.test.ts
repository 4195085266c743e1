import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bouncedMailboxes } from "#backend/modules/mails/tables";
import { backendForTest, testSettings } from "#tests/support/backend";
import { serveOverHttp } from "#tests/support/over-http";
import { addPerson } from "#tests/support/people";

const secret = "a secret that both sides know, long enough";
const hasTools = spawnSync("sh", ["-c", "command -v curl openssl"]).status === 0;

/** The commands that the page of operations gives, in their order. */
const [, commands = ""] = /### Mails that come back[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];

test.skipIf(!hasTools)("the commands of the page of operations report a mail that came back", async () => {
  const backend = await backendForTest({ settings: { ...testSettings, mailBounceSecrets: [secret] } });
  await addPerson(backend, { role: "VOLUNTEER", email: "someone@example.org" });
  const env = { ...process.env, MAIL_BOUNCE_SECRET: secret, PUBLIC_URL: await serveOverHttp(backend) };
  const run = (given: NodeJS.ProcessEnv) =>
    new Promise<number | null>((done) => spawn("sh", ["-c", `set -e\n${commands}`], { env: given, stdio: "ignore" }).on("close", done));
  expect(await run({ ...env, MAIL_BOUNCE_SECRET: "another secret" })).not.toBe(0);
  expect(await backend.services.db.$count(bouncedMailboxes)).toBe(0);
  expect(await run(env)).toBe(0);
  const rows = await backend.services.db.select().from(bouncedMailboxes);
  expect(rows).toMatchObject([{ email: "someone@example.org", reason: "hard", code: "5.1.1" }]);
});
