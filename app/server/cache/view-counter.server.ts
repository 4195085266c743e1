import { articlesApi } from "#contract/publishing/articles";
import type { Transport } from "~/api/transport.server";

const betweenReports = 30_000;
const maxBatch = 100;
const article = /^(?:\/en)?\/news\/([^/.]+)$/;

/** Counts page views of articles served from the cache, and sends them to the backend periodically. */
export function createViewCounter(transport: Transport, origin: string) {
  let counts = new Map<string, number>();
  const report = async () => {
    const pageViews = [...counts].slice(0, maxBatch).map(([id, count]) => ({ id, count: Math.min(count, 1_000) }));
    counts = new Map();
    const { method, path } = articlesApi.countPageViews;
    const headers = { "content-type": "application/json", origin };
    const request = new Request(transport.baseUrl + path, { method, headers, body: JSON.stringify({ pageViews }) });
    await transport.fetch(request, { ip: "web tier" }).catch(() => undefined);
  };
  return (pathname: string) => {
    const id = article.exec(pathname)?.[1];
    if (!id) return;
    if (counts.size === 0) setTimeout(() => void report(), betweenReports).unref();
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };
}
