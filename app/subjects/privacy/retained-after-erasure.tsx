import { useTranslation } from "react-i18next";
import { retainedReasons } from "#contract/law/privacy";

/** What an erasure retains, each with its reason, shown before a request. Needs the texts of `retention`. */
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
