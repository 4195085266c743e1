import type { ServerBuild } from "@remix-run/node";
import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { sessionCookies } from "#contract/accounts/session";
import { changeStream } from "#contract/api/changes";
import { isOn } from "#contract/api/performance-layers";
import type { PublicOrganisation } from "#contract/charity/organisation-facts";
import { browserLocale } from "#contract/formats/locale";
import { BackendHealth } from "~/api/backend-health.server";
import { timeouts } from "~/api/client.server";
import { CookieJar } from "~/api/cookie-jar.server";
import { flashCookie } from "~/api/flash.server";
import { OrganisationSettings, organisationKind } from "~/api/organisation.server";
import type { HstsScope, PublicSettings } from "~/api/settings.server";
import { type Transport, untilAborted } from "~/api/transport.server";
import { referenceOf } from "~/errors/reference";
import { reportError } from "~/errors/report.server";
import { areaOf } from "~/framework/areas.server";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";
import { textsFor } from "~/i18n/texts.server";
import { createImages } from "~/images/image-response.server";
import { ApiResponseCache } from "~/server/cache/api-response-cache.server";
import { createCacheHitFastPath } from "~/server/cache/cache-hit-fast-path.server";
import type { ChangeFeed } from "~/server/cache/change-feed.server";
import { PageCache, rulesHeader } from "~/server/cache/page-cache.server";
import { createViewCounter } from "~/server/cache/view-counter.server";
import { answerAsset, readAssets } from "./assets.server";
import { compressed } from "./encoding/compression.server";
import { secureHeaders } from "./headers.server";
import { loggedPath } from "./logged-path.server";
import { createMetrics, mayReadMetrics } from "./metrics.server";
import { createPageQueue } from "./page-queue.server";
import { createPageResponses, outageWait, type PageCall } from "./page-responses.server";
import { createPageUrls, type PageUrl } from "./page-urls.server";
import { canonicalHost, canonicalPath, isRead, languageAnswer } from "./redirects.server";
import { bufferedWithin, refusalOf } from "./request-guards.server";

export type WebTierParts = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: "production" | "development";
  transport: Transport;
  settings: PublicSettings;
  /** The settings with the facts saved on the site; without it, only those of the environment. */
  withStored?: (stored: PublicOrganisation) => PublicSettings;
  log: Logger;
  /** Whether an `X-Forwarded-For` header comes from our own proxy. */
  trustProxy: boolean;
  /** The scope of `Strict-Transport-Security`; this host only by default. */
  hsts?: HstsScope;
  /** The token for `/metrics`; without it, only callers on this machine may read it. */
  metricsToken?: string;
  /** Whether the database answers and is up to date. */
  ready(): Promise<boolean>;
  /** Timeouts of calls to the backend, other than the default. */
  timeouts?: typeof timeouts;
  /** Where changes are received from. Without it no page is cached. */
  changes?: ChangeFeed;
};

type Env = {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: { requestId: string; ip: string; area: string };
};

export type WebTier = {
  fetch: Hono<Env>["fetch"];
  /** Answers with a cached page on the connection itself; false when the request is for `fetch`. */
  fastPath: ReturnType<typeof createCacheHitFastPath>;
};

