import { useTranslation } from "react-i18next";
import { retainedReasons } from "#contract/law/privacy";

/** What an erasure leaves, each with its reason: read before asking for one. Needs the texts of `retention`. */
export function RetainedAfterErasure() {
  const { t } = useTranslation("retention");
  return (
    <div className="text-sm">
      <p className="font-semibold">{t("retainedTitle")}</p>
      <ul className="muted mt-1 list-disc pl-5">
        {retainedReasons.map((reason) => (
          <li key={reason}>{t(`retained.${reason}`)}</li>
        ))}
      </ul>
    </div>
  );
}
