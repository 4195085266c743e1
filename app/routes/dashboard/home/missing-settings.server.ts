import type { Dashboard } from "#contract/dashboard";
import { type OwnFact, ownFacts } from "#contract/own-facts";
import type { Translate } from "~/i18n/translate";
import type { Unsaid } from "./unsaid-panel";

/**
 * What neither tier has been told, in words, so that only administrators' pages carry them; null when nothing is missing.
 * A setting that one tier has and the other lacks is missing too: each reads its own environment.
 */
export function unsaidOf({ settings, history }: NonNullable<Dashboard["unsaid"]>, ofWebTier: OwnFact[], t: Translate): Unsaid | null {
  const missing = ownFacts.filter((name) => settings.includes(name) || ofWebTier.includes(name));
  if (missing.length === 0 && history) return null;
  return {
    title: t("unsaid:title"),
    text: t("unsaid:text"),
    settings: missing.map((name) => ({ name, words: t(`unsaid:setting.${name}`) })),
    history: history ? null : { text: t("unsaid:history"), link: t("unsaid:historyLink") },
  };
}
