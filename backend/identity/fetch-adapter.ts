import { inject } from "light-my-request";
import type { Provider } from "oidc-provider";
import { providerPath } from "./provider.ts";

/** Headers of a request about its proxies: the provider would trust them, while the public URL is configured. */
const isClaim = (name: string) => name === "forwarded" || name.startsWith("x-forwarded-") || name === "x-original-host";
const claimless = (headers: Headers) => [...headers].filter(([name]) => !isClaim(name));

/**
 * Serves the provider, a Node request handler, through fetch: so the backend stays one fetch handler, in this process
 * or behind a server. Host and scheme are the configured public ones, whatever the request claims.
 */
export function providerFetch(provider: Provider, publicUrl: string): (request: Request) => Promise<Response> {
  const handle = provider.callback();
  const { host, protocol } = new URL(publicUrl);
  return async (request) => {
    const url = new URL(request.url);
    const answer = await inject(
      (req, res) => {
        // Koa learns from originalUrl where the provider is mounted.
        Object.assign(req, { originalUrl: url.pathname + url.search });
        handle(req as never, res as never);
      },
      {
        method: request.method as "GET",
        url: url.pathname.slice(providerPath.length) + url.search,
        headers: { ...Object.fromEntries(claimless(request.headers)), host, "x-forwarded-proto": protocol.slice(0, -1) },
        payload: request.body ? Buffer.from(await request.arrayBuffer()) : undefined,
      },
    );
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value].flat()) if (one !== undefined && name !== "transfer-encoding") headers.append(name, String(one));
    }
    const empty = request.method === "HEAD" || answer.rawPayload.length === 0;
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
  };
}
