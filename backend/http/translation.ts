import { readdirSync, readFileSync } from "node:fs";
import i18next from "i18next";
import { frenchSpacesIn } from "#contract/formats/french-spaces";
import { type Locale, locales } from "#contract/formats/locale";
import { countedIn } from "#contract/formats/plural-forms";
import { textNamespaces } from "#contract/formats/text-namespaces";
import type { Services } from "./services.ts";

const namespaces = [
  "problems",
  "mails",
  "assemblies",
  "campaigns",
  "cards",
  "documents",
  "door",
  "event-questions",
  "events",
  "expenses",
  "in-kind",
  "hours",
  "kits",
  "memberships",
  "payments",
  "receipts",
  "rights",
  "sectors",
  "tasks",
  "team",
  "testimonials",
  "threads",
  "tracking",
] as const;

/** The key of a text of the backend: one of a file that is not loaded would show itself instead of its text. */
export type TextKey = `${(typeof namespaces)[number]}:${string}`;

function read(locale: Locale) {
  const folder = `locales/${locale}`;
  const files = readdirSync(folder).map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))]);
  const all = textNamespaces(Object.fromEntries(files));
  const named = countedIn(locale, Object.fromEntries(namespaces.map((name) => [name, all[name] ?? {}])));
  return locale === "fr" ? frenchSpacesIn(named) : named;
}

let made: Services["translate"] | undefined;

/**
 * The texts of the backend: titles of problems, mails, notices and PDF files; the poster of a team shares texts with its page. All others belong to the
 * web tier. They are read once in each process.
 */
export function createTranslate(): Services["translate"] {
  made ??= translateFromFiles();
  return made;
}

function translateFromFiles(): Services["translate"] {
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
