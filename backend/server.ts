import { createServer } from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import * as z from "zod";
import { backendSecretHeader, backendSecrets } from "#contract/api/backend-secret";
import { flag, httpUrl, logLevel, port, reportsUrl } from "#contract/api/environment";
import { pageKeyHeader } from "#contract/api/page-key";
import { openBackend } from "./composition.ts";
import { backendEnvironment, backendFaults } from "./config.ts";
import { callerIp, isSecret } from "./http/caller.ts";
import { createPageKeys } from "./http/page-keys.ts";
import { openErrorReports } from "./ports/error-reports.ts";
import { loadDotEnv, logUncaught, openLog, readSettings, serve, warnOfMissingFacts } from "./process.ts";

/** The backend on its own, for an installation whose web tier runs elsewhere and calls it by API_BASE_URL. */
const ownEnvironment = {
  PORT: port.default(3001),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: httpUrl,
  BACKEND_SECRET: backendSecrets,
  /** Whether callers without the secret come through a proxy, which sends the client's IP in X-Forwarded-For. */
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: logLevel,
  SENTRY_DSN: reportsUrl,
};

loadDotEnv();
const environment = readSettings({ ...ownEnvironment, ...backendEnvironment.shape }, backendFaults);
const { PORT, HOST, PUBLIC_URL, TRUST_PROXY, LOG_LEVEL, SENTRY_DSN, BACKEND_SECRET: secrets } = environment;
const log = openLog(LOG_LEVEL);
logUncaught(log);
const reports = await openErrorReports(SENTRY_DSN);
const backend = await openBackend(environment, { publicUrl: PUBLIC_URL, log, reports, webTierSecrets: secrets });
const probes: Record<string, () => Promise<boolean>> = { "/healthz": async () => true, "/readyz": () => backend.ready() };
const pageOf = createPageKeys();
warnOfMissingFacts(log, backend.services.settings.missing);
// A request without Host is answered by the backend: Node would send an empty response.
const server = createServer(
  { requireHostHeader: false },
  getRequestListener(
    async (request, environment) => {
      const probe = probes[new URL(request.url).pathname];
      if (probe) return (await probe()) ? new Response("ok") : new Response("not ready", { status: 503 });
      const { remoteAddress = "" } = (environment as HttpBindings).incoming.socket;
      const ip = callerIp(request.headers, remoteAddress, { secrets, trustProxy: TRUST_PROXY });
      const ofWebTier = isSecret(request.headers.get(backendSecretHeader), secrets);
      return backend.fetch(request, { ip, page: ofWebTier ? pageOf(request.headers.get(pageKeyHeader)) : undefined });
    },
    {
      errorHandler: (error) =>
        error instanceof RequestError ? backend.fetch(new Request(PUBLIC_URL), { unreadable: true }) : new Response(null, { status: 500 }),
    },
  ),
);
await serve(
  server,
  { port: PORT, host: HOST },
  {
    begin: () => backend.beginStop(),
    async end() {
      await backend.close();
      await reports?.flush();
    },
  },
);
log.info({ host: HOST, port: PORT }, "the backend answers");
