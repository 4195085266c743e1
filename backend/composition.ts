import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { redisChannel } from "#contract/api/changes";
import { softwareName } from "#contract/api/environment";
import type { ErrorReports } from "#contract/api/error-reports";
import { factsOfEnvironment, missingFacts, organisationOf } from "#contract/charity/organisation-facts";
import { type Processor, processors } from "#contract/law/privacy";
import { type Backend, createBackend } from "./app.ts";
import { publishChanges } from "./change-publisher.ts";
import { type BackendEnvironment, backendEnvironment, senderOf } from "./config.ts";
import { type Database, openEmbedded, openServer } from "./db/client.ts";
import { holderOf } from "./db/folder-holder.ts";
import type { BackendSettings } from "./http/services.ts";
import { countAdministrators } from "./modules/setup/links.ts";
import { nationalCompanyRegister } from "./ports/company-register.ts";
import { fcmSender } from "./ports/fcm.ts";
import { bucketFiles, type FileStore, localFiles } from "./ports/files.ts";
import { nationalGeocoder } from "./ports/geocoder.ts";
import { outsideLinks } from "./ports/links.ts";
import { folderMailer, type Mailer, smtpMailer } from "./ports/mailer.ts";
import { isLive, type PaymentProvider } from "./ports/payment-provider.ts";
import { firebasePush, noPush, type Push } from "./ports/push.ts";
import { scannedFiles } from "./ports/scanned-files.ts";
import { clamd } from "./ports/virus-scanner.ts";
import { cannotStart } from "./process.ts";
import type { BackendParts } from "./services.ts";

/**
 * Composes the backend from the environment: database, files, mail and push. An empty embedded database
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
  const files = scannedWhere(environment, filesOf(environment), log);
  const database = await openDatabase(environment);
  if (database.kind === "embedded") {
    const { loadDemoData } = await import("./demo/load.ts");
    await loadDemoData(database, files, new Date());
  }
  const settings = backendSettings(environment, publicUrl);
  const backend = await createBackend({
    database,
    log,
    reports,
    files,
    mailer: mailerOf(environment, database.kind),
    push: pushOf(environment, log),
    geocoder: nationalGeocoder(environment.GEOCODER_URL),
    companyRegister: nationalCompanyRegister(environment.COMPANY_REGISTER_URL),
    paymentProvider: await paymentProviderOf(environment),
    links: outsideLinks({ userAgent: `Maillon link check (+${publicUrl})` }),
    settings,
    runJobs: environment.RUN_JOBS,
    webTierSecrets,
  });
  if (database.kind === "server" && (await countAdministrators(database.db)) === 0)
    log.warn("nobody administers this site yet: `npm run admin -- you@example.org` makes a link to begin with");
  const { close } = backend;
  const stopPublishing = environment.REDIS_URL
    ? await publishChanges(backend.changes, { url: environment.REDIS_URL, channel: redisChannel(publicUrl), log })
    : () => {};
  return Object.assign(backend, {
    demo: database.kind === "embedded",
    close() {
      stopPublishing();
      return close();
    },
  });
}

/** The settings for modules. Missing facts about the organisation stay null. */
export function backendSettings(environment: BackendEnvironment, publicUrl: string): BackendSettings {
  const own = organisationOf({}, environment);
  const organisation = own.name ?? softwareName;
  return {
    publicUrl,
    organisation,
    primaryColour: own.primaryColour,
    contactEmail: own.contact.email,
    bank: { ...own.bank, holder: own.bank.holder ?? organisation },
    postalAddress: own.postalAddress,
    given: factsOfEnvironment(environment),
    // The demonstration needs no mail server: its mails stay in the outbox.
    missing: [
      ...(environment.DATABASE_URL && !environment.SMTP_URL ? (["SMTP_URL"] as const) : []),
      ...missingFacts(own, backendEnvironment.shape),
    ],
    shortcutHosts: environment.SHORTCUT_HOSTS,
    mailboxes: environment.CONTACT_MAILBOXES,
    mailBounceSecrets: environment.MAIL_BOUNCE_SECRET,
    stripe: {
      live: environment.STRIPE_SECRET_KEY ? isLive(environment.STRIPE_SECRET_KEY) : null,
      webhookSecrets: environment.STRIPE_WEBHOOK_SECRET ?? [],
    },
    processors: processorsOf(environment),
    sessionSecrets: sessionSecretsOf(environment),
  };
}

/** Opens the database of the settings; the process exits with one line when that fails. */
export async function openDatabase({ DATABASE_URL, DATABASE_POOL, DATABASE_PREPARE, DATA_FOLDER }: BackendEnvironment) {
  if (DATABASE_URL)
    return openServer(DATABASE_URL, DATABASE_POOL, { prepare: DATABASE_PREPARE }).catch(({ message, code }: NodeJS.ErrnoException) =>
      cannotStart(`the database does not answer as it should: ${message || code}`),
    );
  const dataDir = join(ownFolder(DATA_FOLDER), "database");
  return openEmbedded({ dataDir }).catch((error: NodeJS.ErrnoException) => cannotStart(unusable(DATA_FOLDER, error)));
}

