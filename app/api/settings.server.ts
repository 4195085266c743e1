import * as z from "zod";
import { backendSecrets } from "#contract/api/backend-secret";
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
} from "#contract/api/environment";
import { missingFacts, type OwnFact } from "#contract/api/own-facts";
import type { GiftTaxRegime } from "#contract/giving/gift-tax";

/** What browsers must request by https only. */
const hstsScopes = ["host", "subdomains", "preload"] as const;
export type HstsScope = (typeof hstsScopes)[number];

const profile = z.url({ protocol: /^https$/, error: "must be an https address" }).optional();

/** What the web tier reads from the environment. `docs/settings.md` and `.env.example` are made from it. */
export const webEnvironment = z.object({
  PORT: port.default(3000).describe("Where the process listens."),
  HOST: z.string().default("0.0.0.0").describe("The network address it listens on."),
  PUBLIC_URL: address
    .optional()
    .describe(
      "The address people use, `http://localhost:PORT` without it. Links in mails are built from it, and `https` turns on secure cookies and HSTS.",
    ),
  API_BASE_URL: address.optional().describe("Address of a backend that runs elsewhere; then this process is the web tier only."),
  BACKEND_SECRET: backendSecrets
    .optional()
    .describe(
      "With `API_BASE_URL` and for `npm run start:backend`: one or more secrets of 32 characters, separated by commas, the same in both tiers; the first is sent, all are accepted.",
    ),
  REDIS_URL: redisAddress.describe(
    "`redis://…` or `rediss://…`: tells web tiers in all processes what changed; the database does without it.",
  ),
  TRUST_PROXY: flag
    .default(false)
    .describe("Whether the last `X-Forwarded-For` address is the caller; between the two tiers `BACKEND_SECRET` says so."),
  LOG_LEVEL: logLevel.describe("`trace`, `debug`, `info`, `warn`, `error` or `silent`; one JSON line a request."),
  PRODUCT_NAME: z.string().default(softwareName).describe("Name of the software in titles and texts."),
  ORGANISATION_NAME: organisationName.describe("Name of the charity in titles, texts and mails; the software's name without it."),
  PRIMARY_COLOUR: primaryColour.describe("`pink` or `green`."),
  CONTACT_EMAIL: contactEmail.describe("Address on pages and in mails, and where messages go."),
  CONTACT_PHONE: z.string().optional().describe("Telephone number on pages and in mails."),
  CONTACT_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, "must be two times of the day, as 09:30-17:30")
    .optional()
    .describe("Hours of the telephone from Monday to Friday, as `09:30-17:30`."),
  LEGAL_FORM: z.string().optional().describe("Legal form in the footer, as `loi 1901`."),
  REGISTRATION_NUMBER: z.string().optional().describe("Registration number in the footer, as `RNA W…`."),
  FOUNDED_IN: z.coerce
    .number("must be a year")
    .int("must be a year")
    .min(1800, "must be a year")
    .max(2200, "must be a year")
    .optional()
    .describe("Year of foundation, for the story."),
  SOCIAL_PROFESSIONAL_URL: profile.describe("Professional profile in the menu, an https address."),
  SOCIAL_VIDEO_URL: profile.describe("Video channel in the menu, an https address."),
  SOCIAL_PHOTO_URL: profile.describe("Photo profile in the menu, an https address."),
  GIFT_TAX_REGIME: giftTaxRegime.describe(
    "`75` for a charity that gives free meals, care or housing; `66` for any other that may give receipts; without it, no page speaks of receipts.",
  ),
  ACCESSIBILITY: z
    .enum(["full", "partial", "none"], "must be full, partial or none")
    .default("none")
    .describe("`full`, `partial` or `none`: what the accessibility statement says, for the footer."),
  PUBLIC_BUCKET_URL: address.optional().describe("Public address of the bucket."),
  AVATAR_FOLDER: z.string().default("avatars").describe("The bucket's folder of portraits."),
  SENTRY_DSN: reportsAddress.describe("Error reports: of pages, of the backend and of its jobs."),
  HSTS_SCOPE: z
    .enum(hstsScopes, "must be host, subdomains or preload")
    .default("host")
    .describe(
      "With https, what browsers must request by https only: `host`, `subdomains` (all below it too), or `preload` (also before the first visit).",
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, "needs 16 characters at least")
    .optional()
    .describe(
      "16 characters or more: `/metrics` answers to `Authorization: Bearer` with it; without it only to callers on this machine, not through a proxy.",
    ),
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
