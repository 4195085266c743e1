/** Optimisations that change speed or size only, so that a build for the benchmarks can switch them off (`npm run bench -- --layers`). */
export const performanceLayers = [
  "page-cache",
  "cache-hit-fast-path",
  "api-response-cache",
  "fragment-cache",
  "script-free-handler",
  "area-handlers",
  "section-handlers",
  "page-reads",
  "page-css",
  "style-cache",
  "cached-lookups",
  "markdown-cache",
  "recent-results",
  "router-patches",
  "pure-contract",
] as const;
export type PerformanceLayer = (typeof performanceLayers)[number];

// The build puts a constant in place of BENCH_BUILD, so that no environment switches anything off in production.
const without = process.env.BENCH_BUILD === "true" ? (process.env.WITHOUT_LAYERS ?? "").split(",") : [];

export function isOn(layer: PerformanceLayer): boolean {
  return !without.includes(layer);
}
