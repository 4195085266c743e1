import type { IncomingMessage, ServerResponse } from "node:http";
import { CookieJar } from "~/api/cookie-jar.server";
import { languageCookie, languageRedirect } from "~/i18n/language-rule.server";
import { formOf, headersOf, type PageCache, type PageForm } from "./page-cache.server";

type Parts = {
  cache: PageCache;
  /** Cookies of requests that must not get a cached page. */
  personal: readonly string[];
  publicUrl: string;
  /** Writes the headers of every response. */
  secure(headers: Headers): void;
  requestId(given: string | undefined): string;
  /** Called for every such response, for the log and the metrics. */
  observerOf(answers: { method: string; path: string; status: number }): Observer;
};

type Observer = (requestId: string, milliseconds: number) => void;

/** The response for an encoding of a page. A latin-1 string is written in one system call with the headers, which costs a sixth less. */
type Written = { head: string[]; text: string | undefined; observers: { GET: Observer; HEAD: Observer } };

/**
 * Sends a visitor's cached page directly on the connection, before a Request is created: most requests end here. It returns
 * whether it has; everything else, above all an uncached or stale page, is for the web tier, which sends the same response.
 */
export function createCacheHitFastPath({ cache, personal, publicUrl, secure, requestId, observerOf }: Parts) {
  const { host } = new URL(publicUrl);
  const known = new WeakMap<object, Written>();
  const written = (form: PageForm, path: string): Written => {
    const key = form.bytes ?? form.headers;
    const before = known.get(key);
    if (before) return before;
    const headers = headersOf(form);
    secure(headers);
    const observer = (method: string) => observerOf({ method, path, status: form.status });
    const now = {
      head: [...headers, ["x-request-id", ""]].flat(),
      text: form.bytes?.toString("latin1"),
      observers: { GET: observer("GET"), HEAD: observer("HEAD") },
    };
    known.set(key, now);
    return now;
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url: target = "", headers } = request;
    if ((method !== "GET" && method !== "HEAD") || headers.host !== host) return false;
    const started = performance.now();
    const page = cache.cached(target);
    if (!page) return false;
    const jar = headers.cookie ? new CookieJar(headers.cookie) : null;
    if (jar?.hasAny(personal)) return false;
    const { "accept-language": acceptLanguage = null, "user-agent": userAgent = null } = headers;
    if (languageRedirect({ method, url: page.url, cookie: jar?.get(languageCookie), acceptLanguage, userAgent })) return false;
    cache.answered(page);
    const form = formOf(page, { acceptEncoding: headers["accept-encoding"] as string | undefined, ifNoneMatch: headers["if-none-match"] });
    const id = requestId(headers["x-request-id"] as string | undefined);
    const { head, text, observers } = written(form, page.url.pathname);
    // It is sent at once, so that one array can be reused for every response.
    head[head.length - 1] = id;
    response.writeHead(form.status, head).end(text, "latin1");
    observers[method](id, performance.now() - started);
    return true;
  };
}
