import { useTranslation } from "react-i18next";
import { type ImportOutcome, importOutcomes } from "#contract/accounts/imports";
import { formatEuros } from "#contract/giving/money";
import { usePage } from "~/ui/page-context";

type Numbers = Record<ImportOutcome, number>;

/** How many lines have each outcome, with their sum where they have amounts: what would be done, or what is. */
export function ImportNumbers({ counts, cents, verb }: { counts: Numbers; cents: Numbers | null; verb: "would" | "are" }) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  return (
    <ul className="grid gap-1">
      {importOutcomes
        .filter((outcome) => counts[outcome] > 0 || outcome === "created")
        .map((outcome) => (
          <li key={outcome}>
            {t(`import.${verb}.${outcome}`, { count: counts[outcome] })}
            {cents && counts[outcome] > 0 && (
              <>
                {" "}
                <strong className="tabular-nums">{formatEuros(locale, cents[outcome])}</strong>
              </>
            )}
          </li>
        ))}
    </ul>
  );
}
