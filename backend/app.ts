import { Hono } from "hono";
import type { Logger } from "pino";
import { apiPages } from "#backend/http/api-pages";
import { changeStreamRoute } from "#backend/http/change-stream";
import { createLimits, type Limits } from "#backend/http/limits";
import { isOwnRequest, isUnsafe } from "#backend/http/origin";
import { answerProblem } from "#backend/http/problems";
import { Refusal } from "#backend/http/refusal";
import { type Env, on, routerOf, type Served } from "#backend/http/routes";
import type { BackendSettings, Services } from "#backend/http/services";
import { spamGuardRoutes } from "#backend/http/spam-guard";
import { createTranslate } from "#backend/http/translation";
import type { ErrorReports } from "#contract/error-reports";
import { browserLocale } from "#contract/locale";
import { pushApi } from "#contract/push";
import { type Changes, changesOf } from "./changes.ts";
import { hasAllMigrations } from "./db/applied-migrations.ts";
import type { openEmbedded, openServer } from "./db/client.ts";
import { cancelledBy } from "./db/connections.ts";
import { providerFetch } from "./identity/bridge.ts";
import { createLoginFlow } from "./identity/login.ts";
import { createProvider, providerPath } from "./identity/provider.ts";
import { callbackRouter, sessionRoutes } from "./identity/routes.ts";
import { backendJobs, copyJob, mailJob } from "./jobs/jobs.ts";
import { type JobQueue, startJobs } from "./jobs/queue.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { addressRoutes } from "./modules/addresses/routes.ts";
import { createReadingCounter } from "./modules/articles/readings.ts";
import { articleRoutes } from "./modules/articles/routes.ts";
import { auditRoutes } from "./modules/audit/routes.ts";
import { contactRoutes } from "./modules/contact/routes.ts";
import { countryRoutes } from "./modules/countries/routes.ts";
import { dashboardRoutes } from "./modules/dashboard/routes.ts";
import { documentContent, documentRoutes, paperFile, recordFileOf } from "./modules/documents/routes.ts";
import { donorAccessRoutes } from "./modules/donor-access/routes.ts";
import { eventRoutes } from "./modules/events/routes.ts";
import { faqRoutes } from "./modules/faq/routes.ts";
import { furtherSupportRoutes } from "./modules/further-support/routes.ts";
import { applicationRoutes, cvContent } from "./modules/jobs/applications.ts";
import { jobRoutes } from "./modules/jobs/routes.ts";
import { legalDocumentRoutes, signedFile } from "./modules/legal-documents/routes.ts";
import { mailRoutes } from "./modules/mails/routes.ts";
import { monthlyRecordRoutes } from "./modules/monthly-records/routes.ts";
import { oauthClientRoutes } from "./modules/oauth-clients/routes.ts";
import { operationsRoutes } from "./modules/operations/routes.ts";
import { pageTextRoutes } from "./modules/page-texts/routes.ts";
import { partnerRoutes } from "./modules/partners/routes.ts";
import { passwordRoutes } from "./modules/passwords/routes.ts";
import { peopleRoutes } from "./modules/people/routes.ts";
import { pledgeRoutes } from "./modules/pledges/routes.ts";
import { portraitRoutes } from "./modules/portraits/routes.ts";
import { pressFile, pressRoutes } from "./modules/press/routes.ts";
import { archiveFile, archiveOnBehalf, privacyRoutes } from "./modules/privacy/routes.ts";
import { projectRoutes } from "./modules/projects/routes.ts";
import { registrationRoutes } from "./modules/registration/routes.ts";
import { registrationLinkRoutes } from "./modules/registration-links/routes.ts";
import { rightsRoutes } from "./modules/rights/routes.ts";
import { savedViewRoutes } from "./modules/saved-views/routes.ts";
import { searchRoutes } from "./modules/search/routes.ts";
import { ownSectorRoutes, ownSheetFile } from "./modules/sector-managers/routes.ts";
import { sheetRoutes } from "./modules/sheets/routes.ts";
import { shortcutRoutes } from "./modules/shortcuts/routes.ts";
import { teamHoursRoutes } from "./modules/team-hours/routes.ts";
import { sheetFile, teamRoutes } from "./modules/teams/routes.ts";
import { testimonialRoutes } from "./modules/testimonials/routes.ts";
import { currentUserRoutes } from "./modules/users/routes.ts";
import { verificationRoutes } from "./modules/verification/routes.ts";
import { verificationChatRoutes } from "./modules/verification-chats/routes.ts";
import type { FileStore } from "./ports/files.ts";
import { type Links, noLinks } from "./ports/links.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PushSender } from "./ports/push.ts";
import { noRegisters, type Registers } from "./ports/registers.ts";

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
export async function createBackend(parts: BackendParts): Promise<Backend> {
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
  } = parts;
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
    limits: parts.limits ?? createLimits(database.db),
    wakeMail: () => mailer && queue?.wake(mailJob),
    translate: createTranslate(),
  };
  const changes = changesOf(database);
  const provider = await createProvider(services);
  const provide = providerFetch(provider, settings.publicUrl);
  const login = createLoginFlow(services, provider, provide);
  const readings = createReadingCounter(database.db);
  const served: Served[] = [
    ...sessionRoutes(login, provider),
    ...currentUserRoutes,
    ...addressRoutes,
    ...accountRoutes,
    on(pushApi.configuration, () => push.configuration),
    ...articleRoutes(readings),
    ...auditRoutes,
    ...contactRoutes,
    ...countryRoutes,
    ...dashboardRoutes,
    ...documentRoutes,
    ...faqRoutes,
    ...donorAccessRoutes,
    ...furtherSupportRoutes,
    ...eventRoutes,
    ...monthlyRecordRoutes,
    ...jobRoutes,
    ...applicationRoutes,
    ...legalDocumentRoutes,
    ...pageTextRoutes,
    ...passwordRoutes,
    ...operationsRoutes,
    ...pledgeRoutes,
    ...mailRoutes,
    ...portraitRoutes,
    ...pressRoutes,
    ...privacyRoutes(() => queue?.wake(copyJob)),
    ...registrationRoutes,
    ...registrationLinkRoutes,
    ...oauthClientRoutes,
    ...peopleRoutes,
    ...rightsRoutes,
    ...savedViewRoutes,
    ...spamGuardRoutes,
    ...searchRoutes,
    ...partnerRoutes,
    ...projectRoutes,
    ...sheetRoutes,
    ...shortcutRoutes,
    ...ownSectorRoutes,
    ...teamHoursRoutes,
    ...teamRoutes,
    ...testimonialRoutes,
    ...verificationRoutes,
    ...verificationChatRoutes,
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
    .route("/", archiveFile(services))
    .route("/", archiveOnBehalf(services))
    .route("/", paperFile(services))
    .route("/", recordFileOf(services))
    .route("/", pressFile(services))
    .route("/", sheetFile(services))
    .route("/", ownSheetFile(services))
    .route("/", signedFile(services))
    .route("/", changeStreamRoute({ changes, secrets: webTierSecrets, stopping: stopping.signal }))
    .route("/", cvContent(services))
    .route("/", apiPages(served, settings.publicUrl))
    .route("/", routerOf(served, services))
    .notFound((http) => answerProblem(http, services, new Refusal("not_found")))
    .onError((error, http) => answerProblem(http, services, error));

  if (runJobs) queue = await startJobs(database, backendJobs(services, mailer, readings), services);
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
      await readings.save();
      mailer?.close();
      await changes.close();
      await database.close();
    },
  };
}
