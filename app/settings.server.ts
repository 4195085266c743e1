import * as z from "zod";
import { backendSecrets } from "#contract/backend-secret";
import { address, contactEmail, flag, logLevel, port, primaryColour, redisAddress, reportsAddress } from "#contract/environment";
import type { GiftTaxRegime } from "#contract/gift-tax";

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
  PRODUCT_NAME: z.string().default("Maillon"),
  PRIMARY_COLOUR: primaryColour,
  CONTACT_EMAIL: contactEmail,
  CONTACT_PHONE: z.string().default("04 00 00 00 00"),
  LEGAL_FORM: z.string().default("loi 1901"),
  REGISTRATION_NUMBER: z.string().default("RNA W691000000"),
  SOCIAL_PROFESSIONAL_URL: profile.default("https://www.linkedin.com/company/maillon-example"),
  SOCIAL_VIDEO_URL: profile.default("https://www.youtube.com/@maillon-example"),
  SOCIAL_PHOTO_URL: profile.default("https://www.instagram.com/maillon.example"),
  GIFT_TAX_REGIME: z.enum(["75", "66"], "must be 75 or 66").default("75"),
  ACCESSIBILITY: z.enum(["full", "partial", "none"], "must be full, partial or none").default("none"),
  PUBLIC_BUCKET_URL: address.optional(),
  AVATAR_FOLDER: z.string().default("avatars"),
  SENTRY_DSN: reportsAddress,
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
  contact: { email: string; phone: string };
  legal: { form: string; registrationNumber: string };
  giftTaxRegime: GiftTaxRegime;
  /** What the accessibility statement says, as the law wants it in the footer. */
  accessibility: "full" | "partial" | "none";
  social: { professional: string; video: string; photo: string };
  bucketUrl: string | null;
  avatarFolder: string;
  sentryDsn: string | null;
  /** Whether pages may call the push provider. */
  push: boolean;
  buildId: string;
};

export function publicSettings(
  environment: WebEnvironment,
  more: { publicUrl: string; organisation: string; buildId: string; push?: boolean },
): PublicSettings {
  return {
    push: false,
    ...more,
    productName: environment.PRODUCT_NAME,
    primaryColour: environment.PRIMARY_COLOUR,
    contact: { email: environment.CONTACT_EMAIL, phone: environment.CONTACT_PHONE },
    legal: { form: environment.LEGAL_FORM, registrationNumber: environment.REGISTRATION_NUMBER },
    giftTaxRegime: environment.GIFT_TAX_REGIME,
    accessibility: environment.ACCESSIBILITY,
    social: {
      professional: environment.SOCIAL_PROFESSIONAL_URL,
      video: environment.SOCIAL_VIDEO_URL,
      photo: environment.SOCIAL_PHOTO_URL,
    },
    bucketUrl: environment.PUBLIC_BUCKET_URL ?? null,
    avatarFolder: environment.AVATAR_FOLDER,
    sentryDsn: environment.SENTRY_DSN ?? null,
  };
}
