import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { backendSecret } from "#tests/support/backend";
import { runBuilt } from "#tests/support/built-process";
import { freePort } from "#tests/support/free-port";

const own = "https://maillon.example";
let port = 0;
let site: ReturnType<typeof runBuilt>;
beforeAll(async () => {
  port = await freePort();
  // No page is rendered, so its backend need not exist.
  const settings = {
    PORT: String(port),
    PUBLIC_URL: own,
    API_BASE_URL: "http://127.0.0.1:1",
    BACKEND_SECRET: backendSecret,
    LOG_LEVEL: "silent",
  };
  site = runBuilt("server", settings);
  await vi.waitUntil(async () => (await site.statusOf("/healthz")) === 200, { timeout: 60_000 });
}, 70_000);
afterAll(async () => {
  site.kill();
  await site.ended;
});

/** What is answered to the lines of a request, sent as they are. */
async function send(...lines: string[]) {
  const socket = connect(port, "127.0.0.1");
  socket.write([...lines, "connection: close", "", ""].join("\r\n"));
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
}

const requests = [
  [400, "GET /news HTTP/1.1", []],
  [400, "GET /news HTTP/1.0", []],
  [400, "POST /login HTTP/1.1", ["content-length: 0"]],
  [400, "GET /api/articles HTTP/1.1", []],
  [400, "GET /news HTTP/1.1", ["host:"]],
  [421, "GET /news HTTP/1.1", ["host: elsewhere.example"]],
  [421, "GET /assets/nothing.js HTTP/1.1", ["host: elsewhere.example"]],
] as const;

test.each(requests)("%i, a page in both languages with a way to the site: %s %j", async (status, line, headers) => {
  const answer = await send(line, ...headers);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatch(/^<!DOCTYPE html><html lang="fr">.*<title>[^<]+<.*<div lang="fr">.*<div lang="en">/s);
  expect(answer.body).toContain(`href="${own}/"`);
  expect(answer.body).toContain(`href="${own}/en"`);
  expect(answer.body).not.toMatch(/<script|<link|<style|elsewhere|href="\//);
  for (const header of ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "cache-control: no-store"])
    expect(answer.head).toContain(header);
  expect(answer.head).toMatch(/^vary: .*accept-language/m);
});

test("each of the two says what is wrong, in English first to those who prefer it", async () => {
  const english = "accept-language: en-GB,fr;q=0.5";
  const other = await send("GET / HTTP/1.1", "host: elsewhere.example", english);
  expect(other.body).toMatch(
    /<html lang="en">.*<title>This site has another address<.*<div lang="en">.*<div lang="fr">.*Ce site a une autre adresse/s,
  );
  const none = await send("GET / HTTP/1.1", english);
  expect(none.body).toMatch(/<html lang="en">.*<title>No site is named<.*<div lang="fr">.*Aucun site n’est demandé/s);
});

test.each([
  [400, []],
  [421, ["host: elsewhere.example"]],
])("HEAD is answered with %i and no body", async (status, headers) => {
  const { body, ...answer } = await send("HEAD / HTTP/1.1", ...headers);
  expect([answer.status, body]).toEqual([status, ""]);
  expect(answer.head).toContain("content-type: text/html");
});

test.each([
  ["GET /healthz HTTP/1.0"],
  ["GET /healthz HTTP/1.1"],
  ["GET /healthz HTTP/1.1", "host: 10.0.0.7:3000"],
  ["HEAD /healthz HTTP/1.0"],
])("a probe is answered whatever host it names, or none: %s %s", async (...lines) => {
  expect((await send(...lines)).status).toBe(200);
});

test("what is no URL still has its page", async () => {
  const { status, body } = await send("GET http://[ HTTP/1.1", "host: maillon.example");
  expect([status, body.includes("Ce site a une autre adresse")]).toEqual([400, false]);
});
