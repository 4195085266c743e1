import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/**
 * The protection of public forms against bots: a hidden field that people leave empty, and the proof
 * of when its page was made. The backend judges both; see `app/forms/spam-guard.tsx`.
 */
export const spamGuardFields = {
  website: z.string().max(500).optional(),
  proof: z.string().max(200).optional(),
};
export type SpamGuardAnswer = z.infer<z.ZodObject<typeof spamGuardFields>>;

export const spamGuardApi = {
  proof: endpoint({ method: "GET", path: "/api/form-proof", access: "public", response: z.object({ proof: z.string() }) }),
};
