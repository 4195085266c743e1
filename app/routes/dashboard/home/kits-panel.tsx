import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { BarChart } from "~/ui/chart/bar-chart";
import { monthPoints } from "~/ui/chart/months";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Kits by month, with the newest figure set large. */
export function KitsPanel({ months }: { months: Dashboard["kits"] }) {
  const { t } = useTranslation("dashboard");
  const common = useTranslation().t;
  const { locale } = usePage();
  const last = months.at(-1);
  if (!last) return null;
  const data = {
    what: t("kits.title"),
    pointHeader: common("chart.month"),
    series: [t("kits.title")],
    points: monthPoints(locale, months, ({ kits }) => [kits]),
  };
  return (
    <Panel title={t("kits.title")}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="text-[2.75rem] leading-none font-extrabold tracking-[-0.05em]">{formatNumber(locale, last.kits)}</strong>{" "}
        <span>{t("kits.month", { count: last.kits, month: formatDate(locale, `${last.month}T12:00:00Z`, "month") })}</span>
      </p>
      <BarChart data={data} />
    </Panel>
  );
}
