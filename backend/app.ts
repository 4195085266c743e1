import { Hono } from "hono";
import { apiPages } from "#backend/http/api-pages";
import { changeStreamRoute } from "#backend/http/change-stream";
import { machineRouterOf } from "#backend/http/machine-calls";
import { isOwnRequest, isUnsafe } from "#backend/http/origin";
import { answerProblem } from "#backend/http/problems";
import { type Env, routerOf } from "#backend/http/routes";
import type { Services } from "#backend/http/services";
import { Refusal } from "#backend/refusal";
import { browserLocale } from "#contract/formats/locale";
import { type Changes, changesOf } from "./changes.ts";
import { hasAllMigrations } from "./db/applied-migrations.ts";
import { cancelledBy } from "./db/connections.ts";
import { declarationsOf } from "./declarations.ts";
import { partsOf, servedBy } from "./module.ts";
import { openOrganisation, organisationEntity } from "./modules/organisation/current.ts";
import { modules } from "./modules.ts";
import { type BackendParts, createServices } from "./services.ts";
import { startBackendJobs } from "./worker/jobs.ts";

export type Backend = {
  /** Serves `/api` and the OpenID provider; `environment` holds the client's connection, when the caller knows it. */
  fetch(request: Request, environment?: Env["Bindings"]): Promise<Response>;
  services: Services;
  /** Changes by entity type, from every process. */
  changes: Changes;
  /** Whether the database answers within two seconds, and has had all migrations. */
  ready(): Promise<boolean>;
  /** Ends the streams and starts no more jobs; requests are answered until `close`. */
  beginStop(): void;
  close(): Promise<void>;
};

/** The id that the web tier gave a request. What has another form is replaced, as it is logged and stored. */
const requestIdOf = (given: string | undefined) => (given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID());

/** Milliseconds after which a database that does not answer counts as unavailable. */
const readyWithin = 2_000;

/** The whole backend as one fetch handler, composed of the given parts. */
export async function createBackend(given: BackendParts): Promise<Backend> {
  const { database, mailer, log, clock = () => new Date(), runJobs = true, webTierSecrets = [] } = given;
  let queue: Awaited<ReturnType<typeof startBackendJobs>> | undefined;
  const organisation = await openOrganisation(database.db, clock, given.settings);
  const { settings } = organisation;
  const stopping = new AbortController();
  const taskKinds: Services["taskKinds"] = new Map();
  const lists: Services["lists"] = new Map();
  const declarations = declarationsOf(modules);
  const services = createServices(given, { organisation, declarations, taskKinds, lists, wake: (job) => queue?.wake(job) });
  const changes = changesOf(database);
  // The first subscriber: later ones that read then get fresh results.
  await changes.subscribe((kind) => {
    services.recent.clear();
    if (kind !== null && kind !== organisationEntity) return;
    organisation.reload().catch((error) => log.error({ err: error }, "the charity's settings could not be read again"));
  });
  const parts = await partsOf(modules, services);
  const served = servedBy(parts);
  for (const [path, kind] of served.taskKinds) taskKinds.set(path, kind);
  for (const [path, list] of served.lists) lists.set(path, list);
  const routers = [
    changeStreamRoute({ changes, secrets: webTierSecrets, stopping: stopping.signal }),
    ...parts.flatMap((part) => part.routers ?? []),
    apiPages(served.described, settings.publicUrl),
    routerOf(served.endpoints, services),
  ];

  const app = new Hono<Env>()
    .use(async (http, next) => {
      http.set("requestId", requestIdOf(http.req.header("x-request-id")));
      http.set("locale", browserLocale(http.req.header("accept-language")));
      if (http.env?.unreadable) throw new Refusal("bad_request");
      await next();
    })
    // Before the check of the Origin, which such callers do not send.
    .route("/", machineRouterOf(served.machineEndpoints, services))
    .use("/api/*", async (http, next) => {
      if (isUnsafe(http.req.method) && !isOwnRequest(http.req.raw, settings.publicUrl)) throw new Refusal("foreign_origin");
      await next();
      if (isUnsafe(http.req.method)) services.recent.clear();
    });
  for (const router of routers) app.route("/", router);
  app
    .notFound((http) => answerProblem(http, services, new Refusal("not_found")))
    .onError((error, http) => answerProblem(http, services, error));

  if (runJobs) queue = await startBackendJobs(database, parts, services);
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
