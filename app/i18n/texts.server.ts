import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { isOn } from "#contract/api/performance-layers";
import { frenchSpacesIn } from "#contract/formats/french-spaces";
import { defaultLocale, type Locale, locales } from "#contract/formats/locale";
import { countedIn } from "#contract/formats/plural-forms";
import { type Texts, textNamespaces } from "#contract/formats/text-namespaces";
import { cacheLookups } from "./cached-lookups.server";
import type { Translate } from "./translate";

const files = import.meta.glob<Texts>(["../../locales/*/*.json", "!../../locales/*/{mails,problems}.json"], {
  eager: true,
  import: "default",
});

/** The namespaces of the backend alone; the pattern above, which the build reads, leaves their files out. */
const ofBackend = ["mails", "problems"];

const resources = Object.fromEntries(locales.map((locale) => [locale, textsOf(locale)])) as Record<Locale, Record<string, Texts>>;

function textsOf(locale: Locale): Record<string, Texts> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${locale}/`));
  const byName = own.map(([path, texts]) => [path.split("/").at(-1)?.replace(".json", "") ?? "", texts] as const);
  const named = textNamespaces(Object.fromEntries(byName), ofBackend);
  return locale === "fr" ? frenchSpacesIn(named) : named;
}

const instances = Object.fromEntries(locales.map((locale) => [locale, createInstance(locale)])) as Record<Locale, i18n>;

function createInstance(locale: Locale): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    defaultNS: "common",
    ns: Object.keys(resources[defaultLocale]),
    resources: { [locale]: countedIn(locale, resources[locale]) },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    initImmediate: false,
  });
  if (isOn("cached-lookups")) cacheLookups(instance);
  return instance;
}

/** The translations of one language, created once: `t` for loaders, the instance for rendering. */
export function textsFor(locale: Locale): { instance: i18n; t: Translate } {
  const instance = instances[locale];
  return { instance, t: instance.t as unknown as Translate };
}

/** Texts for the browser: those of the namespaces that exist. */
export function namespaceTexts(locale: Locale, namespaces: readonly string[]): Record<string, Texts> {
  return Object.fromEntries(Object.entries(resources[locale]).filter(([name]) => namespaces.includes(name)));
}
