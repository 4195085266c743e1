import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import type { ViteDevServer } from "vite";
import { backendEnvironment, backendFaults } from "#backend/config";
import { openBackend } from "#backend/open";
import { faultsOf, withoutBlanks } from "#contract/environment";

type App = typeof import("./app/entry.server.tsx");

const startedAt = performance.now();
const development = process.env.NODE_ENV === "development";
try {
  process.loadEnvFile();
} catch {
  // There is no .env file: the environment alone speaks.
}

const { build, app, vite } = development ? await developmentBuild() : await productionBuild();
const environment = readEnvironment(app);
const { HOST, PORT, API_BASE_URL, ORGANISATION_NAME, LOG_LEVEL, TRUST_PROXY } = environment;
const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${PORT}`;
const log = pino({ level: LOG_LEVEL, base: undefined });

const backend = API_BASE_URL ? null : await openBackend(environment, publicUrl, log);
const transport = backend ? app.inProcess(publicUrl, backend.fetch) : app.overHttp(API_BASE_URL ?? publicUrl);
const buildId = typeof build === "function" ? "development" : build.assets.version;
const settings = app.publicSettings(environment, { publicUrl, organisation: ORGANISATION_NAME, buildId });
await app.startErrorReports(settings.sentryDsn, buildId);

const web = app.createWebTier({
  build,
  mode: development ? "development" : "production",
  transport,
  settings,
  log,
  trustProxy: TRUST_PROXY,
  ready: () => (backend ? backend.ready() : app.answers(transport, "/readyz")),
});

const answer = getRequestListener(web.fetch);
const server = createServer((request, response) => {
  if (vite) vite.middlewares(request, response, () => void answer(request, response));
  else void answer(request, response);
});
server.requestTimeout = 60_000;
server.headersTimeout = 20_000;
server.listen(PORT, HOST, () => announce());
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

/** The settings, or one message that names every fault and the end of the process. */
function readEnvironment({ webEnvironment }: App) {
  const parsed = webEnvironment.extend(backendEnvironment.shape).safeParse(withoutBlanks(process.env));
  const faults = parsed.success ? backendFaults(parsed.data) : faultsOf(parsed.error);
  if (parsed.success && faults.length === 0) return parsed.data;
  process.stderr.write(
    `Maillon cannot start. Please correct in the environment or in .env:\n${faults.map((fault) => `  ${fault}\n`).join("")}`,
  );
  process.exit(1);
}

async function productionBuild(): Promise<{ build: ServerBuild; app: App; vite: null }> {
  const build = (await import(pathToFileURL("build/server/index.js").href)) as ServerBuild;
  return { build, app: build.entry.module as unknown as App, vite: null };
}

async function developmentBuild(): Promise<{ build: () => Promise<ServerBuild>; app: App; vite: ViteDevServer }> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
  const build = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return { build, app: (await build()).entry.module as unknown as App, vite };
}

async function announce() {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [`Maillon answers at ${publicUrl} (ready in ${seconds} s)`];
  if (backend?.demo) {
    const { demoPassword, demoPeople } = await import("#backend/db/demo/people");
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push(`Demonstration accounts, all with the password "${demoPassword}":`);
    for (const { email, shows } of demoPeople) if (shows) lines.push(`  ${email.padEnd(width)}  ${shows}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Answers what has come in, then ends: new connections go elsewhere. */
async function stop() {
  const tooLong = setTimeout(() => process.exit(1), 20_000);
  tooLong.unref();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  await vite?.close();
  await backend?.close();
  await app.flushErrorReports();
  process.exit(0);
}
