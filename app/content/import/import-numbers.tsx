import { useTranslation } from "react-i18next";
import { type ImportOutcome, importOutcomes } from "#contract/accounts/imports";

/** How many lines have each outcome: what would be done, or what is. */
export function ImportNumbers({ counts, verb }: { counts: Record<ImportOutcome, number>; verb: "would" | "are" }) {
  const { t } = useTranslation("content");
  return (
    <ul className="grid gap-1">
      {importOutcomes
        .filter((outcome) => counts[outcome] > 0 || outcome === "created")
        .map((outcome) => (
          <li key={outcome}>{t(`import.${verb}.${outcome}`, { count: counts[outcome] })}</li>
        ))}
    </ul>
  );
}
