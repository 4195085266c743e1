import { Pool, fetch as pooledFetch } from "undici";
import { backendSecretHeader } from "#contract/api/backend-secret";
import { pageKeyHeader } from "#contract/api/page-key";
import type { PageKey } from "./page-reads.server";

/** On whose behalf the API is called, and what becomes of the response. `ip` is the browser's, for rate limits. */
type CallContext = {
  ip: string;
  /** Identifies the browser's request, when a page is rendered for one. */
  page?: PageKey;
  /** The response is streamed to a browser. */
  forBrowser?: boolean;
  /** The response is buffered, and refused beyond {@link maxBytes}. */
  whole?: boolean;
};

/** The transport of API requests. An aborted request fails at once, and the backend's signal is aborted. */
export type Transport = {
  baseUrl: string;
  fetch(request: Request, context: CallContext): Promise<Response>;
};

/** Limit of a buffered response. */
const maxBytes = 8 * 1024 * 1024;

/** The backend in this process: no socket in between. */
export function inProcess(
  baseUrl: string,
  backend: (request: Request, environment: { ip?: string; page?: object }) => Promise<Response>,
): Transport {
  return { baseUrl, fetch: (request, { ip, page }) => backend(request, { ip, page }) };
}

/** Stops waiting when the signal aborts, whether or not the work can be cancelled. */
export function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Headers about one connection (RFC 9110, 7.6.1), which the next one sets itself; the client of the pool refuses some of them. */
const hopByHopHeaders = ["connection", "expect", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];

/** Removes those headers, and others that `Connection` names. */
function removeHopByHopHeaders(headers: Headers) {
  const named = headers.get("connection")?.split(",") ?? [];
  for (const name of [...named.map((one) => one.trim()).filter((one) => /^[\w-]+$/.test(one)), ...hopByHopHeaders]) headers.delete(name);
}

const connections = 32;
const poolOptions = { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 };

/**
 * A backend elsewhere, over keep-alive connections. It trusts the forwarded IP and page key because of the secret.
 * Requests proxied for browsers use separate connections: a slow reader does not block pages.
 */
export function overHttp(baseUrl: string, secret: string): Transport {
  const { origin } = new URL(baseUrl);
  const [ofPages, ofBrowsers] = [new Pool(origin, poolOptions), new Pool(origin, poolOptions)];
  return {
    baseUrl,
    async fetch(request, { ip, page, forBrowser = false, whole = false }) {
      const headers = new Headers(request.headers);
      removeHopByHopHeaders(headers);
      headers.set("x-forwarded-for", ip);
      headers.set(backendSecretHeader, secret);
      headers.delete(pageKeyHeader);
      if (page) headers.set(pageKeyHeader, page.id);
      // Compression costs more than the transfer between the tiers; the web tier compresses for browsers.
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
    if (size > maxBytes) throw new Error(`the backend's answer is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return new Response(size > 0 ? Buffer.concat(parts) : null, { status, headers: [...headers] });
}

/** Whether the backend answers a URL with success. */
export async function answers({ baseUrl, fetch }: Transport, path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(2_000);
    return (await untilAborted(fetch(new Request(baseUrl + path, { signal }), { ip: "", whole: true }), signal)).ok;
  } catch {
    return false;
  }
}
