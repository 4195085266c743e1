import { z } from "zod";
import { Done, endpoint } from "./endpoint.ts";
import { locales } from "./locale.ts";

/** A text to read and accept, in the reader's language or in French. `textHash` is the SHA-256 of `body`. */
export const LegalText = z.object({
  id: z.uuid(),
  key: z.string(),
  version: z.int(),
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  locale: z.enum(locales),
  textHash: z.string(),
  signed: z.boolean(),
});
export type LegalText = z.infer<typeof LegalText>;

/** What a person sends to sign: that they accept, and the hash of the text they were shown. */
export const SignatureDraft = z.object({
  accepted: z.literal(true, "pending:documents.tickNeeded"),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SignatureDraft = z.infer<typeof SignatureDraft>;

const byId = z.object({ id: z.uuid() });

export const legalDocumentsApi = {
  get: endpoint({ method: "GET", path: "/api/legal-documents/:id", access: "authenticated", params: byId, response: LegalText }),
  sign: endpoint({
    method: "POST",
    path: "/api/legal-documents/:id/signature",
    access: "authenticated",
    params: byId,
    body: SignatureDraft,
    response: Done,
    status: 201,
  }),
};
