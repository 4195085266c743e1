import { Hono } from "hono";
import type { Logger } from "pino";
import { apiPages } from "#backend/http/api-pages";
import { changeStreamRoute } from "#backend/http/change-stream";
import { createLimits, type Limits } from "#backend/http/limits";
import { isOwnRequest, isUnsafe } from "#backend/http/origin";
import { answerProblem } from "#backend/http/problems";
import { type Env, on, routerOf, type Served } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { spamGuardRoutes } from "#backend/http/spam-guard";
import { createTranslate } from "#backend/http/translation";
import { Refusal } from "#backend/refusal";
import type { ErrorReports } from "#contract/api/error-reports";
import { pushApi } from "#contract/api/push";
import { browserLocale } from "#contract/formats/locale";
import { type Changes, changesOf } from "./changes.ts";
import { hasAllMigrations } from "./db/applied-migrations.ts";
import type { openEmbedded, openServer } from "./db/client.ts";
import { cancelledBy } from "./db/connections.ts";
import { authenticate } from "./identity/authentication.ts";
import { providerFetch } from "./identity/fetch-adapter.ts";
import { createLoginFlow } from "./identity/login.ts";
import { createProvider, providerPath } from "./identity/provider.ts";
import { callbackRouter, sessionRoutes } from "./identity/routes.ts";
import type { ModuleParts } from "./module.ts";
import { mailJob } from "./modules/mails/module.ts";
import { modules } from "./modules.ts";
import type { FileStore } from "./ports/files.ts";
import { type Links, noLinks } from "./ports/links.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PushSender } from "./ports/push.ts";
import { noRegisters, type Registers } from "./ports/registers.ts";
import { backendJobs } from "./worker/jobs.ts";
import { type JobQueue, startJobs } from "./worker/queue.ts";

export type BackendParts = {
  database: Awaited<ReturnType<typeof openEmbedded>> | Awaited<ReturnType<typeof openServer>>;
  files: FileStore;
  /** Null keeps mails in the outbox until they are too old. */
  mailer: Mailer | null;
  push: PushSender;
  /** National registers of addresses and companies; none unless given. */
  registers?: Registers;
  /** Looks at pages of others; at none unless given. */
  links?: Links;
  /** What may be tried how often; counted in the database unless given. */
  limits?: Limits;
  settings: BackendSettings;
  log: Logger;
  /** Where unexpected errors and failing jobs are told; nowhere unless given. */
  reports?: ErrorReports | null;
  clock?: () => Date;
  /** Whether this process runs background jobs. */
  runJobs?: boolean;
  /** What web tiers in other processes authenticate with; without one, none can subscribe to changes. */
  webTierSecrets?: readonly string[];
};

export type Backend = {
  /** Serves `/api` and the OpenID provider; `environment` says who is at the other end, when the caller knows. */
  fetch(request: Request, environment?: Env["Bindings"]): Promise<Response>;
  services: Services;
  /** What kinds of things change, in whatever process. */
  changes: Changes;
  /** Whether the database answers within two seconds, and has had all migrations. */
  ready(): Promise<boolean>;
  /** Ends the answers that have no end and takes up no more jobs; requests are answered until `close`. */
  beginStop(): void;
  close(): Promise<void>;
};

/** Milliseconds after which a database that is silent counts as not there. */
const readyWithin = 2_000;

/** The whole backend as one fetch handler, made of the parts it is given. */
export async function createBackend(given: BackendParts): Promise<Backend> {
  const {
    database,
    files,
    mailer,
    push,
    registers = noRegisters,
    links = noLinks,
    settings,
    log,
    reports = null,
    clock = () => new Date(),
    runJobs = true,
    webTierSecrets = [],
  } = given;
  let queue: JobQueue | undefined;
  const stopping = new AbortController();
  const services: Services = {
    db: database.db,
    database,
    clock,
    log,
    reports,
    files,
    push,
    registers,
    links,
    settings,
    authenticate,
    limits: given.limits ?? createLimits(database.db),
    mailer,
    wake: (job) => queue?.wake(job),
    wakeMail: () => mailer && queue?.wake(mailJob),
    translate: createTranslate(),
  };
  const changes = changesOf(database);
  const provider = await createProvider(services);
  const provide = providerFetch(provider, settings.publicUrl);
  const login = createLoginFlow(services, provider, provide);
  const parts = modules.map((module) => module(services));
  const served: Served[] = [
    ...sessionRoutes(login, provider),
    on(pushApi.configuration, () => push.configuration),
    ...spamGuardRoutes,
    ...parts.flatMap(({ endpoints }) => endpoints ?? []),
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
    .route("/", changeStreamRoute({ changes, secrets: webTierSecrets, stopping: stopping.signal }))
    .route("/", filesOf(parts))
    .route("/", apiPages(served, settings.publicUrl))
    .route("/", routerOf(served, services))
    .notFound((http) => answerProblem(http, services, new Refusal("not_found")))
    .onError((error, http) => answerProblem(http, services, error));

  if (runJobs) queue = await startJobs(database, backendJobs(parts, services), services);
  return {
    fetch: (request, environment = {}) => cancelledBy(request.signal, async () => app.fetch(request, environment)),
    services,
    changes,
    async ready() {
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), readyWithin).unref());
      return Promise.race([hasAllMigrations(database.db).catch(() => false), late]);
    },
    beginStop() {
      stopping.abort();
      void queue?.stop();
    },
    async close() {
      stopping.abort();
      await queue?.stop();
      for (const { close } of parts) await close?.();
      mailer?.close();
      await changes.close();
      await database.close();
    },
  };
}

function filesOf(parts: ModuleParts[]): Hono<Env> {
  return parts.flatMap(({ files }) => files ?? []).reduce((all, router) => all.route("/", router), new Hono<Env>());
}
