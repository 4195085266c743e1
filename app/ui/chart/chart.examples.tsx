import type { Examples } from "../examples";
import { BarChart } from "./bar-chart";
import type { ChartData } from "./chart-data";
import { LineChart } from "./line-chart";
import { monthPoints } from "./months";
import { ShareBar } from "./share-bar";

/** Months from January 2025; null is a month without a record. */
const months = (kits: (number | null)[]): ChartData => ({
  what: "Kits livrés",
  pointHeader: "Mois",
  series: ["Kits livrés"],
  points: monthPoints(
    "fr",
    kits.flatMap((count, at) =>
      count === null ? [] : { month: `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`, count },
    ),
    ({ count }) => [count],
  ),
});

const year = [390, 410, 470, 430, 480, 400, 210, 150, 560, 690, 630, 610];
const twoYears = [...year, 450, 470, 520, 500, 560, 470, 250, 180, 640, 790, 720, 700];
const hours: ChartData = {
  what: "Pages servies et recalculées, heure par heure",
  pointHeader: "Heure",
  series: ["Servies", "Recalculées"],
  points: [8, 9, 10, 11, 12, 13].map((hour, at) => ({ name: `${hour} h`, short: `${hour} h`, values: [at * 12, 6 - at] })),
};

export const examples: Examples = {
  piece: "Chart",
  states: {
    "bars of a year": () => <BarChart data={months(year)} />,
    "bars of two years": () => <BarChart data={months(twoYears)} />,
    "two stacked series": () => <BarChart data={hours} />,
    "months without a record, and one with zero": () => <BarChart data={months([12, null, 0, 30, null, null, 41])} />,
    "a single value": () => <BarChart data={months([42])} />,
    "zeros only": () => <BarChart data={months([0, 0, 0])} />,
    nothing: () => <BarChart data={months([])} />,
    "a line": () => <LineChart data={months(twoYears)} />,
    "a broken line": () => <LineChart data={months([12, 18, null, 30, 25, null, 41])} />,
    "a line of a single value": () => <LineChart data={months([42])} />,
    "parts of a whole": () => (
      <ShareBar
        whole={18_000}
        parts={[
          { name: "Reçu", value: 1520 },
          { name: "Promis", value: 4300 },
        ]}
        format={(euros) => `${euros} €`}
      />
    ),
    "a thin bar": () => <ShareBar thin whole={100} parts={[{ name: "Reçu", value: 36 }]} />,
    "more than the whole": () => <ShareBar thin whole={100} parts={[{ name: "Reçu", value: 136 }]} />,
    "no part yet": () => <ShareBar thin whole={100} parts={[{ name: "Reçu", value: 0 }]} />,
  },
};
