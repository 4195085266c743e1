import type { OpeningStep } from "#contract/accounts/setup";
import { type FactName, factNames } from "#contract/api/facts";
import type { Dashboard } from "#contract/charity/dashboard";
import type { Translate } from "~/i18n/translate";
import type { PagePath } from "~/pages";
import type { MissingFacts } from "./missing-facts-panel";
import type { Opening } from "./opening-panel";

/**
 * The missing settings, translated, so that only administrators' pages contain them; null when none is missing.
 * A setting that one tier has and the other lacks is missing too: each reads its own environment.
 */
export function missingFactsOf(
  { settings, history, texts }: Omit<NonNullable<Dashboard["missingFacts"]>, "steps">,
  ofWebTier: FactName[],
  t: Translate,
): MissingFacts | null {
  const missing = factNames.filter((name) => settings.includes(name) || ofWebTier.includes(name));
  if (missing.length === 0 && history && texts.length === 0) return null;
  return {
    title: t("missing-facts:title"),
    text: t("missing-facts:text"),
    settingsLink: t("missing-facts:settingsLink"),
    settings: missing.map((name) => ({ name, text: t(`missing-facts:setting.${name}`) })),
    texts:
      texts.length > 0
        ? {
            text: t("missing-facts:texts"),
            names: texts.map((key) => ({ key, name: t(`legal:${key}.h1`) })),
            link: t("missing-facts:textsLink"),
          }
        : null,
    history: history ? null : { text: t("missing-facts:history"), link: t("missing-facts:historyLink") },
  };
}

/** The page of each step before the opening; a setting of the server has none. */
const pageOfStep: Record<OpeningStep, PagePath | null> = {
  organisation: "/dashboard/admin/organisation",
  legal: "/dashboard/admin/organisation",
  bank: "/dashboard/admin/organisation",
  contact: "/dashboard/admin/organisation",
  mailServer: null,
  sector: "/setup/sector",
  terms: "/dashboard/admin/documents/texts",
  privacy: "/dashboard/admin/documents/texts",
  charter: "/dashboard/admin/documents/texts",
  criteria: "/dashboard/admin/criteria",
  support: "/dashboard/admin/further-support",
  secondAdministrator: "/dashboard/admin/permissions",
};

/** The steps before the site opens, translated; null when all are done. */
export function openingOf(steps: OpeningStep[], t: Translate): Opening | null {
  if (steps.length === 0) return null;
  const entries = steps.map((name) => ({ name, text: t(`setup:opening.${name}`), to: pageOfStep[name] }));
  return { title: t("setup:opening.title"), left: t("setup:opening.left", { count: steps.length }), entries };
}
