import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerUnreadable } from "#backend/http/unreadable-requests";

const server = createServer((_request, response) => response.end("read"));

beforeAll(async () => {
  answerUnreadable(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => server.close());

async function send(text: string): Promise<{ status: string; head: string; body: string }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(text, "latin1");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: head.slice(9, 12), head, body };
}

test.each([
  ["an unknown method", "400", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a length that is no number", "400", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"],
  ["two ways to tell its length", "400", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["two lengths", "400", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde"],
  ["a path that is not ASCII", "400", "GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a query of 20,000 characters", "431", `GET /?${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
])("%s is answered with %s and a page in both languages", async (_what, expected, request) => {
  const { status, head, body } = await send(request);
  expect(status).toBe(expected);
  expect(head).toMatch(/^content-type: text\/html; charset=utf-8$/m);
  expect(body).toMatch(/href="\/">Accueil.*href="\/en">Home/s);
});

test("an expectation that nobody knows is ignored", async () => {
  const { status, body } = await send("GET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\nConnection: close\r\n\r\n");
  expect([status, body.includes("read")]).toEqual(["200", true]);
});
