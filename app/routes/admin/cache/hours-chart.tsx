import { useTranslation } from "react-i18next";
import type { HourReport } from "~/server/cache/cache-report";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const height = 100;
const width = 12;

/** 24 hours as a bar chart: cache hits below, rendered pages above. The same figures are in a table. */
export function HoursChart({ hours }: { hours: HourReport[] }) {
  const { t } = useTranslation("cache");
  const { locale } = usePage();
  const most = Math.max(1, ...hours.map(({ served, made }) => served + made));
  const tall = (count: number) => (count / most) * height;
  return (
    <Panel title={t("hours.title")}>
      <p className="flex gap-5 pb-3 text-sm" aria-hidden="true">
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-primary" />
          {t("hours.served")}
        </span>
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-sun" />
          {t("hours.made")}
        </span>
      </p>
      <svg
        viewBox={`0 0 ${width * hours.length} ${height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-line border-b"
        aria-hidden="true"
      >
        {hours.map(({ at, served, made }, place) => (
          <g key={at}>
            <rect className="fill-primary" x={place * width + 1} width={width - 2} y={height - tall(served)} height={tall(served)} />
            <rect className="fill-sun" x={place * width + 1} width={width - 2} y={height - tall(served + made)} height={tall(made)} />
          </g>
        ))}
      </svg>
      <p className="muted flex justify-between pt-1 text-sm" aria-hidden="true">
        {[hours[0], hours[12], hours.at(-1)].map((hour) => hour && <span key={hour.at}>{formatDate(locale, hour.at, "time")}</span>)}
      </p>
      <details className="pt-3">
        <summary className="inline-block py-2 font-semibold">{t("hours.table")}</summary>
        <table className="list-table">
          <caption className="sr-only">{t("hours.caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("hours.hour")}</th>
              <th scope="col" className="text-right">
                {t("hours.served")}
              </th>
              <th scope="col" className="text-right">
                {t("hours.made")}
              </th>
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map(({ at, served, made }) => (
              <tr key={at}>
                <td>{formatDate(locale, at, "time")}</td>
                <td data-label={t("hours.served")} className="text-right tabular-nums">
                  {served}
                </td>
                <td data-label={t("hours.made")} className="text-right tabular-nums">
                  {made}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
