import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const times = "{ every: 50, longest: 500 }";
const start = `const { startWatchdog } = await import("#backend/watchdog"); startWatchdog(${times});`;

/** How a process ends that runs this code under a watchdog of half a second. */
async function endOf(code: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", `${start}\n${code}`], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  child.stderr.on("data", (data: Buffer) => lines.push(data.toString()));
  const [exitCode, signal] = await once(child, "close");
  return { code: exitCode, signal, killed: lines.join("").includes("blocked for too long") };
}

test("a process whose event loop is blocked is killed, with a line in the log", async () => {
  expect(await endOf("for (;;);")).toEqual({ code: null, signal: "SIGKILL", killed: true });
});

test("a process that waits or works in pieces goes on, and ends by itself", async () => {
  const pieces =
    "for (let n = 0; n < 30; n += 1) { const until = Date.now() + 40; while (Date.now() < until); await new Promise(setImmediate); }";
  expect(await endOf(pieces)).toEqual({ code: 0, signal: null, killed: false });
  expect(await endOf("await new Promise((resolve) => setTimeout(resolve, 1_200));")).toEqual({ code: 0, signal: null, killed: false });
});
