import type { Context } from "hono";
import type { Logger } from "pino";
import type { Database, Db } from "#backend/db/client";
import type { Declarations } from "#backend/declarations";
import type { FileStore } from "#backend/ports/files";
import type { Links } from "#backend/ports/links";
import type { Mailer } from "#backend/ports/mailer";
import type { PushSender } from "#backend/ports/push";
import type { Registers } from "#backend/ports/registers";
import type { Access } from "#contract/accounts/access";
import type { ErrorReports } from "#contract/api/error-reports";
import type { OwnFact } from "#contract/api/own-facts";
import type { MailboxTopic } from "#contract/charity/contact";
import type { factsOfEnvironment } from "#contract/charity/organisation-facts";
import type { Locale } from "#contract/formats/locale";
import type { Processor } from "#contract/law/privacy";
import type { CurrentOrganisation } from "../modules/organisation/current.ts";
import type { Actor } from "./actor.ts";
import type { Limits } from "./limits.ts";
import type { RecentResults } from "./recent-results.ts";
import type { Env } from "./routes.ts";

/** What every capability may need besides its arguments; built once by `createBackend`. */
export type Services = {
  db: Db;
  database: Database;
  clock: () => Date;
  log: Logger;
  /** Where unexpected errors are told, if anywhere. */
  reports: ErrorReports | null;
  files: FileStore;
  push: PushSender;
  registers: Registers;
  links: Links;
  limits: Limits;
  /** What the modules say of their tables. */
  declarations: Declarations;
  /** Who is calling; null for nobody. Refuses a token that has expired. */
  authenticate: (services: Services, http: Context<Env>, access: Access) => Promise<Actor | null>;
  settings: BackendSettings;
  organisation: Pick<CurrentOrganisation, "stored" | "reload">;
  /** Results that several pages show, for a moment. */
  recent: RecentResults;
  /** Where mails leave; null keeps them in the outbox. */
  mailer: Mailer | null;
  /** Runs a job of this name now instead of at its next time. */
  wake: (job: string) => void;
  /** Sends waiting mails now; nothing happens without a mail server. */
  wakeMail: () => void;
  translate: (locale: Locale, key: string, values?: Record<string, unknown>) => string;
};

/** The part of the configuration that capabilities read. */
export type BackendSettings = {
  /** Where people reach the site, without a final slash: every address in a mail or a redirect starts with it. */
  publicUrl: string;
  /** Newest first; older ones still verify. */
  sessionSecrets: string[];
  organisation: string;
  primaryColour: "pink" | "green";
  /** The charity's own logo, a public picture. */
  logoId?: string | null;
  /** Where messages of visitors are announced: by topic, or the general address. */
  contactEmail: string | null;
  /** The account that gifts go to; the IBAN without spaces. */
  bank: { holder: string; iban: string | null; bic: string | null };
  /** Where cheques are sent. Like the account, null where nobody has set it: then nothing is paid that way. */
  postalAddress: string | null;
  /** What the charity has not said of itself yet, as far as the backend knows. */
  missing: readonly OwnFact[];
  /** What the environment says, for the forms in which it is said on the site. */
  given?: ReturnType<typeof factsOfEnvironment>;
  /** Sites outside ours that a shortcut may lead to. */
  shortcutHosts: readonly string[];
  mailboxes: Partial<Record<MailboxTopic, string>>;
  /** Who handles data for us, as far as the backend is configured. */
  processors: Processor[];
};
