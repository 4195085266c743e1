import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runBuilt } from "#tests/support/built-process";
import { freePort } from "#tests/support/free-port";

const megabyte = 1024 * 1024;
let port = 0;
let site: ReturnType<typeof runBuilt>;
beforeAll(async () => {
  port = await freePort();
  site = runBuilt("server", { PORT: String(port), LOG_LEVEL: "silent" });
  await vi.waitUntil(async () => (await site.statusOf("/readyz")) === 200, { timeout: 100_000 });
}, 110_000);
afterAll(async () => {
  site.kill();
  await site.ended;
});

const formType = "application/x-www-form-urlencoded";
const targets = [
  ["/contact", "text/html"],
  ["/api/contact", "application/json"],
] as const;

/** Sends a request whole before it reads anything, as many clients do. Returns what came back until the connection was closed. */
async function sendFirst(head: string[], body: Buffer[]) {
  const socket = connect(port, "127.0.0.1");
  const failures: string[] = [];
  socket.on("error", ({ code = "" }: NodeJS.ErrnoException) => failures.push(code));
  const closed = once(socket, "close");
  const write = (part: Buffer | string) => new Promise<void>((done) => void socket.write(part, () => done()));
  socket.pause();
  await write([...head, `host: localhost:${port}`, `origin: ${site.url}`, "", ""].join("\r\n"));
  for (const part of body) await write(part);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk)).resume();
  await closed;
  const text = Buffer.concat(chunks).toString();
  return { status: Number(text.slice(9, 12)), head: text.split("\r\n\r\n")[0]?.toLowerCase() ?? "", text, failures };
}

test.each(targets)(
  "what is too large for %s is read off and answered, and the connection is closed",
  { timeout: 60_000 },
  async (path, type) => {
    for (const size of [6, 14]) {
      const length = size * 2 * megabyte;
      const parts = Array.from({ length: size * 2 }, () => Buffer.alloc(megabyte, "a"));
      const answer = await sendFirst([`POST ${path} HTTP/1.1`, `content-type: ${formType}`, `content-length: ${length}`], parts);
      expect([answer.failures, answer.status]).toEqual([[], 413]);
      expect(answer.head).toMatch(/^connection: close$/m);
      expect(answer.head).toContain(`content-type: ${type}`);
      expect(answer.text).toMatch(/(<\/html>|\})\s*(0\r\n\r\n)?$/);
    }
  },
);

test("so is one of unknown length", { timeout: 60_000 }, async () => {
  const part = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(megabyte, "a"), Buffer.from("\r\n")]);
  const parts = [...Array.from({ length: 6 }, () => part), Buffer.from("0\r\n\r\n")];
  const answer = await sendFirst(["POST /contact HTTP/1.1", `content-type: ${formType}`, "transfer-encoding: chunked"], parts);
  expect([answer.failures, answer.status, answer.text.includes("</html>")]).toEqual([[], 413, true]);
  expect(answer.head).toMatch(/^connection: close$/m);
});

test.each(targets)(
  "a client that keeps connections gets the answer for %s, and its next requests too",
  { timeout: 60_000 },
  async (path) => {
    const headers = { origin: site.url, "content-type": formType };
    for (let round = 0; round < 4; round += 1) {
      const answer = await fetch(site.url + path, { method: "POST", headers, body: Buffer.alloc(12 * megabyte, "a") });
      expect([answer.status, (await answer.text()).length > 50]).toEqual([413, true]);
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    }
  },
);
