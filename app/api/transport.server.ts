import { Pool, fetch as pooledFetch } from "undici";

/** How API requests travel. `clientAddress` is the browser's, for rate limits. */
export type Transport = {
  baseUrl: string;
  fetch(request: Request, about: { clientAddress: string }): Promise<Response>;
};

/** The backend in this process: no socket in between. */
export function inProcess(
  baseUrl: string,
  backend: (request: Request, environment: { clientAddress?: string }) => Promise<Response>,
): Transport {
  return { baseUrl, fetch: (request, about) => backend(request, about) };
}

const connections = 8;

/** A backend elsewhere, over few kept connections. It takes the browser's address from us only if it trusts ours. */
export function overHttp(baseUrl: string): Transport {
  const dispatcher = new Pool(new URL(baseUrl).origin, { connections, pipelining: 4, headersTimeout: 10_000, bodyTimeout: 10_000 });
  return {
    baseUrl,
    async fetch(request, { clientAddress }) {
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-for", clientAddress);
      // Packing and unpacking cost more than the way between the two tiers; browsers get theirs from us.
      headers.set("accept-encoding", "identity");
      const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
      const answer = await pooledFetch(request.url, {
        method: request.method,
        headers: [...headers],
        body,
        redirect: "manual",
        dispatcher,
        signal: request.signal,
      });
      return answer as unknown as Response;
    },
  };
}

/** Whether the backend answers an address with success. */
export async function answers({ baseUrl, fetch }: Transport, path: string): Promise<boolean> {
  try {
    return (await fetch(new Request(baseUrl + path, { signal: AbortSignal.timeout(2_000) }), { clientAddress: "" })).ok;
  } catch {
    return false;
  }
}
