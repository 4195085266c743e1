import type { Logger } from "pino";
import type { Database, Db } from "#backend/db/client";
import type { FileStore } from "#backend/ports/files";
import type { PushSender } from "#backend/ports/push";
import type { Locale } from "#contract/locale";
import type { Limits } from "./limits.ts";

/** What every capability may need besides its arguments; built once by `createBackend`. */
export type Services = {
  db: Db;
  database: Database;
  clock: () => Date;
  log: Logger;
  files: FileStore;
  push: PushSender;
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
};
