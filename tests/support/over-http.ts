import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createPageKeys } from "#backend/http/page-keys";
import { pageKeyHeader } from "#contract/api/page-key";
import type { TestBackend } from "./backend";

/** TEST_API_OVER_HTTP=true puts a socket between the web tier and the backend of each site under test. */
export const overHttp = process.env.TEST_API_OVER_HTTP === "true";

/** Serves the backend on a free port until it closes; answers its address. It believes the caller about the browser's address, as behind our web tier. */
export async function serveOverHttp(backend: TestBackend): Promise<string> {
  const pageOf = createPageKeys();
  const server = createServer(
    getRequestListener((request) => {
      const ip = request.headers.get("x-forwarded-for") ?? "unknown";
      return backend.fetch(request, { ip, page: pageOf(request.headers.get(pageKeyHeader)) });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { close } = backend;
  backend.close = async () => {
    server.closeAllConnections();
    server.close();
    await close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
