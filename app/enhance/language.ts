import { isLocale } from "#contract/formats/locale";
import { languageChoice } from "~/i18n/language-choice";
import { pathIn } from "~/i18n/locale-of-path";
import { routeChanged } from "./events";

/** The local-storage key of the chosen language; the server stores the same in a cookie. */
export const languageStore = "language-store";
/** Waits before the language is compared with the stored one, in milliseconds (S9-004, S9-005). */
export const startWait = 100;
export const routeWait = 50;

/** Stores the chosen language, and redirects to it when the page has another one. */
export function storeLanguage() {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[hreflang]");
    const chosen = link && new URL(link.href).searchParams.get(languageChoice);
    if (isLocale(chosen)) localStorage.setItem(languageStore, chosen);
  });
  setTimeout(resync, startWait);
  document.addEventListener(routeChanged, () => setTimeout(resync, routeWait));
}

function resync() {
  const stored = localStorage.getItem(languageStore);
  if (!isLocale(stored) || stored === document.documentElement.lang) return;
  const query = new URLSearchParams(location.search);
  query.set(languageChoice, stored);
  location.replace(`${pathIn(stored, location.pathname)}?${query}`);
}
