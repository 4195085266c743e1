import * as z from "zod";

/** Pieces that both tiers' settings are made of; the words are what the operator reads when a value is wrong. */
export const address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ""));

export const port = z.coerce.number("must be a port number").int().min(0).max(65_535);

/** The loud colour of pages and papers. */
export const primaryColour = z.enum(["pink", "green"], "must be pink or green").default("pink");

export const flag = z.enum(["true", "false", "1", "0"], "must be true or false").transform((value) => value === "true" || value === "1");

/** As `redis://user:password@host:6379/0`, where all but the host may be missing. */
export const redisAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^rediss?:\/\/[^/?#]+(\/\d*)?$/.test(text), "must be a redis:// or rediss:// address")
  .optional();

export const contactEmail = z.email("must be an email address").optional();

/** The charity's own name; without one, pages carry the name of the software. */
export const organisationName = z.string().optional();
export const softwareName = "Maillon";

/** How much of a gift comes off tax. */
export const giftTaxRegime = z.enum(["75", "66"], "must be 75 or 66").optional();

/** Where error reports go. */
export const reportsAddress = z.url({ protocol: /^https?$/, error: "must be an address" }).optional();

export const logLevel = z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info");

/** An empty variable counts as a missing one: that is how `.env` files leave a setting out. */
export function withoutBlanks(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]?.trim()));
}

/** One line a fault, each with the name of the variable: `PORT: must be a port number`. */
export function faultsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code === "invalid_type" ? "is missing" : issue.message}`);
}
