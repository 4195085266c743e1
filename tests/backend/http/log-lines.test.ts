import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = `
  import { openLog } from "./backend/process.ts";
  const log = openLog("info");
  for (let count = 0; count < 2000; count += 1) log.info({ count, text: "é".repeat(count % 50) }, "line");
  log.info({ text: "€".repeat(100_000) }, "longer than a block");
  log.info("last");
  END
`;

test.each([
  ["the process is ended at once", "process.exit(0);"],
  ["it ends by itself", ""],
  ["it fails", 'throw new Error("no");'],
])("every line of the log is there, whole and in order, when %s", async (_, end) => {
  const arguments_ = ["--input-type=module-typescript", "--eval", program.replace("END", end)];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { maxBuffer: 10_000_000 }).catch(
    (failed: { stdout: string }) => failed,
  );
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; count?: number; text?: string });
  expect(lines.map(({ msg, count }) => count ?? msg)).toEqual([...Array(2000).keys(), "longer than a block", "last"]);
  expect([lines[49]?.text, lines[2000]?.text]).toEqual(["é".repeat(49), "€".repeat(100_000)]);
});

const failing = `
  import { logUncaught, openLog } from "./backend/process.ts";
  import { DrizzleQueryError } from "drizzle-orm";
  logUncaught(openLog("info"));
  const error = new DrizzleQueryError("insert into users values ($1)", ["Zinzolin"], Object.assign(new Error("no"), { detail: "Zinzolin" }));
  END
`;

test.each([
  ["thrown", "setTimeout(() => { throw error; });"],
  ["a promise that nobody waits for", "void Promise.reject(error);"],
])("an error that nobody catches (%s) ends the process with 1 and a line that holds nobody's words", async (_, end) => {
  const arguments_ = ["--input-type=module-typescript", "--eval", failing.replace("END", end)];
  const failed = await promisify(execFile)(process.execPath, arguments_).catch(
    (one: { code: number; stdout: string; stderr: string }) => one,
  );
  expect(failed).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(failed.stdout)).toMatchObject({ level: 60, err: { type: "DrizzleQueryError" } });
  expect(failed.stdout).not.toContain("Zinzolin");
});
