import { useTranslation } from "react-i18next";
import { countKey, dataKinds, retentionSteps } from "#contract/law/retention";

/** The non-zero numbers of a run, as text; with the name of each kind when `named`. */
export function RunCounts({ counts, named = false }: { counts: Record<string, number>; named?: boolean }) {
  const { t } = useTranslation("privacy");
  const { t: text } = useTranslation("retention");
  const texts = dataKinds.flatMap((kind) => {
    const steps = retentionSteps[kind].flatMap((step) => {
      const count = counts[countKey(kind, step)];
      return count ? t(`runs.steps.${step}`, { count }) : [];
    });
    if (steps.length === 0) return [];
    return named ? t("runs.ofKind", { kind: text(`kinds.${kind}.name`), steps: steps.join(", ") }) : steps.join(", ");
  });
  return texts.join(" · ") || t("runs.nothing");
}
