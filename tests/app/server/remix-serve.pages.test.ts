import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/free-port";

test("the build boots under remix-serve, and answers a route that needs nothing of our server", async () => {
  const port = await freePort();
  const server = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), NODE_ENV: "production" },
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server.stdout, "data");
  const answer = await fetch(`http://127.0.0.1:${port}/logout`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
});