/** The web tier: a fetch handler, whose steps are in the order of this function, and a fast path for cached pages. */
export function createWebTier(parts: WebTierParts): WebTier {
  const { settings, log, trustProxy } = parts;
  const https = settings.publicUrl.startsWith("https:");
  const assets = parts.mode === "production" ? readAssets("build/client") : new Map();
  const images = createImages(parts.transport, settings);
  const metrics = createMetrics();
  const cache = new PageCache({ served: createViewCounter(parts.transport, settings.publicUrl) });
  const answers = new ApiResponseCache();
  const organisation = new OrganisationSettings({
    transport: parts.transport,
    settings,
    withStored: parts.withStored ?? (() => settings),
    changed: () => cache.changed(null),
  });
  // Settings and API responses first: a stale page is re-rendered from fresh ones.
  const caches = [organisation, ...(isOn("api-response-cache") ? [answers] : []), ...(isOn("page-cache") ? [cache] : [])];
  parts.changes?.follow({
    changed: (kind) => {
      // Every page shows facts about the organisation.
      const concerned = kind === organisationKind ? null : kind;
      for (const each of caches) each.changed(concerned);
    },
    live: (live) => {
      for (const each of caches) each.live = live;
    },
  });
  const health = new BackendHealth(parts.ready);
  const pages = createPageResponses(parts, { cache, answers, health, organisation });
  const queued = createPageQueue();
  const findPage = pageUrls(parts.build);
  const personal = [...Object.values(sessionCookies(https)), flashCookie(settings.publicUrl)];
  // Headers common to all responses of a kind are prepared once for a cached page.
  const observerOf = ({ method, path, status }: { method: string; path: string; status: number }) => {
    const lines = log.child({ method, path: loggedPath(path), status });
    const observe = metrics.observerOf({ area: "public", method, status });
    return (requestId: string, milliseconds: number) => {
      observe(milliseconds / 1000);
      lines.info({ requestId, ms: tenths(milliseconds) }, "request");
    };
  };
  const fastPath = createCacheHitFastPath({
    cache,
    personal,
    publicUrl: settings.publicUrl,
    secure: (headers) => secureHeaders(headers, { https, secret: false, hsts: parts.hsts }),
    requestId: (given) => requestIdOf(given, trustProxy),
    observerOf,
  });

  /** A request for a public page: cached, rendered, or stale while the backend cannot answer. */
  const publicPage = async (request: Request, call: PageCall, isShared: boolean): Promise<Response> => {
    const copy = health.unreachable ? cache.staleResponse(request) : null;
    if (copy) return copy;
    if (call.jar.hasAny(personal)) {
      const made = await pages(request, call);
      return (made.status === 503 && cache.staleResponse(request, renewedSession(made, personal))) || made;
    }
    const ofVisitor = { ...call, ofVisitor: true };
    // A page that is never cached is made for its visitor, whose network its limits count.
    const cached =
      isShared &&
      (await cache.answer(request, (canonical) => pages(canonical, { ...ofVisitor, jar: new CookieJar(null), ip: "web tier" })));
    return cached || cache.uncached(request, await pages(request, ofVisitor));
  };

  const server = new Hono<Env>()
    .onError((error, http) => {
      const { requestId } = http.var;
      log.error({ err: error, requestId, reference: referenceOf(requestId) }, "request failed");
      reportError(error, { status: 500, context: { requestId } });
      const { t } = textsFor(localeOfPath(http.req.path));
      if (http.var.area !== "api") return http.text(`${t("common:errors.other.title")} ${t("common:errors.other.text")}`, 500);
      return http.json(
        { type: "about:blank#unavailable", title: t("common:errors.other.title"), status: 503, code: "unavailable", requestId },
        { status: 503, headers: { "retry-after": String(outageWait) } },
      );
    })
    .use(async (http, next) => {
      const started = performance.now();
      http.set("requestId", requestIdOf(http.req.header("x-request-id"), trustProxy));
      http.set("ip", clientIpOf(http, trustProxy));
      await next();
      const { method, path } = http.req;
      http.res.headers.delete(rulesHeader);
      const packed = await compressed(http.res, http.req.header("accept-encoding"));
      // Cleared first: a replacing response would get the other's headers, including its length.
      http.res = undefined;
      http.res = packed;
      secureHeaders(http.res.headers, { https, secret: new URL(http.req.url).searchParams.has("token"), hsts: parts.hsts });
      http.res.headers.set("x-request-id", http.var.requestId);
      const { requestId, area = "none" } = http.var;
      const { status } = http.res;
      // What was too large may not have been read to its end: the connection is of no more use.
      if (status === 413) http.res.headers.set("connection", "close");
      const milliseconds = performance.now() - started;
      metrics.observerOf({ area, method, status })(milliseconds / 1000);
      const reference = status >= 400 ? { reference: referenceOf(requestId) } : {};
      log.info({ method, path: loggedPath(path), status, requestId, ...reference, ms: tenths(milliseconds) }, "request");
    })
    .get("/healthz", (http) => http.text("ok"))
    .get("/readyz", async (http) => ((await parts.ready()) ? http.text("ready") : http.text("not ready", 503)))
    .get("/metrics", (http, next) =>
      mayReadMetrics(
        { headers: http.req.raw.headers, ip: http.env?.incoming?.socket?.remoteAddress, behindProxy: trustProxy },
        parts.metricsToken,
      )
        ? metrics.answer()
        : next(),
    )
    .use(async (http, next) => {
      const elsewhere = canonicalHost(http.req.raw, settings.publicUrl);
      if (elsewhere) return elsewhere;
      const asset = isRead(http.req.method) ? assets.get(http.req.path) : undefined;
      if (!asset) return next();
      http.set("area", "assets");
      return answerAsset(asset, http.req.raw);
    })
    .all(changeStream.path, (http) => http.notFound())
    .all("/api/*", (http) => toBackend(http, parts))
    .all("/oidc/*", (http) => toBackend(http, parts))
    .get("/images/*", (http) => {
      http.set("area", "images");
      return images(http.req.path, http.req.header("if-none-match"));
    })
    .all("*", async (http) => {
      const pageUrl = (await findPage())(new URL(http.req.url).pathname);
      const { refused, request } = await refusalOf(http.req.raw, settings.publicUrl, pageUrl);
      if (refused) log.warn({ requestId: http.var.requestId, status: refused, path: loggedPath(http.req.path) }, "request refused");
      const url = new URL(request.url);
      const jar = new CookieJar(request.headers.get("cookie"));
      const elsewhere = refused ? null : (canonicalPath(url, pageUrl) ?? languageAnswer(request, url, jar));
      if (elsewhere) return elsewhere;
      const area = refused ? "public" : areaOf(pathIn("fr", url.pathname));
      http.set("area", area);
      const { requestId, ip } = http.var;
      const call = { area, jar, refused, requestId, ip };
      if (refused) return pages(refusedRequest(url, pageUrl), call);
      if (!isRead(request.method)) return pages(request, call);
      return area === "public" ? publicPage(request, call, pageUrl?.isShared ?? true) : queued(() => pages(request, call));
    });
  return { fetch: server.fetch, fastPath: isOn("cache-hit-fast-path") ? fastPath : () => false };
}

