import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { formatDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Months = Dashboard["kits"];
const step = 24;
const height = 100;

/** Kits by month as bars, drawn on the server, with the figures under them. */
export function KitsChart({ months }: { months: Months }) {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const last = months.at(-1);
  if (!last) return null;
  const most = Math.max(...months.map(({ kits }) => kits), 1);
  const monthOf = (month: string) => formatDate(locale, `${month}T12:00:00Z`, "month");
  return (
    <Panel title={t("kits.title")}>
      <p>
        <strong className="text-[2.75rem] leading-none font-extrabold tracking-[-0.05em]">{formatNumber(locale, last.kits)}</strong>{" "}
        {t("kits.month", { count: last.kits, month: monthOf(last.month) })}
      </p>
      <svg
        viewBox={`0 0 ${months.length * step} ${height}`}
        className="mt-4 max-h-40 w-full"
        role="img"
        aria-label={t("kits.chart", { count: months.length, most: formatNumber(locale, most) })}
      >
        {months.map(({ month, kits }, at) => {
          const bar = Math.max(4, (kits / most) * height);
          const look = at === months.length - 1 ? "fill-primary" : "fill-primary-pale stroke-primary";
          return <rect key={month} x={at * step + 4} y={height - bar + 1} width={step - 8} height={bar - 2} rx="7" className={look} />;
        })}
      </svg>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t("kits.figures")}</summary>
        <table className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("kits.monthHeader")}</th>
              <th scope="col">{t("kits.title")}</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, kits }) => (
              <tr key={month}>
                <th scope="row" className="text-left font-normal first-letter:uppercase">
                  {monthOf(month)}
                </th>
                <td className="text-right tabular-nums">{formatNumber(locale, kits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
