import { useTranslation } from "react-i18next";
import { keptReasons } from "#contract/privacy";

/** What an erasure leaves, each with its reason: read before asking for one. Needs the texts of `retention`. */
export function KeptAfterErasure() {
  const { t } = useTranslation("retention");
  return (
    <details>
      <summary>{t("keptTitle")}</summary>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {keptReasons.map((reason) => (
          <li key={reason}>{t(`kept.${reason}`)}</li>
        ))}
      </ul>
    </details>
  );
}
