import { createServer } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import * as z from "zod";
import { address, flag, logLevel, port, reportsAddress } from "#contract/environment";
import { backendEnvironment, backendFaults } from "./config.ts";
import { openBackend } from "./open.ts";
import { openErrorReports } from "./ports/error-reports.ts";
import { loadDotEnv, openLog, readSettings, serve } from "./process.ts";

/** The backend on its own, for an installation whose web tier runs elsewhere and calls it by API_BASE_URL. */
const ownEnvironment = {
  PORT: port.default(3001),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: address,
  /** Whether the caller is our web tier or another proxy, which names the browser's address in X-Forwarded-For. */
  TRUST_PROXY: flag.default(true),
  LOG_LEVEL: logLevel,
  SENTRY_DSN: reportsAddress,
};

loadDotEnv();
const environment = readSettings({ ...ownEnvironment, ...backendEnvironment.shape }, backendFaults);
const { PORT, HOST, PUBLIC_URL, TRUST_PROXY, LOG_LEVEL, SENTRY_DSN } = environment;
const log = openLog(LOG_LEVEL);
const reports = await openErrorReports(SENTRY_DSN);
const backend = await openBackend(environment, { publicUrl: PUBLIC_URL, log, reports });
const server = createServer(
  getRequestListener((request, environment) => {
    const { remoteAddress = "" } = (environment as HttpBindings).incoming.socket;
    const forwarded = TRUST_PROXY ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
    return backend.fetch(request, { clientAddress: forwarded || remoteAddress });
  }),
);
await serve(server, { port: PORT, host: HOST }, async () => {
  await backend.close();
  await reports?.flush();
});
log.info({ host: HOST, port: PORT }, "the backend answers");
