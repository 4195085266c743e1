import { isLocale } from "#contract/formats/locale";
import { languageChoice } from "~/i18n/language-choice";
import { pathIn } from "~/i18n/locale-of-path";
import { routeChanged } from "./events";

/** Where the choice of language is kept in the browser; the server keeps the same in its cookie. */
export const languageStore = "language-store";
/** Waits before the language is compared with the stored one, in milliseconds (S9-004, S9-005). */
export const startWait = 100;
export const routeWait = 50;

/** Keeps the language that is chosen, and leads to it when the page shows another one. */
export function keepLanguage() {
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
