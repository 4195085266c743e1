import * as z from "zod";
import { shortText, validEmail } from "../formats/validation.ts";
import { machineEndpoint } from "./machine-endpoint.ts";

/**
 * Why a mail came back. `hard`: there is no such mailbox; `soft`: the mail server gave up for now; `complaint`: its reader marked it as spam.
 */
export const bounceTypes = ["hard", "soft", "complaint"] as const;

/** A mail that came back, as a mail server or provider reports it. */
export const BounceReport = z.object({
  /** The sender's id of the report: the same one twice is one report. */
  id: z.string().trim().min(1).max(200),
  type: z.enum(bounceTypes),
  address: validEmail("common:validation.missing", "common:validation.email"),
  /** The Message-ID of our mail, where it is known. */
  messageId: shortText(300).nullish(),
  /** When it came back; by default now. */
  at: z.iso.datetime({ offset: true }).nullish(),
  /** The text of the mail server. Only its status code, as `5.1.1`, is stored. */
  diagnostic: shortText(2_000).nullish(),
});
export type BounceReport = z.infer<typeof BounceReport>;

export const bouncesApi = {
  report: machineEndpoint({
    path: "/api/mails/bounces",
    authentication: "signature",
    contentTypes: ["application/json"],
    maxBytes: 8_192,
    body: BounceReport,
  }),
};
