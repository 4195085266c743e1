import * as z from "zod";
import { isIban } from "#contract/bank-codes";
import { MailboxTopic } from "#contract/contact";
import { address, contactEmail, flag, organisationName, primaryColour, redisAddress } from "#contract/environment";

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

/** What the backend reads from the environment. The README's table says what each is for. */
export const backendEnvironment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
  DATABASE_PREPARE: flag.default(true),
  REDIS_URL: redisAddress,
  DATA_FOLDER: z.string().default(".data"),
  SESSION_SECRETS: secret.optional(),
  ORGANISATION_NAME: organisationName,
  PRIMARY_COLOUR: primaryColour,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.email("must be an email address").optional(),
  CONTACT_EMAIL: contactEmail,
  CONTACT_MAILBOXES: mailboxes.default({}),
  BANK_HOLDER: z.string().max(70, "has 70 characters at most").optional(),
  BANK_IBAN: iban.optional(),
  BANK_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "must be a BIC of 8 or 11 characters")
    .optional(),
  POSTAL_ADDRESS: z.string().optional(),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("eu-west-3"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
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
    .optional(),
  GEOCODER_URL: address.optional(),
  COMPANY_REGISTER_URL: address.optional(),
  SHORTCUT_HOSTS: hosts.default([
    "www.service-public.fr",
    "www.etudiant.gouv.fr",
    "www.lescrous.fr",
    "www.caf.fr",
    "www.openstreetmap.org",
  ]),
  RUN_JOBS: flag.default(true),
});
export type BackendEnvironment = z.infer<typeof backendEnvironment>;

const bucket = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** The address that mails come from; replies go to it. */
export function senderOf({ MAIL_FROM, CONTACT_EMAIL }: Pick<BackendEnvironment, "MAIL_FROM" | "CONTACT_EMAIL">): string | undefined {
  return MAIL_FROM ?? CONTACT_EMAIL;
}

/** Faults between values that are right each for itself. */
export function backendFaults(environment: BackendEnvironment): string[] {
  const missing = bucket.filter((name) => !environment[name]);
  const half = missing.length > 0 && missing.length < bucket.length;
  return [
    ...(environment.DATABASE_URL && !environment.SESSION_SECRETS ? ["SESSION_SECRETS: is missing, and needed with DATABASE_URL"] : []),
    ...(environment.BANK_IBAN && !environment.BANK_BIC ? ["BANK_BIC: is missing, and needed with BANK_IBAN"] : []),
    ...(environment.BANK_BIC && !environment.BANK_IBAN ? ["BANK_IBAN: is missing, and needed with BANK_BIC"] : []),
    ...(environment.SMTP_URL && !senderOf(environment) ? ["MAIL_FROM: is missing, and needed with SMTP_URL"] : []),
    ...(half ? missing.map((name) => `${name}: is missing, and needed with the other S3 settings`) : []),
  ];
}
