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
import { PagePartsProvider } from "~/layouts/document-parts";

async function start() {
  watchPreloads();
  startBrowserReports();
  const holder = document.getElementById("texts");
  const texts = holder?.textContent ?? "{}";
  const locale = document.documentElement.lang as Locale;
  const urlOf = (names: string) => `${holder?.dataset.more}/${names}`;
  const i18n = browserTexts(locale, JSON.parse(texts), (namespaces) => moreTexts(urlOf(namespaces.join(","))));
  if (leavesEarly(holder?.dataset.path)) return;
  await pageData();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <PagePartsProvider value={{ texts }}>
            <FollowsHistory>
              <RemixBrowser />
            </FollowsHistory>
          </PagePartsProvider>
        </I18nextProvider>
      </StrictMode>,
    );
  });
  const nearby = holder?.dataset.nearby;
  if (nearby) readAhead(i18n, nearby, urlOf(nearby));
}

/** Loads the texts of a page after the first one. When they fail to load, the page is reloaded with its texts. */
async function moreTexts(url: string) {
  const answer = await fetch(url).catch(() => null);
  if (answer?.ok) return answer.json();
  if (reloadOnce()) return new Promise<never>(() => {});
  throw new Error(`no texts at ${url}`);
}

void start();
