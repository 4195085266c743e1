import { Pool, fetch as pooledFetch } from "undici";
import { backendSecretHeader } from "#contract/api/backend-secret";
import { pageKeyHeader } from "#contract/api/page-key";
import type { PageKey } from "./page-reads.server";

/** `clientAddress` is the browser's, for rate limits. */
type About = {
  clientAddress: string;
  /** Stands for the browser's request, where a page is made for one. */
  page?: PageKey;
  /** The answer is handed on to a browser as it comes. */
  forBrowser?: boolean;
  /** The answer is read to its end before it is given out, and refused beyond {@link mostBytes}. */
  whole?: boolean;
};

/** How API requests travel. A request that is aborted fails at once, and the backend is told. */
export type Transport = {
  baseUrl: string;
  fetch(request: Request, about: About): Promise<Response>;
};

/** Of an answer that a page is made of. */
const mostBytes = 8 * 1024 * 1024;

/** The backend in this process: no socket in between. */
export function inProcess(
  baseUrl: string,
  backend: (request: Request, environment: { clientAddress?: string; page?: object }) => Promise<Response>,
): Transport {
  return { baseUrl, fetch: (request, { clientAddress, page }) => backend(request, { clientAddress, page }) };
}

/** What is waited for no longer than until the signal says so, whether or not whoever is at work can leave it. */
export function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
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
    async fetch(request, { clientAddress, page, forBrowser = false, whole = false }) {
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
      return whole ? readWhole(answer as unknown as Response, request.signal) : (answer as unknown as Response);
    },
  };
}

async function readWhole({ status, headers, body }: Response, signal: AbortSignal): Promise<Response> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    signal.throwIfAborted();
    size += part.byteLength;
    if (size > mostBytes) throw new Error(`the backend's answer is longer than ${mostBytes} bytes`);
    parts.push(part);
  }
  return new Response(size > 0 ? Buffer.concat(parts) : null, { status, headers: [...headers] });
}

/** Whether the backend answers an address with success. */
export async function answers({ baseUrl, fetch }: Transport, path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000);
    return (await untilAborted(fetch(new Request(baseUrl + path, { signal }), { clientAddress: "", whole: true }), signal)).ok;
  } catch {
    return false;
  }
}
