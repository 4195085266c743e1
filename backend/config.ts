import { createPrivateKey } from "node:crypto";
import * as z from "zod";
import { flag, httpUrl, organisationEnvironment, poolSize, redisUrl } from "#contract/api/environment";
import { MailboxTopic } from "#contract/charity/contact";
import { isIban } from "#contract/giving/bank-codes";

const secret = z
  .string()
  .transform((list) => list.split(",").map((one) => one.trim()))
  .refine((list) => list.every((one) => one.length >= 32), "needs one or more secrets of 32 characters at least, separated by commas");

const mailboxes = z
  .string()
  .transform((list) => Object.fromEntries(list.split(",").map((one) => one.split("=").map((part) => part.trim()))))
  .pipe(z.partialRecord(MailboxTopic, z.email(), "must be topic=address pairs, separated by commas"));

const hosts = z
  .string()
  .transform((list) => list.split(",").map((one) => one.trim()))
  .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be names of sites, separated by commas, as www.caf.fr")));

const iban = z
  .string()
  .transform((typed) => typed.replaceAll(" ", ""))
  .refine(isIban, "must be an IBAN with the right check digits");

const isPrivateKey = (pem: string) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};

/** The key file of a Google service account, as far as it is used. */
const hostAndPort = z
  .string()
  .regex(/^[\w.-]{1,253}:\d{1,5}$/, "host:port")
  .transform((text) => {
    const [host = "", port] = text.split(":");
    return { host, port: Number(port) };
  });

const ServiceAccount = z.object({
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.email(),
  private_key: z.string().refine(isPrivateKey, "has no usable RSA private_key"),
  private_key_id: z.string().optional(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** None of its messages repeats a part of the value, which is a secret. */
const serviceAccount = z.string().transform((text, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse("must be the JSON key file of a Google service account, on one line");
  }
  const { data, error } = ServiceAccount.safeParse(json);
  if (data) return data;
  const [name] = error.issues[0]?.path ?? [];
  if (name === undefined) return refuse("must be the JSON object of a Google service account");
  return refuse(name === "private_key" ? "has no usable RSA private_key" : `has no valid ${String(name)}`);
});

/** The backend's settings from the environment. `docs/settings.md` and `.env.example` are made from it. */
export const backendEnvironment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .optional()
    .describe(
      "`postgres://…`, PostgreSQL 15 or later with the extensions `citext`, `unaccent`, `btree_gist` and `pg_trgm`; the embedded database without it.",
    ),
  DATABASE_POOL: poolSize
    .default(10)
    .describe("Connections of one process for requests, three of them at most for lists of staff; jobs have up to three more."),
  DATABASE_PREPARE: flag
    .default(true)
    .describe("`false` behind a pooler that gives each transaction another connection: no prepared statements."),
  REDIS_URL: redisUrl.describe("`redis://…` or `rediss://…`: tells web tiers in all processes what changed; the database does without it."),
  DATA_FOLDER: z
    .string()
    .default(".data")
    .describe("Folder of the embedded database, of files without a bucket, and of the secret that is made at the first start."),
  SESSION_SECRETS: secret
    .optional()
    .describe(
      "One or more secrets of 32 characters, separated by commas; the first signs, all verify. Required with `DATABASE_URL`; made at the first start otherwise.",
    ),
  ...organisationEnvironment,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional()
    .describe(
      "Mail server, `smtp://…` or `smtps://…`. Without it, the demonstration writes mails into `DATA_FOLDER/mails`; with `DATABASE_URL` they wait in the outbox, up to five days.",
    ),
  MAIL_FROM: z.email("must be an email address").optional().describe("Sender of mails; `CONTACT_EMAIL` without it."),
  MAIL_BOUNCE_SECRET: secret
    .optional()
    .describe(
      "One or more secrets of 32 characters, separated by commas, that sign reports about mails that came back; any of them is taken. Without it, `/api/mails/bounces` does not exist.",
    ),
  CONTACT_MAILBOXES: mailboxes
    .default({})
    .describe("Mailboxes by topic of the contact form, and `jobs`, as `press=presse@…,jobs=…`; the others go to `CONTACT_EMAIL`."),
  BANK_HOLDER: z
    .string()
    .max(70, "has 70 characters at most")
    .optional()
    .describe("Holder of the bank account; `ORGANISATION_NAME` without it."),
  BANK_IBAN: iban.optional().describe("Account for transfers; without it and `POSTAL_ADDRESS`, no gifts."),
  BANK_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "must be a BIC of 8 or 11 characters")
    .optional()
    .describe("BIC of that account; required with `BANK_IBAN`."),
  POSTAL_ADDRESS: z.string().optional().describe("Where cheques go, and the head office of the contact page."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, "must be a secret or restricted key of Stripe, as sk_live_… or rk_test_…")
    .optional()
    .describe("Secret or restricted key of a Stripe account; without it and `STRIPE_WEBHOOK_SECRET`, nobody is offered to pay by card."),
  STRIPE_WEBHOOK_SECRET: secret
    .optional()
    .describe(
      "Signing secret of the webhook `/api/stripe/webhook`, as `whsec_…`; several are separated by commas while one is replaced. Without it, the webhook does not exist, and nobody is offered to pay by card.",
    ),
  STRIPE_API_URL: httpUrl.default("https://api.stripe.com").describe("Stripe’s API."),
  S3_ENDPOINT: httpUrl.optional().describe("Object storage; without it files lie in `DATA_FOLDER`."),
  S3_BUCKET: z.string().optional().describe("Name of the bucket."),
  S3_REGION: z.string().default("eu-west-3").describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: z.string().optional().describe("Access key of the bucket."),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe("Secret of that access key."),
  FIREBASE_CONFIG: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as Record<string, unknown>;
      } catch {
        context.addIssue({ code: "custom", message: "must be the JSON object that Firebase gives for a web app" });
        return z.NEVER;
      }
    })
    .optional()
    .describe(
      "The JSON object that Firebase gives for a web app, with `vapidKey` where the project has one of its own; without it, push does not exist.",
    ),
  FCM_SERVICE_ACCOUNT: serviceAccount
    .optional()
    .describe(
      "The JSON key file of a service account of the same project that may send messages, on one line. Without it nobody is offered notifications on their devices.",
    ),
  FCM_URL: httpUrl.default("https://fcm.googleapis.com").describe("Firebase Cloud Messaging, HTTP v1."),
  FCM_TOKEN_URL: httpUrl.default("https://oauth2.googleapis.com/token").describe("Where the service account gets its access tokens."),
  GEOCODER_URL: httpUrl.optional().describe("The national geocoder (`https://data.geopf.fr/geocodage`); without it, plain fields."),
  COMPANY_REGISTER_URL: httpUrl
    .optional()
    .describe("The national search of companies (`https://recherche-entreprises.api.gouv.fr`); without it, plain fields."),
  CLAMD_ADDRESS: hostAndPort
    .optional()
    .describe(
      "Host and port of a clamd (`127.0.0.1:3310`), which looks for viruses in the PDFs of people before they are kept; without it, none is looked for.",
    ),
  SHORTCUT_HOSTS: hosts
    .default(["www.service-public.fr", "www.etudiant.gouv.fr", "www.lescrous.fr", "www.caf.fr", "www.openstreetmap.org"])
    .describe("Names of the sites outside that shortcuts may lead to, separated by commas."),
  RUN_JOBS: flag.default(true).describe("Whether this process works through the job queue."),
});
export type BackendEnvironment = z.infer<typeof backendEnvironment>;

