import { useTranslation } from "react-i18next";
import { hourText } from "#contract/formats/france-time";
import type { HourReport } from "~/server/cache/cache-report";
import { BarChart } from "~/ui/chart/bar-chart";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** 24 hours: cache hits at the foot of the bars, rendered pages above. */
export function HoursPanel({ hours }: { hours: HourReport[] }) {
  const { t } = useTranslation("cache");
  const common = useTranslation().t;
  const { locale } = usePage();
  const data = {
    what: t("hours.caption"),
    pointHeader: t("hours.hour"),
    series: [t("hours.served"), t("hours.made")],
    points: hours.map(({ at, served, made }) => ({
      name: formatDate(locale, at, "time"),
      short: hourText(locale, new Date(at)),
      values: [served, made],
    })),
  };
  return (
    <Panel title={t("hours.title")}>
      {hours.some(({ served, made }) => served + made > 0) ? <BarChart data={data} /> : <p className="muted">{common("chart.empty")}</p>}
    </Panel>
  );
}
