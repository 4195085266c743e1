import type { Values } from "./geometry";

export type ChartPoint = {
  /** Its name in the sentence and in the table. */
  name: string;
  /** Its name under the axis. */
  short: string;
  /** One for each series; null where nothing was recorded, which is not zero. */
  values: Values;
};

export type ChartData = {
  /** What is counted: it begins the sentence that says the trend. */
  what: string;
  /** The header of the table's first column. */
  pointHeader: string;
  /** The names of the series, the first one at the foot of the bars. */
  series: string[];
  points: ChartPoint[];
  /** How a value is written; a plain number by default. */
  format?: (value: number) => string;
};
