import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { locales } from "../formats/locale.ts";

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

/** Texts that anyone may read, each under its own page. */
export const publicLegalKeys = ["cgu", "gdpr", "accessibility"] as const;
export type PublicLegalKey = (typeof publicLegalKeys)[number];

/** A published version of a public text, and the list of all its versions, the newest first. */
export const PublicLegalText = LegalText.omit({ textHash: true, signed: true }).extend({
  publishedAt: z.iso.datetime(),
  versions: z.array(z.object({ version: z.int(), publishedAt: z.iso.datetime() })),
});
export type PublicLegalText = z.infer<typeof PublicLegalText>;

const byId = z.object({ id: z.uuid() });

export const legalDocumentsApi = {
  /** The requested version, or the newest; null while the charity has published none. */
  read: endpoint({
    method: "GET",
    path: "/api/public-texts/:key",
    access: "public",
    params: z.object({ key: z.enum(publicLegalKeys) }),
    query: z.object({ version: z.coerce.number().int().min(1).max(100_000).optional() }),
    response: z.object({ text: PublicLegalText.nullable() }),
  }),
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
