import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Logger } from "pino";
import { apiPages } from "#backend/http/api-pages";
import { createLimits } from "#backend/http/limits";
import { isOwnRequest, isUnsafe } from "#backend/http/origin";
import { answerProblem } from "#backend/http/problems";
import { Refusal } from "#backend/http/refusal";
import { type Env, on, routerOf, type Served } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { createTranslate } from "#backend/http/translation";
import { browserLocale } from "#contract/locale";
import { pushApi } from "#contract/push";
import type { openEmbedded, openServer } from "./db/client.ts";
import { providerFetch } from "./identity/bridge.ts";
import { createLoginFlow } from "./identity/login.ts";
import { createProvider, providerPath } from "./identity/provider.ts";
import { callbackRouter, sessionRoutes } from "./identity/routes.ts";
import { backendJobs, mailJob } from "./jobs/jobs.ts";
import { type JobQueue, startJobs } from "./jobs/queue.ts";
import { createReadingCounter } from "./modules/articles/readings.ts";
import { articleRoutes } from "./modules/articles/routes.ts";
import { auditRoutes } from "./modules/audit/routes.ts";
import { dashboardRoutes } from "./modules/dashboard/routes.ts";
import { documentContent, documentRoutes } from "./modules/documents/routes.ts";
import { legalDocumentRoutes } from "./modules/legal-documents/routes.ts";
import { savedViewRoutes } from "./modules/saved-views/routes.ts";
import { teamRoutes } from "./modules/teams/routes.ts";
import { currentUserRoutes } from "./modules/users/routes.ts";
import type { FileStore } from "./ports/files.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PushSender } from "./ports/push.ts";

export type BackendParts = {
  database: Awaited<ReturnType<typeof openEmbedded>> | Awaited<ReturnType<typeof openServer>>;
  files: FileStore;
  /** Null keeps mails in the outbox. */
  mailer: Mailer | null;
  push: PushSender;
  settings: BackendSettings;
  log: Logger;
  clock?: () => Date;
  /** Whether this process runs background jobs. */
  runJobs?: boolean;
};

export type Backend = {
  /** Serves `/api` and the OpenID provider; `environment` says who is at the other end, when the caller knows. */
  fetch(request: Request, environment?: Env["Bindings"]): Promise<Response>;
  services: Services;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
};

/** The whole backend as one fetch handler, made of the parts it is given. */
export async function createBackend(parts: BackendParts): Promise<Backend> {
  const { database, files, mailer, push, settings, log, clock = () => new Date(), runJobs = true } = parts;
  let queue: JobQueue | undefined;
  const services: Services = {
    db: database.db,
    database,
    clock,
    log,
    files,
    push,
    settings,
    limits: createLimits(database.db),
    wakeMail: () => mailer && queue?.wake(mailJob),
    translate: createTranslate(),
  };
  const provider = await createProvider(services);
  const provide = providerFetch(provider, settings.publicUrl);
  const login = createLoginFlow(services, provider, provide);
  const readings = createReadingCounter(database.db);
  const served: Served[] = [
    ...sessionRoutes(login, provider),
    ...currentUserRoutes,
    on(pushApi.configuration, () => push.configuration),
    ...articleRoutes(readings),
    ...auditRoutes,
    ...dashboardRoutes,
    ...documentRoutes,
    ...legalDocumentRoutes,
    ...savedViewRoutes,
    ...teamRoutes,
  ];

  const app = new Hono<Env>()
    .use(async (http, next) => {
      http.set("requestId", http.req.header("x-request-id") ?? crypto.randomUUID());
      http.set("locale", browserLocale(http.req.header("accept-language")));
      await next();
    })
    .all(`${providerPath}/*`, (http) => provide(http.req.raw))
    .use("/api/*", async (http, next) => {
      if (isUnsafe(http.req.method) && !isOwnRequest(http.req.raw, settings.publicUrl)) throw new Refusal("foreign_origin");
      await next();
    })
    .route("/", callbackRouter(services, login))
    .route("/", documentContent(services))
    .route("/", apiPages(served, settings.publicUrl))
    .route("/", routerOf(served, services))
    .notFound((http) => answerProblem(http, services, new Refusal("not_found")))
    .onError((error, http) => answerProblem(http, services, error));

  if (runJobs) queue = await startJobs(database, backendJobs(services, mailer, readings), log);
  return {
    fetch: async (request, environment = {}) => app.fetch(request, environment),
    services,
    ready: () =>
      database.db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    async close() {
      await queue?.stop();
      await readings.save();
      mailer?.close();
      await database.close();
    },
  };
}