const bucket = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** The address that mails come from; replies go to it. */
export function senderOf({ MAIL_FROM, CONTACT_EMAIL }: Pick<BackendEnvironment, "MAIL_FROM" | "CONTACT_EMAIL">): string | undefined {
  return MAIL_FROM ?? CONTACT_EMAIL;
}

/** Checks between values that are each valid. */
export function backendFaults(environment: BackendEnvironment): string[] {
  const missing = bucket.filter((name) => !environment[name]);
  const half = missing.length > 0 && missing.length < bucket.length;
  return [
    ...(environment.DATABASE_URL && !environment.SESSION_SECRETS ? ["SESSION_SECRETS: is missing, and needed with DATABASE_URL"] : []),
    ...(environment.BANK_IBAN && !environment.BANK_BIC ? ["BANK_BIC: is missing, and needed with BANK_IBAN"] : []),
    ...(environment.BANK_BIC && !environment.BANK_IBAN ? ["BANK_IBAN: is missing, and needed with BANK_BIC"] : []),
    ...(environment.SMTP_URL && !senderOf(environment) ? ["MAIL_FROM: is missing, and needed with SMTP_URL"] : []),
    ...(environment.FCM_SERVICE_ACCOUNT && !environment.FIREBASE_CONFIG
      ? ["FIREBASE_CONFIG: is missing, and needed with FCM_SERVICE_ACCOUNT"]
      : []),
    ...(half ? missing.map((name) => `${name}: is missing, and needed with the other S3 settings`) : []),
  ];
}
