import type { LayerResult } from "./layers.ts";
import type { OfficeMemory, OfficeResult } from "./office.ts";
import type { PageResult } from "./pages.ts";
import type { PublicPage } from "./public-pages.ts";
import type { RowsResult } from "./rows.ts";
import { type Figures, isMet, targets } from "./targets.ts";

const write = (line = "") => void process.stdout.write(`${line}\n`);

/** A Markdown table with aligned columns, readable in a terminal too. */
export function printTable(head: string[], rows: string[][]) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  write();
  write(line(head));
  write(line(widths.map((width) => "-".repeat(width))));
  for (const row of rows) write(line(row));
}

export function printPages(results: PageResult[]) {
  const head = [
    "page",
    "requests/s",
    "p50 ms",
    "p99 ms",
    "CPU µs",
    "bare req/s",
    "bare CPU µs",
    "rate ×",
    "CPU ×",
    "br bytes",
    "gzip bytes",
  ];
  const row = (page: PageResult) => [
    page.name,
    page.perSecond.toFixed(0),
    page.p50.toFixed(1),
    page.p99.toFixed(1),
    page.cpuMicroseconds.toFixed(0),
    page.bare.perSecond.toFixed(0),
    page.bare.cpuMicroseconds.toFixed(0),
    page.rateRatio.toFixed(3),
    page.cpuRatio.toFixed(1),
    String(page.brotliBytes),
    String(page.gzipBytes),
  ];
  printTable(head, results.map(row));
  write();
  write("CPU is process_cpu_seconds_total of the server process at /metrics, all its threads, per request; bytes include the head.");
}

/** The gain of each layer: the saved share of the figure without it. */
export function printLayers(results: LayerResult[]) {
  const number = (value: number, unit: string) => (unit === "ms" ? value.toFixed(1) : value.toFixed(0));
  printTable(
    ["layer", "what it is for", "unit", "with it", "without", "gain %"],
    results.map(({ layer, what, unit, on, off }) => [
      layer,
      what,
      unit,
      number(on, unit),
      number(off, unit),
      ((1 - on / off) * 100).toFixed(1),
    ]),
  );
}

export function printWeights(pages: PublicPage[]) {
  const head = ["first view of a public page", "head and HTML, br bytes", "style sheets", "scripts", "requests before the first paint"];
  printTable(
    head,
    pages.map(({ path, html, styles, scripts, blocking }) => [path, ...[html, styles, scripts, blocking].map(String)]),
  );
  write();
  write(
    "Pages carry their CSS inline, so that it is part of the HTML, and bytes include the head of the response. The budget is 14,336 bytes, 10,240 on the home page and lists.",
  );
}

/** The cost of lists of a thousand rows, and of `many`. */
export function printRows(results: RowsResult[], many = 1_000_000) {
  const times = ([few, many]: [number, number]) => [few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)];
  const large = many.toLocaleString("en");
  const head = ["admin list on PostgreSQL", "p50 ms, 1,000 rows", `p50 ms, ${large}`, "×", "p95 ms, 1,000 rows", `p95 ms, ${large}`, "×"];
  printTable(
    head,
    results.map(({ what, median, p95 }) => [what, ...times(median), ...times(p95)]),
  );
}

export function printOffice({ results, memory }: { results: OfficeResult[]; memory: OfficeMemory[] }) {
  const head = [
    "back-office, 100,000 articles on PostgreSQL",
    "build",
    "statements",
    "CPU of Node, ms",
    "CPU of PostgreSQL, ms",
    "CPU ×",
    "p50 ms",
    "p99 ms",
  ];
  const cpu = ({ figures }: OfficeResult["variants"][number]) => figures.node + figures.postgres;
  printTable(
    head,
    results.flatMap(({ page, variants: [first, ...others] }) =>
      [first, ...others].flatMap((variant) => {
        if (!variant || !first) return [];
        const { statements, node, postgres, p50, p99 } = variant.figures;
        const times = (cpu(variant) / cpu(first)).toFixed(2);
        return [[page, variant.name, String(statements), node.toFixed(1), postgres.toFixed(1), times, p50.toFixed(0), p99.toFixed(0)]];
      }),
    ),
  );
  printTable(
    ["site in one process after these pages", "MB"],
    memory.map(({ name, megabytes }) => [name, megabytes.toFixed(0)]),
  );
  write();
  write("CPU of PostgreSQL is that of the processes of the site's connections, as /proc says; 32 people ask at once.");
}

export function printTargets(figures: Figures) {
  const known = targets.map((target) => ({ target, figure: figures[target.figure] }));
  const number = (value: number, unit: string) => `${value >= 100 ? value.toFixed(0) : Number(value.toFixed(3))} ${unit}`.trim();
  printTable(
    ["target", "to reach", "measured", "met"],
    known.map(({ target, figure }) => [
      target.what,
      `${target.bound} ${number(target.value, target.unit)}`,
      figure === undefined ? "—" : number(figure, target.unit),
      figure === undefined ? "not measured" : isMet(target, figure) ? "yes" : "NO",
    ]),
  );
  write();
  const measured = known.filter(({ figure }) => figure !== undefined);
  const met = measured.filter(({ target, figure }) => isMet(target, figure ?? Number.NaN));
  write(`${met.length} of the ${measured.length} targets measured are met.`);
}
