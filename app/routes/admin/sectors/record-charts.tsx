import { useTranslation } from "react-i18next";
import type { ImpactMonth } from "#contract/charity/monthly-records";
import { BarChart } from "~/ui/chart/bar-chart";
import { LineChart } from "~/ui/chart/line-chart";
import { monthPoints } from "~/ui/chart/months";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The newest months of a team: kits as bars, hours and kilos as lines. Their figures are the list under them. */
export function RecordCharts({ months }: { months: ImpactMonth[] }) {
  const { t } = useTranslation("sectors");
  const common = useTranslation().t;
  const { locale } = usePage();
  const dataOf = (key: "kits" | "hours" | "kilograms") => ({
    what: t(`records.${key}`),
    pointHeader: common("chart.month"),
    series: [t(`records.${key}`)],
    points: monthPoints(locale, months, (row) => [row[key]]),
  });
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      <Panel title={t("records.kits")}>
        <BarChart data={dataOf("kits")} withoutTable />
      </Panel>
      <Panel title={t("records.hours")}>
        <LineChart data={dataOf("hours")} withoutTable />
      </Panel>
      <Panel title={t("records.kilograms")}>
        <LineChart data={dataOf("kilograms")} withoutTable />
      </Panel>
    </div>
  );
}
