import { useTranslation } from "react-i18next";
import type { FormAnswer } from "~/forms/submission.server";
import { type Fact, Facts } from "~/ui/facts";

/**
 * The version that a form sends: a refused form retains the one it began with. After a conflict, which shows what is stored, saving
 * again replaces that.
 */
export function formVersion(answer: FormAnswer | undefined, stored: string | null | undefined): string | null | undefined {
  const begun = answer?.result.initialValue?.version;
  return answer?.current === undefined && typeof begun === "string" ? begun : stored;
}

/** What is stored now, where somebody else saved first; the form below still holds one's own. */
export function ChangedMeanwhile({ facts }: { facts: (Fact & { typed: unknown })[] }) {
  const { t } = useTranslation("account");
  const differing = facts.filter(({ value, typed }) => (value ?? "") !== (typed ?? ""));
  return (
    <div className="grid gap-3 rounded-lg bg-primary-soft px-5 py-4" role="status">
      <p>{t("changed.text")}</p>
      {differing.length > 0 && <Facts facts={differing.map(({ label, value }) => ({ label, value: value || "–" }))} />}
    </div>
  );
}
