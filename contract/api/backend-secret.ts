import * as z from "zod";

/** By it a web tier in another process proves to the backend who it is: then the backend believes whose address it names. */
export const backendSecretHeader = "x-backend-secret";

/** The setting: the first is sent, each is accepted, so that one can be replaced while both run. */
export const backendSecrets = z
  .string()
  .max(2_000, { abort: true })
  .transform((list) => list.split(",").map((one) => one.trim()))
  .refine((list) => list.every((one) => one.length >= 32), "needs one or more secrets of 32 characters at least, separated by commas");
