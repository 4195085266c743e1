import type { IncomingMessage, ServerResponse } from "node:http";
import { CookieJar } from "~/api/cookie-jar.server";
import { languageCookie, languageRedirect } from "~/i18n/language-rule.server";
import { formOf, headersOf, type PageCache, type PageForm } from "./page-cache.server";

type Parts = {
  cache: PageCache;
  /** Cookies of a visit that no kept page may answer. */
  personal: readonly string[];
  publicUrl: string;
  /** Writes the headers of every answer. */
  secure(headers: Headers): void;
  requestId(given: string | undefined): string;
  /** Hears of every answer, for the log and the metrics. */
  observe(answer: { requestId: string; method: string; path: string; status: number; milliseconds: number }): void;
};

/**
 * Answers a visitor's kept page straight on the connection, before a Request is made of it: most visits end here. It says
 * whether it has; all else, a page that is not kept or out of date above all, is for the web tier, which gives the same answer.
 */
export function createStraightAnswers({ cache, personal, publicUrl, secure, requestId, observe }: Parts) {
  const { host } = new URL(publicUrl);
  const heads = new WeakMap<object, string[]>();
  const headOf = (form: PageForm) => {
    const key = form.bytes ?? form.headers;
    const known = heads.get(key);
    if (known) return known;
    const headers = headersOf(form);
    secure(headers);
    const head = [...headers, ["x-request-id", ""]].flat();
    heads.set(key, head);
    return head;
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url: target = "", headers } = request;
    if ((method !== "GET" && method !== "HEAD") || headers.host !== host) return false;
    const started = performance.now();
    const page = cache.kept(target);
    if (!page) return false;
    const jar = headers.cookie ? new CookieJar(headers.cookie) : null;
    if (jar?.hasAny(personal)) return false;
    const { "accept-language": acceptLanguage = null, "user-agent": userAgent = null } = headers;
    if (languageRedirect({ method, url: page.url, cookie: jar?.get(languageCookie), acceptLanguage, userAgent })) return false;
    cache.answered(page);
    const form = formOf(page, { acceptEncoding: headers["accept-encoding"] as string | undefined, ifNoneMatch: headers["if-none-match"] });
    const id = requestId(headers["x-request-id"] as string | undefined);
    // Written out at once, so that one list serves every answer.
    const head = headOf(form);
    head[head.length - 1] = id;
    response.writeHead(form.status, head).end(form.bytes);
    observe({ requestId: id, method, path: page.url.pathname, status: form.status, milliseconds: performance.now() - started });
    return true;
  };
}
