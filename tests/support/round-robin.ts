import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Milliseconds after which a proxy gives up finding a process that takes a request. */
const patience = 10_000;

/**
 * What stands before several processes of one site, as nginx does: it asks them in turn over connections that it keeps, and asks the next
 * one when a connection is refused or ends before an answer; what changes something is sent again only when it was refused.
 */
export async function openRoundRobin(port: number, targets: () => number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let turn = 0;
  const pass = async (from: IncomingMessage, to: ServerResponse) => {
    const body = await bodyOf(from);
    const until = performance.now() + patience;
    while (performance.now() < until) {
      const all = targets();
      turn += 1;
      const target = all[turn % all.length];
      if (target !== undefined && (await sent(from, { to, body, port: target, agent }))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    to.writeHead(502).end();
  };
  const server = createServer((from, to) => void pass(from, to).catch(() => to.destroy()));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function bodyOf(from: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

type Onward = { to: ServerResponse; body: Buffer; port: number; agent: Agent };

/** Whether a process took the request: then the answer is on its way. */
function sent({ method = "GET", url, headers }: IncomingMessage, { to, body, port, agent }: Onward): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(to).on("finish", () => resolve(true));
      answer.on("error", reject);
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      const again = error.code === "ECONNREFUSED" || method === "GET" || method === "HEAD";
      if (again && !to.headersSent) resolve(false);
      else reject(error);
    });
    onward.end(body);
  });
}
