import * as z from "zod";
import { backendSecrets } from "#contract/api/backend-secret";
import { flag, httpUrl, logLevel, organisationEnvironment, port, redisUrl, reportsUrl, softwareName } from "#contract/api/environment";
import type { FactName } from "#contract/api/facts";
import { missingFacts, organisationOf, type PublicOrganisation } from "#contract/charity/organisation-facts";
import type { GiftTax } from "#contract/giving/gift-tax";

/** What `Strict-Transport-Security` covers: this host, its subdomains as well, or these and the preload lists of browsers. */
const hstsScopes = ["host", "subdomains", "preload"] as const;
export type HstsScope = (typeof hstsScopes)[number];

/** The web tier's settings from the environment. `docs/settings.md` and `.env.example` are made from it. */
export const webEnvironment = z.object({
  PORT: port.default(3000).describe("Where the process listens."),
  HOST: z.string().default("0.0.0.0").describe("The network address it listens on."),
  PUBLIC_URL: httpUrl
    .optional()
    .describe(
      "The address people use, `http://localhost:PORT` without it. Links in mails are built from it, and `https` turns on secure cookies and HSTS.",
    ),
  API_BASE_URL: httpUrl.optional().describe("Address of a backend that runs elsewhere; then this process is the web tier only."),
  BACKEND_SECRET: backendSecrets
    .optional()
    .describe(
      "With `API_BASE_URL` and for `npm run start:backend`: one or more secrets of 32 characters, separated by commas, the same in both tiers; the first is sent, all are accepted.",
    ),
  REDIS_URL: redisUrl.describe("`redis://…` or `rediss://…`: tells web tiers in all processes what changed; the database does without it."),
  TRUST_PROXY: flag
    .default(false)
    .describe("Whether the last `X-Forwarded-For` address is the caller; between the two tiers `BACKEND_SECRET` says so."),
  LOG_LEVEL: logLevel.describe("`trace`, `debug`, `info`, `warn`, `error` or `silent`; one JSON line a request."),
  PRODUCT_NAME: z.string().default(softwareName).describe("Name of the software in titles and texts."),
  ...organisationEnvironment,
  ACCESSIBILITY: z
    .enum(["full", "partial", "none"], "must be full, partial or none")
    .default("none")
    .describe("`full`, `partial` or `none`: what the accessibility statement says, for the footer."),
  PUBLIC_BUCKET_URL: httpUrl.optional().describe("Public address of the bucket."),
  AVATAR_FOLDER: z.string().default("avatars").describe("The bucket's folder of portraits."),
  SENTRY_DSN: reportsUrl.describe("Error reports: of pages, of the backend and of its jobs."),
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

/** Checks between values that are each valid. */
export function webFaults({ API_BASE_URL, BACKEND_SECRET }: WebEnvironment): string[] {
  return API_BASE_URL && !BACKEND_SECRET ? ["BACKEND_SECRET: is missing, and needed with API_BASE_URL"] : [];
}

/** The settings for pages; they are sent to the browser. */
export type PublicSettings = {
  productName: string;
  organisation: string;
  publicUrl: string;
  primaryColour: "pink" | "green";
  /** The charity's own logo, a public picture; the software's is shown without one. */
  logoId: string | null;
  /** Contact details; the hours are those of the telephone from Monday to Friday, as `09:30`. Missing values are null, here and below. */
  contact: { email: string | null; phone: string | null; hours: { from: string; to: string } | null };
  legal: { form: string | null; registrationNumber: string | null };
  foundedIn: number | null;
  /** Null when no tax reduction is configured: then no page mentions one. */
  giftTax: GiftTax | null;
  /** The result of the accessibility statement, which the law requires in the footer. */
  accessibility: "full" | "partial" | "none";
  social: { professional: string | null; video: string | null; photo: string | null };
  /** The missing facts about the organisation. */
  missing: FactName[];
  bucketUrl: string | null;
  avatarFolder: string;
  sentryDsn: string | null;
  /** Whether pages may call the push provider. */
  push: boolean;
  buildId: string;
};

type More = { publicUrl: string; buildId: string; organisation?: string; push?: boolean };

/** `stored` holds the facts saved on the site: each saved part overrides the environment. */
export function publicSettings(environment: WebEnvironment, more: More, stored: Partial<PublicOrganisation> = {}): PublicSettings {
  const own = organisationOf(stored, environment);
  return {
    push: false,
    organisation: own.name ?? softwareName,
    ...more,
    productName: environment.PRODUCT_NAME,
    primaryColour: own.primaryColour,
    logoId: own.logoId,
    contact: own.contact,
    legal: { form: own.legalForm, registrationNumber: own.registrationNumber },
    foundedIn: own.foundedIn,
    giftTax: own.giftTaxRegime && own.giftTaxRates && { regime: own.giftTaxRegime, rates: own.giftTaxRates },
    accessibility: environment.ACCESSIBILITY,
    social: own.profiles,
    missing: missingFacts(own, webEnvironment.shape),
    bucketUrl: environment.PUBLIC_BUCKET_URL ?? null,
    avatarFolder: environment.AVATAR_FOLDER,
    sentryDsn: environment.SENTRY_DSN ?? null,
  };
}
