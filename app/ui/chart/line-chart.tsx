import type { ChartData } from "./chart-data";
import { ChartFrame } from "./chart-frame";
import { linesOf, middleOf } from "./geometry";

/** One series as a line that is broken where nothing was recorded; the newest point has a dot. */
export function LineChart({ data, height = 130, withoutTable }: { data: ChartData; height?: number; withoutTable?: boolean }) {
  const values = data.points.map(({ values: [value = null] }) => value);
  const newest = values.findLastIndex((value) => value !== null);
  return (
    <ChartFrame data={data} height={height} withoutTable={withoutTable}>
      {(plot) => {
        const lines = linesOf(values, plot);
        const end = lines.at(-1)?.at(-1);
        return (
          <>
            <svg viewBox={`0 0 100 ${plot}`} width="100%" height={plot} preserveAspectRatio="none" overflow="visible" aria-hidden="true">
              {lines.map((line) => (
                <path key={line[0]?.x} className="chart-line" d={`M${line.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
              ))}
            </svg>
            {end && <circle className="chart-full" cx={`${middleOf(newest, values.length)}%`} cy={end.y} r="4.5" />}
          </>
        );
      }}
    </ChartFrame>
  );
}
