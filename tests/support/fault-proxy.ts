import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What may happen between a web tier and its backend. */
export const faults = ["refused", "silent", "reset", "cut", "slow", "500", "broken JSON", "empty", "wrong shape", "huge"] as const;
export type Fault = (typeof faults)[number] | "401" | "429" | "503";

const json = { "content-type": "application/json" };

/** A way to a backend on which nothing happens until it is told to. Ends with the test. */
// why: a healthy backend does none of this on demand
export async function openFaultProxy(backendUrl: string) {
  let fault: Fault | null = null;
  let requests = 0;
  const server = createServer((from, to) => {
    requests += 1;
    to.on("error", () => {});
    if (fault) fail(fault, to);
    else pass(from, to, backendUrl);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const leave = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(leave);
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async set(next: Fault | null) {
      if (next === "refused") await leave();
      else if (!server.listening) await listen(port);
      fault = next;
    },
  };
}

function pass(from: IncomingMessage, to: ServerResponse, backendUrl: string) {
  const { method, url, headers } = from;
  const onward = request(backendUrl + url, { method, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(to);
  });
  onward.on("error", () => to.destroy());
  from.pipe(onward);
}

function fail(fault: Fault, to: ServerResponse) {
  if (/^\d/.test(fault)) return void to.writeHead(Number(fault), json).end("{}");
  if (fault === "reset") return void to.socket?.resetAndDestroy();
  if (fault === "silent") return;
  if (fault === "empty") return void to.writeHead(200, json).end();
  if (fault === "broken JSON") return void to.writeHead(200, json).end('{"items":[{"id');
  if (fault === "wrong shape") return void to.writeHead(200, json).end('{"hello":"world"}');
  if (fault === "cut") {
    to.writeHead(200, { ...json, "content-length": "1000" }).write('{"items":[');
    setTimeout(() => to.destroy(), 20);
    return;
  }
  to.writeHead(200, json);
  const piece = fault === "huge" ? Buffer.alloc(256 * 1024, " ") : Buffer.from(" ");
  const more = () => {
    if (to.destroyed) return;
    to.write(piece);
    setTimeout(more, fault === "huge" ? 1 : 200);
  };
  more();
}
