import type { ChartData } from "./chart-data";
import { ChartFrame } from "./chart-frame";
import { barsOf } from "./geometry";

type Props = { data: ChartData; height?: number; withoutTable?: boolean };

/** Bars of one series, the newest one full, or of two stacked ones. */
export function BarChart({ data, height = 130, withoutTable }: Props) {
  const stacked = data.series.length > 1;
  const last = data.points.length - 1;
  return (
    <ChartFrame data={data} height={height} withoutTable={withoutTable}>
      {(plot) =>
        barsOf(
          data.points.map(({ values }) => values),
          plot,
        ).flatMap((bars, at) =>
          bars.map(({ series, x, width, y, height: tall }) => {
            const full = stacked ? series === 0 : at === last;
            // The outline of a pale bar is inside of its place.
            const inset = full ? 0 : 0.75;
            return (
              <rect
                key={`${data.points[at]?.name} ${series}`}
                className={full ? "chart-full" : "chart-pale"}
                x={`${x}%`}
                width={`${width}%`}
                y={y + inset}
                height={Math.max(0.5, tall - 2 * inset)}
                rx={Math.min(6, tall / 2)}
              />
            );
          }),
        )
      }
    </ChartFrame>
  );
}
