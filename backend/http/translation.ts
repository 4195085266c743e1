import { readFileSync } from "node:fs";
import i18next from "i18next";
import { frenchSpacesIn } from "#contract/french-spaces";
import { type Locale, locales } from "#contract/locale";
import type { Services } from "./services.ts";

const namespaces = ["problems", "mails"] as const;

function read(locale: Locale) {
  const texts = namespaces.map((name) => [name, JSON.parse(readFileSync(`locales/${locale}/${name}.json`, "utf8"))]);
  return locale === "fr" ? frenchSpacesIn(Object.fromEntries(texts)) : Object.fromEntries(texts);
}

/** What the backend says to people: titles of problems, and mails. Everything else is the web tier's. */
export function createTranslate(): Services["translate"] {
  const instance = i18next.createInstance();
  void instance.init({
    lng: "fr",
    fallbackLng: false,
    ns: [...namespaces],
    resources: Object.fromEntries(locales.map((locale) => [locale, read(locale)])),
    interpolation: { escapeValue: false },
    initImmediate: false,
  });
  return (locale, key, values) => instance.t(key as never, { lng: locale, ...values } as never) as unknown as string;
}
