import type { Locale } from "./locale.ts";

/**
 * Texts with a number, complete: a plural form that a text lacks is its `_other`. French has one for whole millions
 * ("1 000 000 d’articles"), which few texts ever need; without it a reader would see the key.
 */
export function countedIn<T>(locale: Locale, texts: T): T {
  return withForms(new Intl.PluralRules(locale).resolvedOptions().pluralCategories, texts);
}

function withForms<T>(forms: Intl.LDMLPluralRule[], texts: T): T {
  if (typeof texts !== "object" || texts === null) return texts;
  const added = Object.entries(texts).flatMap(([key, text]) =>
    key.endsWith("_other") ? forms.map((form) => [key.replace(/other$/, form), text] as const) : [],
  );
  const own = Object.entries(texts).map(([key, text]) => [key, withForms(forms, text)] as const);
  return Object.fromEntries([...added, ...own]) as T;
}
