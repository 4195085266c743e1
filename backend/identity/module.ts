import { Hono } from "hono";
import type { Env } from "#backend/http/routes";
import type { Module } from "#backend/module";
import { by } from "#backend/privacy/personal-data";
import { oldSince } from "#backend/privacy/retention";
import { purgeOidcRecords } from "./adapter.ts";
import { providerFetch } from "./fetch-adapter.ts";
import { createLoginFlow, purgeLoginRequests } from "./login.ts";
import { createProvider, providerPath } from "./provider.ts";
import { callbackRouter, sessionRoutes } from "./routes.ts";

/** Sessions, and the OpenID provider that opens them. */
export const identity: Module = {
  personalData: [
    { table: "sessions", columns: ["user_id", "user_agent"], ...by("user_id"), erasure: "delete" },
    { table: "application_consents", columns: ["user_id"], ...by("user_id"), erasure: "delete" },
  ],
  retention: [oldSince("sessions", "sessions", "expires_at")],
  parts: async (services) => {
    const provider = await createProvider(services);
    const provide = providerFetch(provider, services.settings.publicUrl);
    const login = createLoginFlow(services, provider, provide);
    return {
      endpoints: sessionRoutes(login, provider),
      routers: [new Hono<Env>().all(`${providerPath}/*`, (http) => provide(http.req.raw)), callbackRouter(services, login)],
      async purge({ db }, now) {
        await purgeLoginRequests(db, now);
        await purgeOidcRecords(db, now);
      },
    };
  },
};
