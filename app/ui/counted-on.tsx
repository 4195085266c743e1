import { useTranslation } from "react-i18next";

/** Under figures: what they were counted in, and when. */
export function CountedOn({ day, className }: { day: string; className: string }) {
  const { t } = useTranslation();
  return <p className={className}>{t("countedOn", { date: day })}</p>;
}
