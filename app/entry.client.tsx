import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import type { Locale } from "#contract/formats/locale";
import { startBrowserReports } from "~/errors/browser-reports";
import { FollowsHistory, leavesEarly } from "~/errors/history-before-hydration";
import { reloadOnce, watchPreloads } from "~/errors/lost-scripts";
import { browserTexts } from "~/framework/browser-texts";
import { pageData } from "~/framework/page-data";
import { readAhead } from "~/i18n/preload-texts";

declare global {
  /** Files of texts that the page has requested; null for one that failed. */
  var pageTexts: Promise<object | null>[];
}

async function start() {
  watchPreloads();
  startBrowserReports();
  const holder = document.getElementById("texts");
  const locale = document.documentElement.lang as Locale;
  const urlOf = (names: string) => `${holder?.dataset.more}/${names}`;
  const files = await Promise.all(pageTexts);
  if (files.includes(null)) await withoutTexts();
  const i18n = browserTexts(locale, Object.assign({}, ...files), (namespaces) => moreTexts(urlOf(namespaces.join(","))));
  if (leavesEarly(holder?.dataset.path)) return;
  await pageData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <FollowsHistory>
            <RemixBrowser />
          </FollowsHistory>
        </I18nextProvider>
      </StrictMode>,
    );
  });
  const nearby = holder?.dataset.nearby;
  if (nearby) readAhead(i18n, nearby, urlOf(nearby));
}

/** Loads the texts of a page after the first one. */
async function moreTexts(url: string) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? answer.json() : withoutTexts();
}

/** When texts fail to load, the page is reloaded once; after that it stays as the server wrote it, without the framework's script. */
async function withoutTexts(): Promise<never> {
  if (reloadOnce()) return new Promise<never>(() => {});
  throw new Error("no texts");
}

void start();
