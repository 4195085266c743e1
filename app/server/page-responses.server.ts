import { sessionCookies } from "#contract/accounts/session";
import type { BackendHealth } from "~/api/backend-health.server";
import { ApiClient } from "~/api/client.server";
import type { CookieJar } from "~/api/cookie-jar.server";
import { toastTaken } from "~/api/flash.server";
import type { OrganisationSettings } from "~/api/organisation.server";
import { RefreshQueue } from "~/api/refresh.server";
import { RequestSession } from "~/api/request-session.server";
import type { Area } from "~/framework/areas.server";
import { createPageHandlers } from "~/framework/page-handlers.server";
import { localeOfPath, pathIn } from "~/i18n/locale-of-path";
import { textsFor } from "~/i18n/texts.server";
import type { ApiResponseCache } from "./cache/api-response-cache.server";
import type { PageCache } from "./cache/page-cache.server";
import { bytesAnswer, bytesOf } from "./encoding/bytes-response.server";
import { allowedMethods } from "./request-guards.server";
import type { WebTierParts } from "./web-tier.server";

/** A request for a page, with what is known before it is rendered. */
export type PageCall = {
  area: Area;
  jar: CookieJar;
  refused: number | null;
  requestId: string;
  ip: string;
  ofVisitor?: boolean;
};

/** Renders pages, with the context of their loaders and actions. */
export function createPageResponses(
  { build, mode, transport, settings, log, timeouts }: WebTierParts,
  {
    health,
    organisation,
    ...caches
  }: { cache: PageCache; answers: ApiResponseCache; health: BackendHealth; organisation: OrganisationSettings },
) {
  const handlerFor = createPageHandlers(build, mode);
  const refreshQueue = new RefreshQueue();
  const cookieNames = sessionCookies(settings.publicUrl.startsWith("https:"));

  return async (request: Request, { area, jar, refused, requestId, ip, ofVisitor }: PageCall): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const locale = localeOfPath(pathname);
    const basename = locale === "en" ? "/en" : "/";
    const handle = await handlerFor({ path: pathIn("fr", pathname), area, basename });
    const api = new ApiClient({
      transport,
      jar,
      refreshQueue,
      cookieNames,
      origin: settings.publicUrl,
      locale,
      requestId,
      ip,
      log: (message) => log.info({ requestId }, message),
      apiCache: ofVisitor ? caches.answers : undefined,
      health,
      timeouts,
    });
    let retryAfter: number | undefined;
    const hasCookies = !!(jar.get(cookieNames.access) ?? jar.get(cookieNames.refresh));
    const response = await handle(request, {
      session: new RequestSession(api, hasCookies),
      api,
      locale,
      t: textsFor(locale).t,
      requestId,
      nonce: crypto.randomUUID(),
      settings: await organisation.current(),
      ...caches,
      build: async () => (typeof build === "function" ? build() : build),
      refused,
      log,
      logout: () => refreshQueue.clear(jar.get(cookieNames.refresh) ?? ""),
      retryAfter: (seconds) => {
        retryAfter = seconds;
      },
      setCookie: (line) => jar.setCookies.push(line),
      cookie: (name) => jar.get(name),
    });
    if (refused === 405) response.headers.set("allow", allowedMethods);
    const setCookies = leadsOn(response) ? jar.setCookies.filter((line) => line !== toastTaken(settings.publicUrl)) : jar.setCookies;
    // The link of a mail shows what is its recipient's.
    const mayBeStored = area === "public" && !new URL(request.url).searchParams.has("token");
    return finished(response, { setCookies, mayBeStored, retryAfter });
  };
}

/** Default Retry-After in seconds while the backend is unavailable. */
export const outageWait = 5;

/** Whether another page follows: a redirect of a document, or of a fetch for data, which the framework answers with 202. */
const leadsOn = ({ status }: Response) => (status >= 300 && status < 400 && status !== 304) || status === 202;

type Finish = { setCookies: readonly string[]; mayBeStored: boolean; retryAfter: number | undefined };

function finished(response: Response, { setCookies, mayBeStored, retryAfter }: Finish): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  for (const line of setCookies) headers.append("set-cookie", line);
  if (!headers.has("cache-control")) headers.set("cache-control", mayBeStored ? "private, no-cache" : "no-store");
  headers.append("vary", "Cookie, Accept-Language");
  const wait = retryAfter ?? (status === 503 ? outageWait : undefined);
  if (wait && (status === 503 || status === 429)) headers.set("retry-after", String(wait));
  const bytes = bytesOf(response);
  return bytes ? bytesAnswer(bytes, { status, headers }) : new Response(response.body, { status, headers });
}
