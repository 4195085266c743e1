import type { Context } from "hono";
import type { Logger } from "pino";
import type { Database, Db } from "#backend/db/client";
import type { Declarations } from "#backend/declarations";
import type { CompanyRegister } from "#backend/ports/company-register";
import type { FileStore } from "#backend/ports/files";
import type { Geocoder } from "#backend/ports/geocoder";
import type { Links } from "#backend/ports/links";
import type { Mailer } from "#backend/ports/mailer";
import type { PaymentProvider } from "#backend/ports/payment-provider";
import type { Push } from "#backend/ports/push";
import type { Access } from "#contract/accounts/access";
import type { ErrorReports } from "#contract/api/error-reports";
import type { FactName } from "#contract/api/facts";
import type { MailboxTopic } from "#contract/charity/contact";
import type { factsOfEnvironment } from "#contract/charity/organisation-facts";
import type { Locale } from "#contract/formats/locale";
import type { Processor } from "#contract/law/privacy";
import type { CurrentOrganisation } from "../modules/organisation/current.ts";
import type { TaskKinds } from "../worker/task-kind.ts";
import type { Actor } from "./actor.ts";
import type { Limits } from "./limits.ts";
import type { RecentResults } from "./recent-results.ts";
import type { Env, ServedEndpoint } from "./routes.ts";
import type { TextKey } from "./translation.ts";

/** The dependencies of all modules; built once by `createBackend`. */
export type Services = {
  db: Db;
  database: Database;
  clock: () => Date;
  log: Logger;
  /** Where unexpected errors are reported, if anywhere. */
  reports: ErrorReports | null;
  files: FileStore;
  push: Push;
  geocoder: Geocoder;
  companyRegister: CompanyRegister;
  /** Takes payments by card; null while it is not configured. */
  paymentProvider: PaymentProvider | null;
  links: Links;
  limits: Limits;
  /** What the modules declare about their tables. */
  declarations: Declarations;
  /** Who is calling; null for nobody. Refuses a token that has expired. */
  authenticate: (services: Services, http: Context<Env>, access: Access) => Promise<Actor | null>;
  settings: BackendSettings;
  organisation: Pick<CurrentOrganisation, "stored" | "reload">;
  /** A short cache for results that several pages show. */
  recent: RecentResults;
  /** Sends mails; null leaves them in the outbox. */
  mailer: Mailer | null;
  /** What tasks the modules can do. */
  taskKinds: TaskKinds;
  /** The lists of staff and members by the path of their endpoint, which exports read whole. */
  lists: Map<string, ServedEndpoint>;
  /** Runs a job of this name now instead of at its next time. */
  wake: (job: string) => void;
  /** Sends waiting mails now, and what waits for devices; nothing happens without a mail server or push provider. */
  wakeMail: () => void;
  translate: (locale: Locale, key: TextKey, values?: Record<string, unknown>) => string;
};

/** The part of the configuration that modules read. */
export type BackendSettings = {
  /** The public URL of the site, without a final slash: every link in a mail or a redirect starts with it. */
  publicUrl: string;
  /** Newest first; older ones still verify. */
  sessionSecrets: string[];
  organisation: string;
  primaryColour: "pink" | "green";
  /** The charity's own logo, a public picture. */
  logoId?: string | null;
  /** The mailboxes for messages of visitors: by topic, or the general one. */
  contactEmail: string | null;
  /** The account that gifts go to; the IBAN without spaces. */
  bank: { holder: string; iban: string | null; bic: string | null };
  /** The address for cheques. Like the account, null when it is not set: then that means of payment is off. */
  postalAddress: string | null;
  /** The missing facts about the organisation, as far as the backend needs them. */
  missing: readonly FactName[];
  /** The facts from the environment, as initial values of the forms on the site. */
  given?: ReturnType<typeof factsOfEnvironment>;
  /** Sites outside ours that a shortcut may lead to. */
  shortcutHosts: readonly string[];
  mailboxes: Partial<Record<MailboxTopic, string>>;
  /** The secrets that sign reports about mails that came back, newest first; without any, none are taken. */
  mailBounceSecrets?: readonly string[];
  /** What is set for payments by card: whether there is a key, whether it is for real money, and the secrets that sign events, newest first. */
  stripe?: { live: boolean | null; webhookSecrets: readonly string[] };
  /** The data processors in the backend's configuration. */
  processors: Processor[];
};
