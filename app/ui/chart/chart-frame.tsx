import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "../disclosure";
import { formatNumber } from "../number";
import { usePage } from "../page-context";
import type { ChartData } from "./chart-data";
import { gridOf, highestOf, middleOf, strideOf, totalOf, trendOf } from "./geometry";

/** Pixels above the plot, for the label of the highest point, and under it, for the axis. */
const head = 20;
const foot = 22;
/** Widths of the plot that the names of the axis must fit: a panel beside others and a phone, then a whole row. */
const narrow = 250;
const wide = 580;

type Props = {
  data: ChartData;
  /** Of the plot, in pixels. */
  height: number;
  /** Whether the figures are in a table beside the chart already. */
  withoutTable?: boolean;
  /** Draws the points between the top and the foot of the plot. */
  children: (height: number) => ReactNode;
};

/** What all charts have: grid, axis, the label of the highest point, the sentence that says the trend, and the table of their figures. */
export function ChartFrame({ data, height, withoutTable, children }: Props) {
  const { t } = useTranslation();
  const { series, points } = data;
  const format = useFormat(data);
  const sentence = useSentence(data);
  const totals = points.map(({ values }) => totalOf(values));
  const highest = highestOf(totals);
  if (points.length === 0) return <p className="muted">{t("chart.empty")}</p>;
  const most = highest === undefined ? 0 : (totals[highest] ?? 0);
  const grid = gridOf(totals).map((value) => ({ label: format(value), y: head + height - (value / most) * height }));
  const lines = [{ label: format(0), y: head + height }, ...grid];
  const gutter = Math.round(Math.max(...lines.map(({ label }) => label.length)) * 6.2 + 8);
  return (
    <div className="chart">
      {series.length > 1 && <Legend names={series} />}
      <div className="chart-plot" role="img" aria-label={sentence}>
        <svg width={gutter} height={head + height + foot} aria-hidden="true">
          {lines.map(({ label, y }) => (
            <text key={y} x={gutter - 8} y={y + 4} textAnchor="end">
              {label}
            </text>
          ))}
        </svg>
        <svg width="100%" height={head + height + foot} aria-hidden="true">
          {lines.map(({ y }) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} />
          ))}
          <svg y={head} width="100%" height={height} overflow="visible" aria-hidden="true">
            {children(height)}
          </svg>
          {highest !== undefined && <Extreme at={highest} points={points.length} label={format(most)} />}
          <Axis names={points.map(({ short }) => short)} y={head + height + foot - 5} />
        </svg>
      </div>
      {!withoutTable && <FiguresTable data={data} />}
    </div>
  );
}

/** Above the highest point; at the edges it stays inside. */
function Extreme({ at, points, label }: { at: number; points: number; label: string }) {
  const x = middleOf(at, points);
  const anchor = x < 8 ? "start" : x > 92 ? "end" : "middle";
  return (
    <text className="chart-extreme" x={anchor === "start" ? 0 : anchor === "end" ? "100%" : `${x}%`} y={head - 6} textAnchor={anchor}>
      {label}
    </text>
  );
}

function Axis({ names, y }: { names: string[]; y: number }) {
  const stride = strideOf(names, wide);
  const onPhone = Math.ceil(strideOf(names, narrow) / stride) * stride;
  const last = names.length - 1;
  return names.map((name, at) => {
    const onBoth = (last - at) % onPhone === 0;
    if (!onBoth && (last - at) % stride !== 0) return null;
    // Where not each point is named, a name is wider than its place: the last one ends with the axis.
    const ends = at === last && stride > 1;
    return (
      <text
        key={name}
        className={onBoth ? undefined : "chart-wide"}
        x={ends ? "100%" : `${middleOf(at, names.length)}%`}
        y={y}
        textAnchor={ends ? "end" : "middle"}
      >
        {name}
      </text>
    );
  });
}

function Legend({ names }: { names: string[] }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {names.map((name, at) => (
        <li key={name}>
          <svg width="20" height="12" aria-hidden="true">
            <rect className={at === 0 ? "chart-full" : "chart-pale"} x="1" y="1" width="18" height="10" rx="5" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function FiguresTable({ data }: { data: ChartData }) {
  const { t } = useTranslation();
  const { what, pointHeader, series, points } = data;
  const format = useFormat(data);
  return (
    <Disclosure summary={t("chart.figures")}>
      <table className="chart-table">
        <caption className="sr-only">{what}</caption>
        <thead>
          <tr>
            <th scope="col">{pointHeader}</th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((one, at) => (
                <td key={one}>{typeof values[at] === "number" ? format(values[at]) : t("chart.unknown")}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}

function useFormat({ format }: ChartData): (value: number) => string {
  const { locale } = usePage();
  return format ?? ((value) => formatNumber(locale, value));
}

/** What the chart shows, in one sentence. */
function useSentence(data: ChartData): string {
  const { t } = useTranslation();
  const format = useFormat(data);
  const known = data.points.filter(({ values }) => values.some((value) => value !== null));
  const totals = known.map(({ values }) => totalOf(values));
  const highest = highestOf(totals);
  return t(`chart.trend.${trendOf(totals)}`, {
    what: data.what,
    first: known[0]?.name,
    last: known.at(-1)?.name,
    most: format(totals[highest ?? 0] ?? 0),
    at: known[highest ?? 0]?.name,
  });
}
