import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Numbers for Prometheus: the process, and how long answers take by area, method and status. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request",
    labelNames: ["area", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Finding the labels' numbers costs more than adding to them.
  const known = new Map<string, ReturnType<typeof duration.labels>>();
  return {
    observe({ area, method, status }: { area: string; method: string; status: number }, seconds: number) {
      const key = `${area} ${method} ${status}`;
      const one = known.get(key) ?? duration.labels(area, method, String(status));
      known.set(key, one);
      one.observe(seconds);
    },
    async answer() {
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType, "cache-control": "no-store" } });
    },
  };
}
