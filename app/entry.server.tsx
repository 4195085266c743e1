import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import { isOn } from "#contract/api/performance-layers";
import { defaultLocale, locales } from "#contract/formats/locale";
import type { PublicSettings } from "~/api/settings.server";
import { referenceOf } from "~/errors/reference";
import { reportError } from "~/errors/report.server";
import { statusOf } from "~/errors/status";
import { formTargetsOf, handlesOf } from "~/framework/entry-context.server";
import { renderHydrated } from "~/framework/hydrated-page.server";
import { textsFor } from "~/i18n/texts.server";
import { type PageParts, PagePartsProvider, styleMark } from "~/layouts/document-parts";
import { mergeHandles, type PageHandle } from "~/layouts/handle";
import { FragmentCache } from "~/server/cache/fragment-cache.server";
import { rulesHeader } from "~/server/cache/page-cache.server";
import { bytesAnswer } from "~/server/encoding/bytes-response.server";
import { developmentPagePolicy, outsideOrigins, pagePolicy } from "~/server/headers.server";
import { createPageCss } from "~/server/page-css.server";
import { allDrawings } from "~/ui/all-drawings.server";
import { type Fragments, FragmentsProvider } from "~/ui/cached-fragment";
import { drawingsName } from "~/ui/drawings-file";
import siteCss from "./styles/site.css?inline";

export { publicSettings, webEnvironment, webFaults } from "~/api/settings.server";
export { answers, inProcess, overHttp } from "~/api/transport.server";
export { startErrorReports } from "~/errors/report.server";
export { streamTimeout } from "~/framework/hydrated-page.server";
// What server.ts composes the web tier from: it comes through the build, so that there is one copy of each module.
export { changesInProcess, changesOverHttp, changesOverRedis } from "~/server/cache/change-feed.server";
export { createWebTier } from "~/server/web-tier.server";

const pageCss = createPageCss(siteCss, { url: drawingsName, text: allDrawings });
/** Cached fragments depend on the installation, too. */
const fragmentCaches = new WeakMap<PublicSettings, FragmentCache>();
/** The streaming renderer writes it itself. */
const doctype = "<!DOCTYPE html>";
const remixI18n = new RemixI18Next({ detection: { supportedLanguages: [...locales], fallbackLanguage: defaultLocale } });

/**
 * Renders a page to one buffer. A page without framework script is a plain string without marks for hydration, with the
 * style it uses inside; a hydrated one has to go through the streaming renderer, which single fetch needs.
 */
export default async function renderPage(request: Request, status: number, headers: Headers, remix: EntryContext, context: AppLoadContext) {
  const page = mergeHandles(handlesOf(remix));
  const { nonce, locale, settings } = context;
  const https = settings.publicUrl.startsWith("https:");
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const parts = page.hydrate
    ? { nonce, crawler: isbot(request.headers.get("user-agent")), path, ...textsOf(page, remix) }
    : { styleInside: import.meta.env.PROD };
  const document = (fragments: Fragments | null = null) => (
    <I18nextProvider i18n={textsFor(locale).instance}>
      <PagePartsProvider value={parts}>
        <FragmentsProvider value={fragments}>
          <RemixServer context={remix} url={request.url} nonce={nonce} />
        </FragmentsProvider>
      </PagePartsProvider>
    </I18nextProvider>
  );
  headers.set("content-type", "text/html; charset=utf-8");
  if (import.meta.env.DEV) headers.set("content-security-policy", developmentPagePolicy);
  if (page.hydrate) {
    const html = await renderHydrated(document());
    const pictures = settings.bucketUrl ? [new URL(settings.bucketUrl).origin] : [];
    const connect = outsideOrigins(settings);
    const policy = pagePolicy({ https, nonce, connect, pictures, formTo: formTargetsOf(remix), webAssembly: page.webAssembly });
    if (import.meta.env.PROD) headers.set("content-security-policy", policy);
    return bytesAnswer(html, { status, headers });
  }
  if (page.cache && status === 200) headers.set(rulesHeader, JSON.stringify(page.cache));
  if (import.meta.env.DEV) return bytesAnswer(Buffer.from(doctype + renderToStaticMarkup(document())), { status, headers });
  const known = fragmentCaches.get(settings) ?? new FragmentCache(pageCss, styleMark);
  fragmentCaches.set(settings, known);
  const { html, hash } = known.page(
    (fragments) => doctype + dataLast(renderToStaticMarkup(document(isOn("fragment-cache") ? fragments : null))),
  );
  headers.set("content-security-policy", pagePolicy({ https, styleHash: hash, formTo: formTargetsOf(remix) }));
  return bytesAnswer(html, { status, headers });
}

const factsStart = '<script type="application/ld+json">';
const factsEnd = "</script>";

/** Structured data is at the end, where it does not delay the first view on a slow connection. */
function dataLast(html: string): string {
  if (!html.includes("application/ld+json")) return html;
  let rest = "";
  let facts = "";
  let from = 0;
  for (let start = html.indexOf(factsStart); start >= 0; start = html.indexOf(factsStart, from)) {
    rest += html.slice(from, start);
    from = html.indexOf(factsEnd, start) + factsEnd.length;
    facts += html.slice(start, from);
  }
  return (rest + html.slice(from)).replace("</body>", () => `${facts}</body>`);
}

/** The namespaces that all hydrated pages share, which are one cached file. */
const sharedTexts: readonly string[] = ["common", "dashboard"];

/** The texts of a page in two files, the shared ones and its own, and the namespaces of neighbouring pages, which the browser prefetches when idle. */
function textsOf({ i18n = [] }: PageHandle, remix: EntryContext): Pick<PageParts, "textFiles" | "nearbyTexts"> {
  const files = Object.values(Object.groupBy(i18n, (name) => String(sharedTexts.includes(name))));
  return {
    textFiles: files.map((names = []) => names.toSorted().join(",")),
    nearbyTexts: remixI18n.getRouteNamespaces(remix).sort().join(","),
  };
}

/** Errors of loaders, actions and rendering: logged, and reported when they are ours. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted) return;
  const { log, requestId } = context;
  const status = statusOf(error);
  if (status < 500) return;
  log.error({ err: error, requestId, reference: referenceOf(requestId) }, "page failed");
  reportError(error, { status, context });
};
