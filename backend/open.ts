import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { redisChannel } from "#contract/changes";
import { softwareName } from "#contract/environment";
import type { ErrorReports } from "#contract/error-reports";
import { missingFacts } from "#contract/own-facts";
import { type Processor, processors } from "#contract/privacy";
import { type Backend, type BackendParts, createBackend } from "./app.ts";
import { relayChanges } from "./change-relay.ts";
import { type BackendEnvironment, backendEnvironment, senderOf } from "./config.ts";
import { openEmbedded, openServer } from "./db/client.ts";
import { holderOf } from "./db/folder-holder.ts";
import type { BackendSettings } from "./http/services.ts";
import { bucketFiles, type FileStore, localFiles } from "./ports/files.ts";
import { outsideLinks } from "./ports/links.ts";
import { smtpMailer } from "./ports/mailer.ts";
import { firebasePush, noPush } from "./ports/push.ts";
import { nationalRegisters } from "./ports/registers.ts";
import { cannotStart } from "./process.ts";

/**
 * The backend as the environment asks for it: which database, files, mail and push. An empty embedded database
 * is filled with the demonstration charity; `demo` says whether this one holds it.
 */
export async function openBackend(
  environment: BackendEnvironment,
  {
    publicUrl,
    log,
    reports,
    webTierSecrets,
  }: Pick<BackendParts, "webTierSecrets"> & { publicUrl: string; log: Logger; reports: ErrorReports | null },
): Promise<Backend & { demo: boolean }> {
  const folder = environment.DATA_FOLDER;
  const files = filesOf(environment);
  const database = environment.DATABASE_URL
    ? await openServer(environment.DATABASE_URL, environment.DATABASE_POOL, { prepare: environment.DATABASE_PREPARE }).catch(
        ({ message, code }: NodeJS.ErrnoException) => cannotStart(`the database does not answer as it should: ${message || code}`),
      )
    : await openEmbedded({ dataDir: join(ownFolder(folder), "database") });
  if (database.kind === "embedded") {
    const { loadDemoData } = await import("./db/demo/load.ts");
    await loadDemoData(database, files, new Date());
  }
  const settings = backendSettings(environment, publicUrl);
  const sender = senderOf(environment);
  const backend = await createBackend({
    database,
    log,
    reports,
    files,
    mailer: environment.SMTP_URL && sender ? smtpMailer(environment.SMTP_URL, { name: settings.organisation, address: sender }) : null,
    push: environment.FIREBASE_CONFIG ? firebasePush(environment.FIREBASE_CONFIG) : noPush,
    registers: nationalRegisters({ geocoder: environment.GEOCODER_URL, companies: environment.COMPANY_REGISTER_URL }),
    links: outsideLinks({ userAgent: `Maillon link check (+${publicUrl})` }),
    settings,
    runJobs: environment.RUN_JOBS,
    webTierSecrets,
  });
  const { close } = backend;
  const stopRelay = environment.REDIS_URL
    ? await relayChanges(backend.changes, { url: environment.REDIS_URL, channel: redisChannel(publicUrl), log })
    : () => {};
  return Object.assign(backend, {
    demo: database.kind === "embedded",
    close() {
      stopRelay();
      return close();
    },
  });
}

/** What the environment says to capabilities. What it leaves out of the charity's own facts stays null: nothing is made up. */
export function backendSettings(environment: BackendEnvironment, publicUrl: string): BackendSettings {
  const organisation = environment.ORGANISATION_NAME ?? softwareName;
  return {
    publicUrl,
    organisation,
    primaryColour: environment.PRIMARY_COLOUR,
    contactEmail: environment.CONTACT_EMAIL ?? null,
    bank: {
      holder: environment.BANK_HOLDER ?? organisation,
      iban: environment.BANK_IBAN ?? null,
      bic: environment.BANK_BIC ?? null,
    },
    postalAddress: environment.POSTAL_ADDRESS ?? null,
    missing: missingFacts(backendEnvironment.shape, environment),
    shortcutHosts: environment.SHORTCUT_HOSTS,
    mailboxes: environment.CONTACT_MAILBOXES,
    processors: processorsOf(environment),
    sessionSecrets: environment.SESSION_SECRETS ?? [ownSecret(environment.DATA_FOLDER)],
  };
}

function ownFolder(folder: string): string {
  const holder = holderOf(folder);
  if (holder)
    cannotStart(
      `process ${holder} already works with the embedded database in ${folder}. End it, or set DATA_FOLDER to another; if it is no Maillon, delete the file in-use there.`,
    );
  return folder;
}

/** Who handles data for us: whoever is configured, and always the host. The web tier knows of error reports. */
function processorsOf(environment: BackendEnvironment): Processor[] {
  const configured: Partial<Record<Processor, unknown>> = {
    hosting: true,
    mails: environment.SMTP_URL,
    files: environment.S3_ENDPOINT,
    geocoder: environment.GEOCODER_URL,
    companies: environment.COMPANY_REGISTER_URL,
    push: environment.FIREBASE_CONFIG,
  };
  return processors.filter((one) => configured[one]);
}

function filesOf(environment: BackendEnvironment): FileStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_FOLDER } = environment;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return localFiles(join(DATA_FOLDER, "files"));
  return bucketFiles({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}

/** The secret of an installation on its own machine, made at the first start and kept beside its database. */
function ownSecret(folder: string): string {
  const file = join(folder, "session-secret");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

/** What the operator reads at the start of a demonstration: who can log in, one line each. */
export async function demoAccounts(): Promise<string> {
  const { demoPassword, demoPeople } = await import("./db/demo/people.ts");
  const shown = demoPeople.filter(({ shows }) => shows);
  const width = Math.max(...shown.map(({ email }) => email.length));
  const lines = shown.map(({ email, shows }) => `  ${email.padEnd(width)}  ${shows}\n`);
  return `Demonstration accounts, all with the password "${demoPassword}":\n${lines.join("")}`;
}
