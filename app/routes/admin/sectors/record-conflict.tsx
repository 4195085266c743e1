import { useTranslation } from "react-i18next";
import type { MonthlyRecord } from "#contract/charity/monthly-records";
import { hoursOf, kilogramsOf } from "#contract/charity/record-units";
import { Facts } from "~/ui/facts";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

/** An edit conflict on a month: the other figures. One's own are still in the form. */
export function RecordConflict({ theirs }: { theirs: MonthlyRecord }) {
  const { t } = useTranslation("sectors");
  const { locale } = usePage();
  const figures = { kits: theirs.kits, hours: hoursOf(theirs), kilograms: kilogramsOf(theirs) };
  return (
    <div className="mb-5 grid gap-3 rounded-lg bg-warning-soft p-4" role="alert">
      <p>{t("records.conflict", { name: theirs.updatedBy, date: formatDate(locale, theirs.updatedAt, "time") })}</p>
      <Facts
        facts={(["kits", "hours", "kilograms"] as const).map((name) => ({
          label: t(`records.${name}`),
          value: formatNumber(locale, figures[name]),
        }))}
      />
    </div>
  );
}
