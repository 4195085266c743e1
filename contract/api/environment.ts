import * as z from "zod";

/** Schemas shared by the settings of both tiers; the messages are what the operator reads when a value is wrong. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ""));

const wholeNumber = (message: string, from: number, to: number) =>
  z.coerce.number(message).int(message).min(from, message).max(to, message);

export const port = wholeNumber("must be a port number", 0, 65_535);

/** The accent colour of pages and documents. */
export const primaryColour = z.enum(["pink", "green"], "must be pink or green").default("pink");

export const flag = z.enum(["true", "false", "1", "0"], "must be true or false").transform((value) => value === "true" || value === "1");

/** As `redis://user:password@host:6379/0`, where all but the host may be missing. */
export const redisUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^rediss?:\/\/[^/?#]+(\/\d*)?$/.test(text), "must be a redis:// or rediss:// address")
  .optional();

export const contactEmail = z.email("must be an email address").optional();

/** The charity's own name; without one, pages carry the name of the software. */
export const organisationName = z.string().optional();
export const softwareName = "Maillon";

/** The tax reduction for a gift. */
export const giftTaxRegime = z.enum(["75", "66"], "must be 75 or 66").optional();

const profile = z.url({ protocol: /^https$/, error: "must be an https address" }).optional();

/** Facts about the organisation until administrators save them on the site, which takes precedence. */
export const organisationEnvironment = {
  ORGANISATION_NAME: organisationName.describe("Name of the charity in titles, texts and mails; the software's name without it."),
  PRIMARY_COLOUR: primaryColour.describe("`pink` or `green`."),
  CONTACT_EMAIL: contactEmail.describe(
    "Email address on pages and in mails, and where messages go. Without it, those that have no mailbox are announced to ten administrators, the oldest accounts first.",
  ),
  CONTACT_PHONE: z.string().optional().describe("Telephone number on pages and in mails."),
  CONTACT_HOURS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, "must be two times of the day, as 09:30-17:30")
    .optional()
    .describe("Hours of the telephone from Monday to Friday, as `09:30-17:30`."),
  LEGAL_FORM: z.string().optional().describe("Legal form in the footer, as `loi 1901`."),
  REGISTRATION_NUMBER: z.string().optional().describe("Registration number in the footer, as `RNA W…`."),
  FOUNDED_IN: wholeNumber("must be a year", 1800, 2200).optional().describe("Year of foundation, for the story."),
  SOCIAL_PROFESSIONAL_URL: profile.describe("Professional profile in the menu, an https URL."),
  SOCIAL_VIDEO_URL: profile.describe("Video channel in the menu, an https URL."),
  SOCIAL_PHOTO_URL: profile.describe("Photo profile in the menu, an https URL."),
  GIFT_TAX_REGIME: giftTaxRegime.describe(
    "`75` for a charity that gives free meals, care or housing; `66` for any other that may give receipts; without it, no page speaks of receipts.",
  ),
};

/** Where error reports go. */
export const reportsUrl = z.url({ protocol: /^https?$/, error: "must be an address" }).optional();

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export const logLevel = z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info");

/** The number of connections of a process. */
export const poolSize = wholeNumber("must be a number from 1 to 100", 1, 100);

/** An empty variable counts as a missing one: that is how `.env` files leave a setting out. */
export function withoutBlanks(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]?.trim()));
}

/** One line a fault, each with the name of the variable: `PORT: must be a port number`. */
export function faultsOf(error: z.ZodError, environment: Record<string, string>): string[] {
  return error.issues.map(({ path: [name], message }) => `${String(name)}: ${String(name) in environment ? message : "is missing"}`);
}
