/** The only languages of the product. French is the default wherever none can be read. */
export const locales = ["fr", "en"] as const;
export type Locale = (typeof locales)[number];

/** The language and country by which dates, numbers and lists are written. */
export const languageTags: Record<Locale, string> = { fr: "fr-FR", en: "en-GB" };
export const defaultLocale: Locale = "fr";

export function isLocale(value: unknown): value is Locale {
  return value === "fr" || value === "en";
}

/** The name and the formatting locale of each language. The English object is en-US as data; our copy is British. */
export const localeDetails: Record<Locale, { code: Locale; tag: string; name: string; flag: string }> = {
  fr: { code: "fr", tag: "fr-FR", name: "Français", flag: "🇫🇷" },
  en: { code: "en", tag: "en-US", name: "English", flag: "🇺🇸" },
};

/** The language that an Accept-Language header or a browser setting asks for first, as the product reads it. */
export function browserLocale(acceptLanguage: string | null | undefined): Locale {
  const first = acceptLanguage?.split(",")[0]?.trim().toLowerCase();
  return first?.startsWith("en") ? "en" : defaultLocale;
}
