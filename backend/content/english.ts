import { isDeepStrictEqual } from "node:util";
import type { EnglishState, Localized } from "#contract/formats/localized";

type Values = Record<string, unknown>;
type Before = Values & { english: EnglishState };

/**
 * State of the English of what is being saved: `outdated` when the French changed and the English did not, until the
 * English is written again.
 */
export function englishStateOf(after: Values, before?: Before): EnglishState {
  const texts = Object.entries(after).filter((entry): entry is [string, Localized] => isLocalized(entry[1]) && entry[1].fr !== "");
  const written = texts.filter(([, text]) => text.en);
  if (written.length === 0) return "none";
  if (written.length < texts.length) return "draft";
  if (!before) return "reviewed";
  const changed = (language: "fr" | "en") =>
    texts.some(
      ([name, text]) => !isDeepStrictEqual(text[language] || undefined, (before[name] as Localized | null)?.[language] || undefined),
    );
  if (changed("en")) return "reviewed";
  return changed("fr") || before.english === "outdated" ? "outdated" : "reviewed";
}

function isLocalized(value: unknown): value is Localized {
  return typeof value === "object" && value !== null && "fr" in value && typeof value.fr === "string";
}
