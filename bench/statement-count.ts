import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The messages that run a statement: a simple query, or the execution of a prepared one. */
const statementMessages = new Set(["Q", "E"].map((letter) => letter.charCodeAt(0)));

/** A proxy between a site and its database that counts statements; returns the URL for the site. */
export async function startStatementCount(databaseUrl: string): Promise<{ url: string; count(): number; stop(): void }> {
  const target = new URL(databaseUrl);
  let statements = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    const see = messageReader((type) => {
      if (statementMessages.has(type)) statements += 1;
    });
    client.on("data", see);
    client.pipe(database).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => statements,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Reads what a client sends message by message: the first has no type, every other one byte of type and four of length. */
function messageReader(seen: (type: number) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = started ? 5 : 4;
      if (rest.length < head) return;
      const length = rest.readUInt32BE(head - 4) + head - 4;
      if (rest.length < length) return;
      if (started) seen(rest.readUInt8(0));
      started = true;
      rest = rest.subarray(length);
    }
  };
}
