import { RemixBrowser } from "@remix-run/react";
import i18next from "i18next";
import resourcesToBackend from "i18next-resources-to-backend";
import { isbot } from "isbot";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { getInitialNamespaces } from "remix-i18next/client";
import { config } from "zod/v4/core";
import { frenchSpacesIn } from "#contract/french-spaces";
import { startBrowserReports } from "~/errors/browser-reports";
import { PagePartsProvider } from "~/page-parts";

// Schemas are compiled with eval where that is allowed; our pages forbid it, and even the try is reported.
config({ jitless: true });

async function start() {
  startBrowserReports();
  const texts = document.getElementById("texts")?.textContent ?? "{}";
  const lng = document.documentElement.lang;
  const load = async (language: string, namespace: string) => {
    const { default: loaded } = await import(`../locales/${language}/${namespace}.json`);
    return language === "fr" ? frenchSpacesIn(loaded) : loaded;
  };
  await i18next
    .use(initReactI18next)
    .use(resourcesToBackend(load))
    .init({
      lng,
      fallbackLng: false,
      defaultNS: "common",
      ns: ["common", ...getInitialNamespaces()],
      resources: { [lng]: JSON.parse(texts) },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    });
  await pageData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18next}>
          <PagePartsProvider value={{ texts }}>
            <RemixBrowser />
          </PagePartsProvider>
        </I18nextProvider>
      </StrictMode>,
    );
  });
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

// What a crawler's browser trips over must not replace the page it came to read (section 2 of the specification).
if (!isbot(navigator.userAgent)) void start();
