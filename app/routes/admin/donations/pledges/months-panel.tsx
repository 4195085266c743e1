import { useTranslation } from "react-i18next";
import { formatEuros } from "#contract/giving/money";
import type { PledgeMonth } from "#contract/giving/pledges";
import { BarChart } from "~/ui/chart/bar-chart";
import { monthPoints } from "~/ui/chart/months";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The pledges of each month: what arrived, and above it what is still promised. */
export function MonthsPanel({ months }: { months: PledgeMonth[] }) {
  const { t } = useTranslation("donate");
  const common = useTranslation().t;
  const { locale } = usePage();
  if (months.length === 0) return null;
  const data = {
    what: t("pledges.months.title"),
    pointHeader: common("chart.month"),
    series: [t("pledges.months.received"), t("pledges.months.promised")],
    points: monthPoints(locale, months, ({ receivedCents, promisedCents }) => [receivedCents, promisedCents]),
    format: (cents: number) => formatEuros(locale, cents),
  };
  return (
    <Panel title={t("pledges.months.title")}>
      <BarChart data={data} />
    </Panel>
  );
}
