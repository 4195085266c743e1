import * as z from "zod";
import { backendSecrets } from "#contract/backend-secret";
import {
  address,
  contactEmail,
  flag,
  giftTaxRegime,
  logLevel,
  organisationName,
  port,
  primaryColour,
  redisAddress,
  reportsAddress,
  softwareName,
} from "#contract/environment";
import type { GiftTaxRegime } from "#contract/gift-tax";
import { missingFacts, type OwnFact } from "#contract/own-facts";
import { hstsScopes } from "./server/headers.server";

const profile = z.url({ protocol: /^https$/, error: "must be an https address" }).optional();

/** What the web tier reads from the environment. The README's table says what each is for. */
export const webEnvironment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: address.optional(),
  API_BASE_URL: address.optional(),
  BACKEND_SECRET: backendSecrets.optional(),
  REDIS_URL: redisAddress,
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: logLevel,
  PRODUCT_NAME: z.string().default(softwareName),
  ORGANISATION_NAME: organisationName,
  PRIMARY_COLOUR: primaryColour,
  CONTACT_EMAIL: contactEmail,
  CONTACT_PHONE: z.string().optional(),
  CONTACT_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, "must be two times of the day, as 09:30-17:30")
    .optional(),
  LEGAL_FORM: z.string().optional(),
  REGISTRATION_NUMBER: z.string().optional(),
  FOUNDED_IN: z.coerce.number("must be a year").int("must be a year").min(1800, "must be a year").max(2200, "must be a year").optional(),
  SOCIAL_PROFESSIONAL_URL: profile,
  SOCIAL_VIDEO_URL: profile,
  SOCIAL_PHOTO_URL: profile,
  GIFT_TAX_REGIME: giftTaxRegime,
  ACCESSIBILITY: z.enum(["full", "partial", "none"], "must be full, partial or none").default("none"),
  PUBLIC_BUCKET_URL: address.optional(),
  AVATAR_FOLDER: z.string().default("avatars"),
  SENTRY_DSN: reportsAddress,
  HSTS_SCOPE: z.enum(hstsScopes, "must be host, subdomains or preload").default("host"),
  METRICS_TOKEN: z.string().min(16, "needs 16 characters at least").optional(),
});
export type WebEnvironment = z.infer<typeof webEnvironment>;

/** Faults between values that are right each for itself. */
export function webFaults({ API_BASE_URL, BACKEND_SECRET }: WebEnvironment): string[] {
  return API_BASE_URL && !BACKEND_SECRET ? ["BACKEND_SECRET: is missing, and needed with API_BASE_URL"] : [];
}

/** What pages may know of the configuration; it reaches the browser. */
export type PublicSettings = {
  productName: string;
  organisation: string;
  publicUrl: string;
  primaryColour: "pink" | "green";
  /** How to reach the charity; the hours are those of the telephone from Monday to Friday, as `09:30`. What is not set is null here and below. */
  contact: { email: string | null; phone: string | null; hours: { from: string; to: string } | null };
  legal: { form: string | null; registrationNumber: string | null };
  foundedIn: number | null;
  /** Null where nobody has said that gifts come off tax: then no page says it either. */
  giftTaxRegime: GiftTaxRegime | null;
  /** What the accessibility statement says, as the law wants it in the footer. */
  accessibility: "full" | "partial" | "none";
  social: { professional: string | null; video: string | null; photo: string | null };
  /** What the charity has not said of itself yet. */
  missing: OwnFact[];
  bucketUrl: string | null;
  avatarFolder: string;
  sentryDsn: string | null;
  /** Whether pages may call the push provider. */
  push: boolean;
  buildId: string;
};

export function publicSettings(
  environment: WebEnvironment,
  more: { publicUrl: string; buildId: string; organisation?: string; push?: boolean },
): PublicSettings {
  return {
    push: false,
    organisation: organisationOf(environment),
    ...more,
    productName: environment.PRODUCT_NAME,
    primaryColour: environment.PRIMARY_COLOUR,
    contact: {
      email: environment.CONTACT_EMAIL ?? null,
      phone: environment.CONTACT_PHONE ?? null,
      hours: hoursOf(environment.CONTACT_HOURS),
    },
    legal: { form: environment.LEGAL_FORM ?? null, registrationNumber: environment.REGISTRATION_NUMBER ?? null },
    foundedIn: environment.FOUNDED_IN ?? null,
    giftTaxRegime: environment.GIFT_TAX_REGIME ?? null,
    accessibility: environment.ACCESSIBILITY,
    social: {
      professional: environment.SOCIAL_PROFESSIONAL_URL ?? null,
      video: environment.SOCIAL_VIDEO_URL ?? null,
      photo: environment.SOCIAL_PHOTO_URL ?? null,
    },
    missing: missingFacts(webEnvironment.shape, environment),
    bucketUrl: environment.PUBLIC_BUCKET_URL ?? null,
    avatarFolder: environment.AVATAR_FOLDER,
    sentryDsn: environment.SENTRY_DSN ?? null,
  };
}

/** The charity's name on pages. */
function organisationOf({ ORGANISATION_NAME }: WebEnvironment): string {
  return ORGANISATION_NAME ?? softwareName;
}

function hoursOf(span: string | undefined): PublicSettings["contact"]["hours"] {
  const [from, to] = span?.split("-") ?? [];
  return from && to ? { from, to } : null;
}
