import { Pool, fetch as pooledFetch } from "undici";
import { backendSecretHeader } from "#contract/backend-secret";

/** How API requests travel. `clientAddress` is the browser's, for rate limits; `forBrowser` says that its answer is handed on as it comes. */
export type Transport = {
  baseUrl: string;
  fetch(request: Request, about: { clientAddress: string; forBrowser?: boolean }): Promise<Response>;
};

/** The backend in this process: no socket in between. */
export function inProcess(
  baseUrl: string,
  backend: (request: Request, environment: { clientAddress?: string }) => Promise<Response>,
): Transport {
  return { baseUrl, fetch: (request, about) => backend(request, about) };
}

const connections = 32;
const poolOptions = { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * A backend elsewhere, over kept connections. It takes the browser's address from us because we name the secret. What browsers ask for
 * themselves has connections of its own: a reader who takes their time holds up no page.
 */
export function overHttp(baseUrl: string, secret: string): Transport {
  const { origin } = new URL(baseUrl);
  const [ofPages, ofBrowsers] = [new Pool(origin, poolOptions), new Pool(origin, poolOptions)];
  return {
    baseUrl,
    async fetch(request, { clientAddress, forBrowser = false }) {
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-for", clientAddress);
      headers.set(backendSecretHeader, secret);
      // Packing and unpacking cost more than the way between the two tiers; browsers get theirs from us.
      headers.set("accept-encoding", "identity");
      const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
      const answer = await pooledFetch(request.url, {
        method: request.method,
        headers: [...headers],
        body,
        redirect: "manual",
        dispatcher: forBrowser ? ofBrowsers : ofPages,
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
