import { useTranslation } from "react-i18next";
import type { ImpactMonth } from "#contract/charity/monthly-records";
import { BarChart } from "~/ui/chart/bar-chart";
import { monthPoints } from "~/ui/chart/months";
import { usePage } from "~/ui/page-context";

/** The kits of a public page by month. Below three months there is nothing to compare. */
export function KitsByMonth({ months, className = "mt-8 max-w-2xl" }: { months: ImpactMonth[]; className?: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (months.filter(({ kits }) => kits > 0).length < 3) return null;
  const what = t("chart.kits");
  return (
    <div className={className}>
      <p className="font-bold">{what}</p>
      <BarChart data={{ what, pointHeader: t("chart.month"), series: [what], points: monthPoints(locale, months, ({ kits }) => [kits]) }} />
    </div>
  );
}