/** The URLs of the build; in development those of the newest one. */
function pageUrls(build: WebTierParts["build"]): () => Promise<(pathname: string) => PageUrl | null> {
  if (typeof build === "function") return async () => createPageUrls(await build());
  const find = createPageUrls(build);
  return async () => find;
}

/** Methods that a `Request` cannot have: they are not forwarded. */
const notForwarded = new Set(["CONNECT", "TRACE", "TRACK"]);

/** `/api` and `/oidc` for browsers: handed to the backend as they are, wherever it is. */
async function toBackend(http: Context<Env>, { transport }: WebTierParts): Promise<Response> {
  http.set("area", "api");
  if (notForwarded.has(http.req.method)) return http.body(null, 405, { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" });
  const limited = await bufferedWithin(http.req.raw);
  const { requestId, ip } = http.var;
  if (!limited) {
    const title = textsFor(browserLocale(http.req.header("accept-language"))).t("common:errors.413.text");
    return http.json({ type: "about:blank#too_large", title, status: 413, code: "too_large", requestId }, 413);
  }
  const { pathname, search } = new URL(limited.url);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException("the backend did not answer in time", "TimeoutError")), timeouts.request);
  const signal = AbortSignal.any([limited.signal, late.signal]);
  const onward = new Request(new Request(transport.baseUrl + pathname + search, limited), { signal });
  onward.headers.set("x-request-id", requestId);
  const answered = untilAborted(transport.fetch(onward, { ip, forBrowser: true }), late.signal);
  const answer = await answered.finally(() => clearTimeout(timer));
  return new Response(answer.body, answer);
}

/** The cookies of a session that was refreshed for a response which is replaced. */
function renewedSession(made: Response, [access, refresh]: readonly string[]): string[] {
  return made.headers.getSetCookie().filter((line) => [access, refresh].some((name) => line.startsWith(`${name}=`)));
}

/** Renders the page for refused requests, in their language; it links back to a form that was too large. */
function refusedRequest(url: URL, pageUrl: PageUrl | null): Request {
  const query = pageUrl?.takesForms ? `?page=${encodeURIComponent(pageUrl.pathname)}` : "";
  return new Request(new URL(pathIn(localeOfPath(url.pathname), `/refused${query}`), url));
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function requestIdOf(given: string | undefined, trusted: boolean): string {
  return trusted && given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}

/** The browser's IP: the last hop that our own proxy saw, or the other end of the connection. */
function clientIpOf(http: Context<Env>, trustProxy: boolean): string {
  const forwarded = trustProxy ? http.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || http.env?.incoming?.socket?.remoteAddress || "unknown";
}
