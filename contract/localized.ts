import { z } from "zod";
import type { Locale } from "./locale.ts";

/** A text that staff write in French and may write in English. An empty English text counts as none. */
export const Localized = z.object({ fr: z.string(), en: z.string().optional() });
export type Localized = z.infer<typeof Localized>;

/**
 * The two fields of a localised text in a form: French as given, English the same but optional.
 * Empty English becomes undefined, so that the fallback of {@link readIn} applies.
 */
export function localizedField<French extends z.ZodType<string>, English extends z.ZodType<string>>(french: French, english: English) {
  return z.object({ fr: french, en: english.optional() });
}

export type Read = { text: string; locale: Locale };

/** The text in the wanted language, or in French when there is none: `locale` says which one it is. */
export function readIn(locale: Locale, value: Localized): Read {
  const wanted = value[locale];
  return wanted ? { text: wanted, locale } : { text: value.fr, locale: "fr" };
}
