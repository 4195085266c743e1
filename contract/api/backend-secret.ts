import * as z from "zod";

/** Authenticates a web tier in another process to the backend, which then trusts the client IP that it forwards. */
export const backendSecretHeader = "x-backend-secret";

/** The setting: the first secret is sent, each is accepted, so that one can be rotated while both tiers run. */
export const backendSecrets = z
  .string()
  .max(2_000, { abort: true })
  .transform((list) => list.split(",").map((one) => one.trim()))
  .refine((list) => list.every((one) => one.length >= 32), "needs one or more secrets of 32 characters at least, separated by commas");
