import type { CookieJar } from "~/api/cookie-jar.server";
import { isManifest } from "~/framework/request-paths";
import { languageCookie, languageCookieLine, languageRedirect } from "~/i18n/language-rule.server";
import { otherHostPage } from "./other-host.server";
import type { PageUrl } from "./page-urls.server";

/** Redirects to the page's other language, when that was chosen or the browser prefers it. */
export function languageAnswer(request: Request, url: URL, jar: CookieJar): Response | null {
  // Files are requested by programs, in the language of their URL.
  if (/\.\w+$/.test(url.pathname) || isManifest(url.pathname)) return null;
  const redirect = languageRedirect({
    method: request.method,
    url,
    cookie: jar.get(languageCookie),
    acceptLanguage: request.headers.get("accept-language"),
    userAgent: request.headers.get("user-agent"),
  });
  if (!redirect) return null;
  const headers = new Headers({ location: redirect.location, vary: "Cookie, Accept-Language", "cache-control": "no-store" });
  if (redirect.choice) headers.append("set-cookie", languageCookieLine(redirect.choice));
  return new Response(null, { status: 302, headers });
}

/** A permanent redirect to the canonical spelling of a page: only that is cached, counted and used for access decisions. */
export function canonicalPath(url: URL, pageUrl: PageUrl | null): Response | null {
  if (!pageUrl || pageUrl.pathname === url.pathname) return null;
  return new Response(null, { status: 301, headers: { location: pageUrl.pathname + url.search, "cache-control": "no-cache" } });
}

/**
 * A request for another host name, or none: refused, unless it is this machine under another name of its own, which is sent to
 * the configured one. URLs in pages and mails come from the configuration only.
 */
export function canonicalHost(request: Request, publicUrl: string): Response | null {
  const requested = request.headers.get("host") ?? "";
  const own = new URL(publicUrl);
  if (requested === own.host) return null;
  const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
  if (loopback.test(requested) && loopback.test(own.host) && isRead(request.method)) {
    const { pathname, search } = new URL(request.url);
    return new Response(null, { status: 307, headers: { location: publicUrl + pathname + search } });
  }
  return otherHostPage(request, publicUrl);
}

export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
