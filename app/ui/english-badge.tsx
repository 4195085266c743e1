import { Check, type IconNode, Minus, PenLine, TriangleAlert } from "lucide";
import { useTranslation } from "react-i18next";
import type { EnglishState } from "#contract/formats/localized";
import { Badge, type BadgeMeaning } from "./badge";

const badges: Record<EnglishState, { meaning: BadgeMeaning; icon: IconNode }> = {
  none: { meaning: "plain", icon: Minus },
  draft: { meaning: "plain", icon: PenLine },
  outdated: { meaning: "warning", icon: TriangleAlert },
  reviewed: { meaning: "success", icon: Check },
};

/** State of the English text; the short form is for places below a heading "English". */
export function EnglishBadge({ state, short = false }: { state: EnglishState; short?: boolean }) {
  const { t } = useTranslation();
  return <Badge {...badges[state]}>{t(short ? `englishShort.${state}` : `english.${state}`)}</Badge>;
}
