import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { frenchSpacesIn } from "#contract/formats/french-spaces";
import { defaultLocale, type Locale, locales } from "#contract/formats/locale";
import { countedIn } from "#contract/formats/plural-forms";
import { type Texts, textNamespaces } from "#contract/formats/text-namespaces";
import type { Translate } from "./translate";

const files = import.meta.glob<Texts>(["../../locales/*/*.json", "!../../locales/*/{mails,problems}.json"], {
  eager: true,
  import: "default",
});

const resources = Object.fromEntries(locales.map((locale) => [locale, textsOf(locale)])) as Record<Locale, Record<string, Texts>>;

function textsOf(locale: Locale): Record<string, Texts> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${locale}/`));
  const named = textNamespaces(Object.fromEntries(own.map(([path, texts]) => [path.split("/").at(-1)?.replace(".json", "") ?? "", texts])));
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
  instance.t = remembering(instance.t);
  const fixed = instance.getFixedT.bind(instance) as (...about: unknown[]) => i18n["t"];
  const known = new Map<string, i18n["t"]>();
  instance.getFixedT = ((...about: unknown[]) => {
    const key = about.join(" ");
    const t = known.get(key) ?? remembering(fixed(...about));
    known.set(key, t);
    return t;
  }) as i18n["getFixedT"];
  return instance;
}

/** More than the number of texts, so that unknown keys do not fill the memory. */
const maxCached = 10_000;

/**
 * A lookup in the library is slower than rendering many components, so texts are cached. Those without values never change, and
 * those with only small numbers are few. Any other value may be a person's own text, which must not stay in memory.
 */
function remembering(t: i18n["t"]): i18n["t"] {
  const translate = t as unknown as (...parameters: unknown[]) => unknown;
  const found = new Map<string, unknown>();
  const find = (key: unknown, ...values: unknown[]) => {
    const name = nameOf(key, values);
    if (name === null) return translate(key, ...values);
    const text = found.get(name) ?? translate(key, ...values);
    if (found.size < maxCached) found.set(name, text);
    return text;
  };
  return Object.assign(find, t) as unknown as i18n["t"];
}

function nameOf(key: unknown, [values, ...more]: unknown[]): string | null {
  if (typeof key !== "string" || more.length > 0) return null;
  if (values === undefined) return key;
  if (typeof values !== "object" || values === null) return null;
  const given = Object.entries(values);
  const small = given.every(([, value]) => Number.isInteger(value) && value >= 0 && value < 1000);
  return small ? given.reduce((name, [of, value]) => `${name} ${of} ${value}`, key) : null;
}

/** The translations of one language, created once: `t` for loaders, the instance for rendering. */
export function textsFor(locale: Locale): { instance: i18n; t: Translate } {
  const instance = instances[locale];
  return { instance, t: instance.t as unknown as Translate };
}

const scripts = new Map<string, string>();

/** The texts of these namespaces as JSON that a script element may hold. One string for each set of namespaces, of which there are as many as pages. */
export function namespaceScript(locale: Locale, namespaces: readonly string[]): string {
  const name = `${locale} ${namespaces.join()}`;
  const known = scripts.get(name) ?? JSON.stringify(namespaceTexts(locale, namespaces)).replace(/</g, "\\u003c");
  scripts.set(name, known);
  return known;
}

/** Texts for the browser: those of the namespaces that exist. */
export function namespaceTexts(locale: Locale, namespaces: readonly string[]): Record<string, Texts> {
  return Object.fromEntries(Object.entries(resources[locale]).filter(([name]) => namespaces.includes(name)));
}
