/** The figures of a run, by name. A figure that a run cannot measure is missing. */
export type Figures = Partial<Record<FigureName, number>>;

export type FigureName =
  | "cachedPageRate"
  | "cachedPageCpu"
  | "revalidationCpu"
  | "rowMicroseconds"
  | "routeCountCpu"
  | "templateCpu"
  | "firstViewBytes"
  | "listBytes"
  | "blockingRequests"
  | "contentScriptBytes"
  | "entryScriptBytes"
  | "furtherScriptBytes"
  | "millionRowsRatio"
  | "officeStatements"
  | "officeP99"
  | "officeAgainstPayload"
  | "longListsRatio"
  | "exportRate"
  | "firstPaintRatio"
  | "webTierMegabytes"
  | "webTierStart"
  | "embeddedStart"
  | "lastPlaceP99"
  | "lastPlaceCpu"
  | "receiptRate";

type Target = { figure: FigureName; what: string; bound: "at most" | "at least"; value: number; unit: string };

/**
 * The targets of the product, whether or not they are reached. What no run can measure yet stays in the list, and is printed as not measured. Ratios
 * are taken against a bare server that sends the same bytes in the same run.
 */
export const targets: Target[] = [
  { figure: "cachedPageRate", what: "anonymous news list, requests/s against the bare server", bound: "at least", value: 0.75, unit: "×" },
  { figure: "cachedPageCpu", what: "anonymous news list, CPU against the bare server", bound: "at most", value: 1.4, unit: "×" },
  { figure: "revalidationCpu", what: "304 on revalidation, CPU against the bare server", bound: "at most", value: 1.2, unit: "×" },
  { figure: "templateCpu", what: "uncached page, CPU against the framework's plain template", bound: "at most", value: 0.25, unit: "×" },
  { figure: "routeCountCpu", what: "uncached page, CPU with all routes against four", bound: "at most", value: 1.1, unit: "×" },
  { figure: "rowMicroseconds", what: "CPU of one more row in the news list", bound: "at most", value: 60, unit: "µs" },
  {
    figure: "firstViewBytes",
    what: "HTML and CSS of the heaviest public page, brotli, head included",
    bound: "at most",
    value: 14_336,
    unit: "bytes",
  },
  {
    figure: "listBytes",
    what: "HTML and CSS of the home page and of lists, brotli, head included",
    bound: "at most",
    value: 10_240,
    unit: "bytes",
  },
  { figure: "blockingRequests", what: "requests before the first paint of a content page", bound: "at most", value: 1, unit: "" },
  { figure: "contentScriptBytes", what: "script of a content page, brotli", bound: "at most", value: 3_072, unit: "bytes" },
  {
    figure: "entryScriptBytes",
    what: "script of the first screen with script, a form or the back-office, brotli",
    bound: "at most",
    value: 122_880,
    unit: "bytes",
  },
  { figure: "furtherScriptBytes", what: "script of a further back-office screen, brotli", bound: "at most", value: 20_480, unit: "bytes" },
  {
    figure: "firstPaintRatio",
    what: "first contentful paint at 400 kbit/s and 400 ms, against a bare page",
    bound: "at most",
    value: 1.1,
    unit: "×",
  },
  { figure: "millionRowsRatio", what: "admin list, p95 of 1,000,000 rows against 1,000", bound: "at most", value: 3, unit: "×" },
  { figure: "webTierMegabytes", what: "memory of the web tier alone, after load", bound: "at most", value: 300, unit: "MB" },
  { figure: "officeStatements", what: "statements of a back-office page on PostgreSQL", bound: "at most", value: 8, unit: "" },
  { figure: "officeP99", what: "back-office page on PostgreSQL, p99 with 32 people at once", bound: "at most", value: 500, unit: "ms" },
  {
    figure: "officeAgainstPayload",
    what: "CPU of a back-office page, Node and PostgreSQL, against Payload CMS 3 on the same table",
    bound: "at most",
    value: 0.5,
    unit: "×",
  },
  {
    figure: "longListsRatio",
    what: "long admin lists, p95 of 1,000,000 log rows and 100,000 of the others against 1,000",
    bound: "at most",
    value: 3,
    unit: "×",
  },
  { figure: "exportRate", what: "export of 100,000 rows, rows/s against COPY of the same query", bound: "at least", value: 0.2, unit: "×" },
  { figure: "webTierStart", what: "start to first answer, web tier alone", bound: "at most", value: 800, unit: "ms" },
  {
    figure: "embeddedStart",
    what: "start to first answer with the embedded database, second start",
    bound: "at most",
    value: 5_000,
    unit: "ms",
  },
  {
    figure: "lastPlaceP99",
    what: "last place under 500 sign-ups, and one check-in, p99",
    bound: "at most",
    value: 1_000,
    unit: "ms",
  },
  { figure: "lastPlaceCpu", what: "CPU of one such sign-up, and of one check-in", bound: "at most", value: 20, unit: "ms" },
  { figure: "receiptRate", what: "receipts with PDF/A of 10,000, a second and core", bound: "at least", value: 25, unit: "/s" },
];

export function isMet({ bound, value }: Target, figure: number): boolean {
  return bound === "at most" ? figure <= value : figure >= value;
}

const homeAndLists = ["/", "/news", "/jobs", "/press", "/team"];

/** Whether a page has the budget of `listBytes`, in either language. */
export const isHomeOrList = (path: string) => homeAndLists.includes(path.replace(/^\/en(?=\/|$)/, "") || "/");
