import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { Statement } from "#contract/giving/statements";
import { usePage } from "~/ui/page-context";

/** The days of a statement in words. */
export function usePeriod() {
  const { t } = useTranslation("statements");
  const { locale } = usePage();
  return ({ firstDay, lastDay }: Pick<Statement, "firstDay" | "lastDay">) => {
    if (!firstDay || !lastDay) return t("period.none");
    if (firstDay === lastDay) return t("period.day", { day: writtenDay(locale, firstDay) });
    return t("period.days", { from: writtenDay(locale, firstDay), to: writtenDay(locale, lastDay) });
  };
}