/** The secrets that sign cookies and the anchor of the audit log; newest first. */
export function sessionSecretsOf({ SESSION_SECRETS, DATA_FOLDER }: BackendEnvironment): string[] {
  return SESSION_SECRETS ?? [inFolder(DATA_FOLDER, ownSecret)];
}

/** Does something in the data folder, or exits with one line when the folder is not accessible. */
function inFolder<T>(folder: string, act: (folder: string) => T): T {
  try {
    return act(folder);
  } catch (error) {
    return cannotStart(unusable(folder, error as NodeJS.ErrnoException));
  }
}

function unusable(folder: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "EROFS") return `the folder ${folder} can only be read. Set DATA_FOLDER to one that can be written.`;
  if (code === "EACCES" || code === "EPERM")
    return `the folder ${folder} must not be written. Give this user the right to, or set DATA_FOLDER.`;
  if (code === "ENOSPC") return `the disk of the folder ${folder} is full. Make room, or set DATA_FOLDER to another.`;
  return `the database in ${folder} does not open: ${message}`;
}

function ownFolder(folder: string): string {
  const holder = inFolder(folder, holderOf);
  if (holder)
    cannotStart(
      `process ${holder} already works with the embedded database in ${folder}. End it, or set DATA_FOLDER to another; if it is no Maillon, delete the file in-use there.`,
    );
  return folder;
}

/** The data processors: those that are configured, and always the host. The web tier adds error reports. */
function processorsOf(environment: BackendEnvironment): Processor[] {
  const configured: Partial<Record<Processor, unknown>> = {
    hosting: true,
    mails: environment.SMTP_URL,
    files: environment.S3_ENDPOINT,
    geocoder: environment.GEOCODER_URL,
    companies: environment.COMPANY_REGISTER_URL,
    push: environment.FIREBASE_CONFIG,
    cards: environment.STRIPE_SECRET_KEY && environment.STRIPE_WEBHOOK_SECRET,
  };
  return processors.filter((one) => configured[one]);
}

/** Where the bytes of documents are stored: a bucket when configured, or the data folder. */
export function filesOf(environment: BackendEnvironment): FileStore {
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

/** The store, behind the virus scanner where there is one. */
function scannedWhere({ CLAMD_ADDRESS: address }: BackendEnvironment, files: FileStore, log: Logger): FileStore {
  return address ? scannedFiles(files, { scan: clamd(address), log }) : files;
}

/** Push, when it is configured. Devices of another project than the service account's could never be reached: the log says so. */
function pushOf(
  { FIREBASE_CONFIG: configuration, FCM_SERVICE_ACCOUNT: account, FCM_URL: url, FCM_TOKEN_URL: tokenUrl }: BackendEnvironment,
  log: Logger,
): Push {
  if (!configuration) return noPush;
  if (account && account.project_id !== configuration.projectId)
    log.warn("FCM_SERVICE_ACCOUNT is of another project than FIREBASE_CONFIG: notifications will reach no device");
  return firebasePush(configuration, account && fcmSender({ account, url, tokenUrl }));
}

/** Payments by card, once both settings are there; the library is loaded only then. */
async function paymentProviderOf(environment: BackendEnvironment): Promise<PaymentProvider | null> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_URL: url } = environment;
  if (!secretKey || !secrets) return null;
  const { stripeProvider } = await import("./ports/stripe.ts");
  return stripeProvider({ secretKey, url });
}

/** The configured mail server, a folder for the demonstration, or nothing. */
function mailerOf(environment: BackendEnvironment, kind: Database["kind"]): Mailer | null {
  const { SMTP_URL, DATA_FOLDER } = environment;
  const sender = senderOf(environment);
  if (!sender) return null;
  if (SMTP_URL) return smtpMailer(SMTP_URL, sender);
  return kind === "embedded" ? folderMailer(join(DATA_FOLDER, "mails"), sender) : null;
}

/** The secret of an installation on its own machine, created at the first start and stored beside its database. */
function ownSecret(folder: string): string {
  const file = join(folder, "session-secret");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

/** The accounts of the demonstration, one line each, for the log of the start. */
export async function demoAccounts(): Promise<string> {
  const { demoPassword, demoPeople } = await import("./demo/people.ts");
  const shown = demoPeople.filter(({ shows }) => shows);
  const width = Math.max(...shown.map(({ email }) => email.length));
  const lines = shown.map(({ email, shows }) => `  ${email.padEnd(width)}  ${shows}\n`);
  return `Demonstration accounts, all with the password "${demoPassword}":\n${lines.join("")}`;
}
