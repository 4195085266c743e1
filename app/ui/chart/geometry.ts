/** Where the shapes of a chart are: x and width in percent of its width, y and height in pixels from the top of the plot. */
export type Box = { x: number; width: number; y: number; height: number };

/** What one point has: a value for each series, or null where nothing was recorded. */
export type Values = readonly (number | null)[];

/** Fewer points are drawn as wide as if there were six, so that a single one is a bar and not a wall. */
const minSlots = 6;
const barRatio = 0.62;
const minBarHeight = 3;

const round = (value: number) => Math.round(value * 100) / 100;

export const totalOf = (values: Values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** The width of a point's place, in percent. */
export const slotOf = (points: number) => 100 / Math.max(points, minSlots);

/** The middle of a point's place, in percent. */
export const middleOf = (at: number, points: number) => round((at + 0.5) * slotOf(points));

/** The values of the grid lines above zero: one to three round ones, whole where all values are. */
export function gridOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  if (most === 0) return [];
  const power = 10 ** Math.floor(Math.log10(most));
  const fine = [0.1, 0.2, 0.5, 1, 2, 5].map((step) => step * power).find((step) => most / step < 4) ?? power;
  const step = values.every(Number.isInteger) ? Math.max(1, fine) : fine;
  return Array.from({ length: Math.floor(most / step + 1e-9) }, (_, at) => round((at + 1) * step * 1000) / 1000);
}

/** The bars of each point, the first series at the foot. A value of zero has no bar. */
export function barsOf(points: readonly Values[], height: number): (Box & { series: number })[][] {
  const most = Math.max(0, ...points.map(totalOf));
  const slot = slotOf(points.length);
  return points.map((values, at) => {
    const total = totalOf(values);
    if (total <= 0) return [];
    const barHeight = Math.min(height, Math.max(minBarHeight, (total / most) * height));
    let foot = height;
    return values.flatMap((value, series) => {
      if (!value) return [];
      const bar = (value / total) * barHeight;
      foot -= bar;
      return [
        {
          series,
          x: round((at + (1 - barRatio) / 2) * slot),
          width: round(barRatio * slot),
          y: round(Math.max(0, foot)),
          height: round(bar),
        },
      ];
    });
  });
}

/** The parts of a line: it is broken where nothing was recorded. */
export function linesOf(points: readonly (number | null)[], height: number): { x: number; y: number }[][] {
  const most = Math.max(0, ...points.map((value) => value ?? 0));
  const lines: { x: number; y: number }[][] = [[]];
  points.forEach((value, at) => {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push({ x: middleOf(at, points.length), y: round(most === 0 ? height : height - (value / most) * height) });
  });
  return lines.filter((line) => line.length > 0);
}

/** The smallest width at which a part is still seen, in percent. */
const smallest = 1.5;

/** The parts of a whole as pieces of one bar. What is more than the whole fills it. */
export function sharesOf(values: readonly number[], whole = 0): { x: number; width: number }[] {
  const all = Math.max(whole, totalOf(values));
  const widths = values.map((value) => (value > 0 ? Math.max(smallest, (value / all) * 100) : 0));
  const beyond = totalOf(widths) - 100;
  const largest = widths.indexOf(Math.max(...widths));
  let x = 0;
  return widths.map((part, at) => {
    const width = at === largest ? part - Math.max(0, beyond) : part;
    const piece = { x: round(x), width: round(width) };
    x += width;
    return piece;
  });
}

/** The point with the highest total, the last one of several; undefined when all are zero. */
export function highestOf(totals: readonly number[]): number | undefined {
  const most = Math.max(0, ...totals);
  return most > 0 ? totals.lastIndexOf(most) : undefined;
}

/** Every how many points the axis names one, so that names of this length fit into this many pixels; the last is always named. */
export function strideOf(names: readonly string[], pixels: number): number {
  const longest = Math.max(1, ...names.map(({ length }) => length));
  const fitting = Math.max(1, Math.floor(pixels / (longest * 5.5 + 6)));
  const points = Math.max(names.length, minSlots);
  // The last of thinned-out names ends with the axis, and so takes half a place more.
  return points <= fitting ? 1 : Math.ceil(points / Math.max(1, fitting - 0.5));
}

export type Trend = "none" | "zero" | "single" | "up" | "down" | "level";

/** The second half against the first one: more than a tenth higher is up. */
export function trendOf(values: Values): Trend {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return "none";
  if (known.length === 1) return "single";
  if (known.every((value) => value === 0)) return "zero";
  const half = Math.floor(known.length / 2);
  const [before, after] = [totalOf(known.slice(0, half)), totalOf(known.slice(-half))];
  if (after > before * 1.1) return "up";
  return before > after * 1.1 ? "down" : "level";
}
