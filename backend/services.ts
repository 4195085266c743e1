import type { Logger } from "pino";
import { createLimits, type Limits } from "#backend/http/limits";
import { createRecentResults } from "#backend/http/recent-results";
import type { BackendSettings, Services } from "#backend/http/services";
import { createTranslate } from "#backend/http/translation";
import type { ErrorReports } from "#contract/api/error-reports";
import type { openEmbedded, openServer } from "./db/client.ts";
import { authenticate } from "./identity/authentication.ts";
import { mailJob } from "./modules/mails/module.ts";
import { pushJob } from "./modules/notices/module.ts";
import type { CurrentOrganisation } from "./modules/organisation/current.ts";
import { type CompanyRegister, noCompanyRegister } from "./ports/company-register.ts";
import type { FileStore } from "./ports/files.ts";
import { type Geocoder, noGeocoder } from "./ports/geocoder.ts";
import { type Links, noLinks } from "./ports/links.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PaymentProvider } from "./ports/payment-provider.ts";
import type { Push } from "./ports/push.ts";

/** The parts of a backend. */
export type BackendParts = {
  database: Awaited<ReturnType<typeof openEmbedded>> | Awaited<ReturnType<typeof openServer>>;
  files: FileStore;
  /** Null leaves mails in the outbox until they expire. */
  mailer: Mailer | null;
  push: Push;
  /** The national registers of addresses and companies; none unless given. */
  geocoder?: Geocoder;
  companyRegister?: CompanyRegister;
  /** Takes payments by card; nobody unless given. */
  paymentProvider?: PaymentProvider | null;
  /** Checks external links; none unless given. */
  links?: Links;
  /** Rate limits; counted in the database unless given. */
  limits?: Limits;
  settings: BackendSettings;
  log: Logger;
  /** Where unexpected errors and failing jobs are reported; nowhere unless given. */
  reports?: ErrorReports | null;
  clock?: () => Date;
  /** Whether this process runs background jobs. */
  runJobs?: boolean;
  /** What web tiers in other processes authenticate with; without one, none can subscribe to changes. */
  webTierSecrets?: readonly string[];
};

type Deps = Pick<Services, "declarations" | "taskKinds" | "lists" | "wake"> & { organisation: CurrentOrganisation };

/** The services of a backend, with defaults for missing ones. */
export function createServices(given: BackendParts, { organisation, declarations, taskKinds, lists, wake }: Deps): Services {
  const { database, files, mailer, push, log } = given;
  return {
    db: database.db,
    database,
    clock: given.clock ?? (() => new Date()),
    log,
    reports: given.reports ?? null,
    files,
    push,
    geocoder: given.geocoder ?? noGeocoder,
    companyRegister: given.companyRegister ?? noCompanyRegister,
    paymentProvider: given.paymentProvider ?? null,
    links: given.links ?? noLinks,
    settings: organisation.settings,
    organisation,
    recent: createRecentResults(),
    declarations,
    taskKinds,
    lists,
    authenticate,
    limits: given.limits ?? createLimits(database.db),
    mailer,
    wake,
    wakeMail: () => {
      if (mailer) wake(mailJob);
      if (push.sender) wake(pushJob);
    },
    translate: createTranslate(),
  };
}
