import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type DatabaseFault = "refused" | "silent" | "cut" | "dropped";

/**
 * A way to a PostgreSQL server that can be closed, go on without letting anything through, or end each connection once something is asked. One that is
 * `dropped` lets nothing through either, and its connections stay open without an answer when new ones work again. Ends with the test.
 */
// why: a healthy server does neither on demand, and other tests use the same one
export async function openDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let dropped = new WeakSet<Socket>();
  let fault: DatabaseFault | null = null;
  const server = createServer((from) => {
    const to = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          open.delete(socket);
          other.destroy();
        });
      socket.on("data", (bytes) => {
        if (fault === "cut") socket.destroy();
        else if (fault !== "silent" && fault !== "dropped" && !dropped.has(socket)) other.write(bytes);
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async set(next: DatabaseFault | null) {
      const staysSilent = fault === "dropped";
      fault = next;
      if (staysSilent) return;
      if (next === "dropped") dropped = new WeakSet(open);
      if (next === "refused") {
        server.close();
        cut();
      } else if (next === null) {
        // What was sent while nothing came through is lost: a connection that waits for its answer is over.
        cut();
        if (!server.listening) await listen(port);
      }
    },
  };
}
