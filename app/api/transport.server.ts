import { Pool, fetch as pooledFetch } from "undici";
import { backendSecretHeader } from "#contract/backend-secret";
import { pageKeyHeader } from "#contract/page-key";
import type { PageKey } from "./page-reads.server";

type About = { clientAddress: string; page?: PageKey; forBrowser?: boolean };

/**
 * How API requests travel. `clientAddress` is the browser's, for rate limits; `page` stands for the browser's request, where one has it made;
 * `forBrowser` says that the answer is handed on as it comes.
 */
export type Transport = {
  baseUrl: string;
  fetch(request: Request, about: About): Promise<Response>;
};

/** The backend in this process: no socket in between. */
export function inProcess(baseUrl: string, backend: (request: Request, environment: About) => Promise<Response>): Transport {
  return { baseUrl, fetch: (request, about) => backend(request, about) };
}

const connections = 32;
const poolOptions = { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * A backend elsewhere, over kept-alive connections. It trusts the browser's address and the page's key that we name because we name the secret.
 * What browsers request themselves has connections of its own: a reader who takes their time holds up no page.
 */
export function overHttp(baseUrl: string, secret: string): Transport {
  const { origin } = new URL(baseUrl);
  const [ofPages, ofBrowsers] = [new Pool(origin, poolOptions), new Pool(origin, poolOptions)];
  return {
    baseUrl,
    async fetch(request, { clientAddress, page, forBrowser = false }) {
      const headers = new Headers(request.headers);
      headers.set("x-forwarded-for", clientAddress);
      headers.set(backendSecretHeader, secret);
      headers.delete(pageKeyHeader);
      if (page) headers.set(pageKeyHeader, page.id);
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
