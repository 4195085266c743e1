import { afterAll, beforeAll, expect, test } from "vitest";
import { backendSecret, startBackend, type TestBackend } from "#tests/support/backend";
import { openFaultProxy } from "#tests/support/fault-proxy";
import { serveOverHttp } from "#tests/support/over-http";
import { publicPaths } from "#tests/support/public-pages";
import { startSite } from "#tests/support/site";

let backend: TestBackend;
let paths: string[] = [];
beforeAll(async () => {
  backend = await startBackend();
  paths = await publicPaths(await startSite({}, backend));
});
afterAll(() => backend.close());

test.each(["refused", "cut", "500", "empty", "wrong shape"] as const)(
  "each public page is shown, or out of order with Retry-After, while the backend's answers are: %s",
  async (fault) => {
    const way = await openFaultProxy(await serveOverHttp(backend));
    const { app } = await startSite({}, backend);
    const site = await startSite({ transport: app.overHttp(way.url, backendSecret) }, backend);
    await way.set(fault);
    const wrong: unknown[] = [];
    for (const path of paths) {
      const answer = await site.visit(path);
      const { status, headers } = answer;
      const text = await answer.text();
      const isOutage = status === 503 && headers.get("retry-after") === "5" && text.includes("<html");
      if (status >= 500 && !isOutage) wrong.push([path, status]);
    }
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(60);
  },
);
