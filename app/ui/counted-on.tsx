import { useTranslation } from "react-i18next";

/** The note under figures: their source and date. */
export function CountedOn({ day, className }: { day: string; className: string }) {
  const { t } = useTranslation();
  return <p className={className}>{t("countedOn", { date: day })}</p>;
}
