import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

type Reader = {
  headers: Headers;
  /** Of the connection. */
  ip: string | undefined;
  /** Whether the site stands behind a proxy: then everybody may seem to come from this machine. */
  behindProxy: boolean;
};

/**
 * Whether a caller may read the metrics: with the token when there is one, else from this machine where no proxy is in front of the site.
 * Tokens are compared in constant time.
 */
export function mayReadMetrics({ headers, ip, behindProxy }: Reader, token: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (token) return timingSafeEqual(digest(headers.get("authorization") ?? ""), digest(`Bearer ${token}`));
  const forwarded = headers.has("x-forwarded-for") || headers.has("forwarded");
  return !behindProxy && !forwarded && (ip === "::1" || (!!ip && /^(::ffff:)?127\./.test(ip)));
}

/** Methods with their own label: a caller may send any. */
const counted = new Set(["GET", "HEAD", "POST"]);

/** Metrics for Prometheus: the process, and response times by area, method and status. */
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
  return {
    /** Records the seconds of responses of one kind, without looking up its labels each time. */
    observerOf({ area, method, status }: { area: string; method: string; status: number }): (seconds: number) => void {
      const one = duration.labels(area, counted.has(method) ? method : "other", String(status));
      return (seconds) => one.observe(seconds);
    },
    async answer() {
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType, "cache-control": "no-store" } });
    },
  };
}
