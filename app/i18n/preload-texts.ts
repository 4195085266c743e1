import type { i18n } from "i18next";

type Connection = { connection?: { saveData?: boolean } };

/**
 * Fetches the texts of neighbouring pages once the browser has nothing else to do, so that going there does not wait for them. Where data is to be
 * saved, or they do not come, a page's texts come when it is gone to.
 *
 * @param namespaces their names, with commas between
 */
export function readAhead(texts: i18n, namespaces: string, address: string) {
  if (namespaces.split(",").every((name) => texts.hasLoadedNamespace(name)) || (navigator as Connection).connection?.saveData) return;
  // Safari knows no idle moments.
  (globalThis.requestIdleCallback ?? setTimeout)(async () => {
    const found: object = await fetch(address, { priority: "low" })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .catch(() => ({}));
    for (const [name, own] of Object.entries(found)) texts.addResourceBundle(texts.language, name, own);
  });
}
