import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, startBackend } from "#tests/support/backend";
import { publicPaths } from "#tests/support/public-pages";
import { type Site, startSite } from "#tests/support/site";
import type { Transport } from "~/api/transport.server";
import { localeOfPath } from "~/i18n/locale-of-path";

let site: Site;
let framework: Site;
let paths: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  const backend = await startBackend();
  const working = (await startSite({}, backend)).app.inProcess(publicUrl, backend.fetch);
  const transport: Transport = {
    ...working,
    fetch: (request, about) => {
      requests.push(new URL(request.url).pathname);
      return working.fetch(request, about);
    },
  };
  site = await startSite({ transport }, backend);
  // As in development, every page uses the framework's own handler.
  framework = await startSite({ build: async () => site.build }, backend);
  // The login responds with a different redirect each time.
  paths = (await publicPaths(site)).filter((path) => !path.endsWith("/login"));
});
afterAll(() => site.backend.close());

const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
/** Ids and times that differ between requests. */
const withoutIds = (html: string) =>
  html.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, "ID").replace(/(value|data-\w+)="\d{13}[^"]*"/g, "$1");

async function read(at: Site, path: string) {
  const answer = await at.visit(path, { language: localeOfPath(path) });
  return { path, status: answer.status, headers: headersOf(answer), html: withoutIds(await answer.text()) };
}

test("public pages are, byte for byte and header for header, what the framework makes of them", async () => {
  expect(paths.length).toBeGreaterThan(40);
  const others = ["/news?perPage=13", "/news?tag=x", "/search?q=article", "/en/search?q=article", "/news/rien", "/rien", "/news/feed.xml"];
  for (const path of [...paths, ...others]) expect(await read(site, path)).toEqual(await read(framework, path));
});

test("a request for a missing page calls the backend once", async () => {
  requests.length = 0;
  expect((await read(site, "/news/rien")).status).toBe(404);
  expect(requests.filter((path) => path === "/api/articles/rien")).toHaveLength(1);
});
