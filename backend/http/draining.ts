import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Milliseconds during which responses announce the end of their connection, and proxies find another process. */
const notice = 250;
/** Milliseconds after which unfinished responses are cut. */
const timeout = 3_000;
const checkInterval = 50;

/**
 * Lets a server finish its requests, and closes its connections: each with the current response, or the next one. A client that keeps
 * its connection and goes on sending requests would keep the server running for ever. Resolves when no connection is left, after {@link timeout} at the latest.
 */
export async function drained(server: Server): Promise<void> {
  server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  await new Promise((resolve) => setTimeout(resolve, notice));
  const idle = setInterval(() => server.closeIdleConnections(), checkInterval);
  const cut = setTimeout(() => server.closeAllConnections(), timeout - notice);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(cut);
}
