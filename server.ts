import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/node";
import type { ViteDevServer } from "vite";
import { backendEnvironment, backendFaults } from "#backend/config";
import { openErrorReports } from "#backend/ports/error-reports";
import { loadDotEnv, logUncaught, openLog, readSettings, serve, warnOfMissingFacts } from "#backend/process";
import { redisChannel } from "#contract/api/changes";

type App = typeof import("./app/entry.server.tsx");

const startedAt = performance.now();
loadDotEnv();
const development = process.env.NODE_ENV === "development";
// A request without Host is answered by the web tier: Node would send an empty response.
const server = createServer({ requireHostHeader: false });
const { build, app, vite } = development ? await developmentBuild() : await productionBuild();
const environment = readSettings({ ...app.webEnvironment.shape, ...backendEnvironment.shape }, (settings) => [
  ...app.webFaults(settings),
  ...backendFaults(settings),
]);
const { FIREBASE_CONFIG, HOST, PORT, API_BASE_URL, REDIS_URL, LOG_LEVEL, TRUST_PROXY, SENTRY_DSN } = environment;
const [secret = ""] = environment.BACKEND_SECRET ?? [];
const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${PORT}`;
const log = openLog(LOG_LEVEL);
logUncaught(log);

const buildId = typeof build === "function" ? "development" : build.assets.version;
const reports = await openErrorReports(SENTRY_DSN, buildId);
app.startErrorReports(reports);

// A web tier alone loads nothing of the backend.
const open = API_BASE_URL ? null : await import("#backend/composition");
const backend = await open?.openBackend(environment, { publicUrl, log, reports });
const transport = backend ? app.inProcess(publicUrl, backend.fetch) : app.overHttp(API_BASE_URL ?? publicUrl, secret);
const about = { publicUrl, buildId, push: !!FIREBASE_CONFIG };
const settings = app.publicSettings(environment, about);
// The backend knows what is saved on the site; a web tier alone leaves the warning to it.
if (backend) warnOfMissingFacts(log, backend.services.settings.missing);

const changes = development ? undefined : await changeFeed();
const web = app.createWebTier({
  build,
  mode: development ? "development" : "production",
  transport,
  settings,
  withStored: (stored) => app.publicSettings(environment, about, stored),
  log,
  trustProxy: TRUST_PROXY,
  hsts: environment.HSTS_SCOPE,
  metricsToken: environment.METRICS_TOKEN,
  changes,
  ready: () => (backend ? backend.ready() : app.answers(transport, "/readyz")),
});

/** What is no URL, for example a backslash in the path, gets the page for a path that cannot be decoded. */
const noUrl = new URL("/%", publicUrl);
const { host } = noUrl;
const answer = getRequestListener(web.fetch, {
  // For the URL alone of a request without Host, which stays without one.
  hostname: host,
  errorHandler: (error) =>
    error instanceof RequestError ? web.fetch(new Request(noUrl, { headers: { host } })) : new Response(null, { status: 500 }),
});
server.on("request", (request, response) => {
  if (vite) vite.middlewares(request, response, () => void answer(request, response));
  else if (!web.fastPath(request, response)) void answer(request, response);
});
await serve(
  server,
  { port: PORT, host: HOST },
  {
    begin() {
      changes?.close();
      backend?.beginStop();
    },
    async end() {
      await backend?.close();
      await reports?.flush();
    },
  },
);
process.stdout.write(`Maillon answers at ${publicUrl} (ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
if (open && backend?.demo) process.stdout.write(await open.demoAccounts());

async function changeFeed() {
  if (REDIS_URL) return app.changesOverRedis({ url: REDIS_URL, channel: redisChannel(publicUrl), log });
  return backend ? app.changesInProcess(backend.changes.subscribe) : app.changesOverHttp(transport.baseUrl, secret);
}

async function productionBuild(): Promise<{ build: ServerBuild; app: App; vite: null }> {
  const build = (await import(pathToFileURL("build/server/pages.js").href)) as ServerBuild;
  return { build, app: build.entry.module as unknown as App, vite: null };
}

async function developmentBuild(): Promise<{ build: () => Promise<ServerBuild>; app: App; vite: ViteDevServer }> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  process.once("SIGTERM", () => void vite.close());
  process.once("SIGINT", () => void vite.close());
  const build = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return { build, app: (await build()).entry.module as unknown as App, vite };
}
