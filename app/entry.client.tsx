import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { frenchSpacesIn } from "#contract/french-spaces";
import type { Locale } from "#contract/locale";
import { startBrowserReports } from "~/errors/browser-reports";
import { reloadOnce, watchPreloads } from "~/errors/lost-scripts";
import { browserTexts } from "~/i18n/browser-texts";
import { PagePartsProvider } from "~/page-parts";

async function start() {
  watchPreloads();
  startBrowserReports();
  const texts = document.getElementById("texts")?.textContent ?? "{}";
  const locale = document.documentElement.lang as Locale;
  const i18n = browserTexts(locale, JSON.parse(texts), async (namespace) => {
    const { default: loaded } = await import(`../locales/${locale}/${namespace}.json`).catch(withoutTexts);
    return locale === "fr" ? frenchSpacesIn(loaded) : loaded;
  });
  await pageData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <PagePartsProvider value={{ texts }}>
            <RemixBrowser />
          </PagePartsProvider>
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

/** A page whose texts did not come is loaded anew, texts inside. */
function withoutTexts(error: unknown) {
  if (reloadOnce()) return new Promise<never>(() => {});
  throw error;
}

/**
 * Resolves when the framework has read the page's data, which it does at its first rendering, by throwing a promise. It must not do so while
 * hydrating: a key pressed at that moment makes React 18 give the whole page up (error 345).
 */
async function pageData() {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

void start();
