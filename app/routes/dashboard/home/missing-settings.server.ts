import { type OwnFact, ownFacts } from "#contract/api/own-facts";
import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { Unsaid } from "./missing-settings-panel";

/**
 * What neither tier has been told, in words, so that only administrators' pages carry them; null when nothing is missing.
 * A setting that one tier has and the other lacks is missing too: each reads its own environment.
 */
export function unsaidOf(
  { settings, history, texts }: NonNullable<Dashboard["unsaid"]>,
  ofWebTier: OwnFact[],
  t: Translate,
): Unsaid | null {
  const missing = ownFacts.filter((name) => settings.includes(name) || ofWebTier.includes(name));
  if (missing.length === 0 && history && texts.length === 0) return null;
  return {
    title: t("unsaid:title"),
    text: t("unsaid:text"),
    settings: missing.map((name) => ({ name, words: t(`unsaid:setting.${name}`) })),
    texts:
      texts.length > 0
        ? { text: t("unsaid:texts"), names: texts.map((key) => ({ key, name: t(`legal:${key}.h1`) })), link: t("unsaid:textsLink") }
        : null,
    history: history ? null : { text: t("unsaid:history"), link: t("unsaid:historyLink") },
  };
}
