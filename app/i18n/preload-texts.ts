import type { i18n } from "i18next";

type Connection = { connection?: { saveData?: boolean } };

/**
 * Prefetches the texts of neighbouring pages when the browser is idle, so that navigation does not wait for them. With data saving on,
 * or after a failure, a page's texts are fetched on navigation.
 *
 * @param namespaces their names, with commas between
 */
export function readAhead(texts: i18n, namespaces: string, url: string) {
  if (namespaces.split(",").every((name) => texts.hasLoadedNamespace(name)) || (navigator as Connection).connection?.saveData) return;
  // Safari has no idle callbacks.
  (globalThis.requestIdleCallback ?? setTimeout)(async () => {
    const found: object = await fetch(url, { priority: "low" })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .catch(() => ({}));
    for (const [name, own] of Object.entries(found)) texts.addResourceBundle(texts.language, name, own);
  });
}
