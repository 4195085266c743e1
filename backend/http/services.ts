import type { Logger } from "pino";
import type { Database, Db } from "#backend/db/client";
import type { FileStore } from "#backend/ports/files";
import type { Links } from "#backend/ports/links";
import type { PushSender } from "#backend/ports/push";
import type { Registers } from "#backend/ports/registers";
import type { MailboxTopic } from "#contract/contact";
import type { ErrorReports } from "#contract/error-reports";
import type { Locale } from "#contract/locale";
import type { OwnFact } from "#contract/own-facts";
import type { Processor } from "#contract/privacy";
import type { Limits } from "./limits.ts";

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
  settings: BackendSettings;
  /** Asks the mail worker to look now instead of at its next round. */
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
  /** Where messages of visitors are announced: by topic, or the general address. */
  contactEmail: string | null;
  /** The account that gifts go to; the IBAN without spaces. */
  bank: { holder: string; iban: string | null; bic: string | null };
  /** Where cheques are sent. Like the account, null where nobody has set it: then nothing is paid that way. */
  postalAddress: string | null;
  /** What the charity has not said of itself yet, as far as the backend knows. */
  missing: readonly OwnFact[];
  /** Sites outside ours that a shortcut may lead to. */
  shortcutHosts: readonly string[];
  mailboxes: Partial<Record<MailboxTopic, string>>;
  /** Who handles data for us, as far as the backend is configured. */
  processors: Processor[];
};
