import * as z from "zod";
import { filled } from "./validation.ts";

/** A text that staff write in French and may write in English. An empty English text counts as none. */
export const Localized = z.object({ fr: z.string(), en: z.string().optional() });
export type Localized = z.infer<typeof Localized>;

/** State of a record's English text: outdated when the French changed after it was last confirmed. */
export const englishStates = ["none", "draft", "outdated", "reviewed"] as const;
export const EnglishState = z.enum(englishStates);
export type EnglishState = z.infer<typeof EnglishState>;

/**
 * The two fields of a localised text in a form: French as given, English the same but optional.
 * Empty English becomes undefined, so that the fallback of `readIn` applies.
 */
export function localizedField<French extends z.ZodType<string>, English extends z.ZodType<string>>(french: French, english: English) {
  return z.object({ fr: french, en: english.optional() });
}

/** A line or a text of at most `longest` characters that must be there in French; `missing` is the message when it is empty. */
export function localizedText(missing: string, longest: number) {
  return localizedField(filled(missing, longest), z.string().trim().max(longest));
}
