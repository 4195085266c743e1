import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { supportingDocumentKinds, supportingDocumentStates } from "./documents.ts";
import { accountManagers } from "./permissions.ts";

const byId = z.object({ id: z.uuid() });

export const SupportingDocumentRow = z.object({
  id: z.uuid(),
  kind: z.enum(supportingDocumentKinds),
  person: z.string(),
  /** Whose account it is of; null once that is gone. */
  ownerId: z.uuid().nullable(),
  fileName: z.string().nullable(),
  bytes: z.int(),
  mime: z.string(),
  status: z.enum(supportingDocumentStates),
  reason: z.string().nullable(),
  verifier: z.string().nullable(),
  createdAt: z.iso.datetime(),
  verifiedAt: z.iso.datetime().nullable(),
  purgeAt: z.iso.datetime().nullable(),
  /** Whether the bytes are gone already. */
  purged: z.boolean(),
  /** Whether the reader may not open its file; then its name and the reason of a rejection are left out. */
  withheld: z.boolean(),
  /** Whether it was not checked when its file was refused: it no longer waits, unless the file is taken up again. */
  closed: z.boolean(),
  /** Whether administrators alone decide on it, since rights were given to its owner. */
  byAdministrators: z.boolean(),
});
export type SupportingDocumentRow = z.infer<typeof SupportingDocumentRow>;

export const SupportingDocumentQuery = listQuery(
  ["createdAt", "purgeAt"],
  {
    status: z.enum(supportingDocumentStates).optional().catch(undefined),
    kind: z.enum(supportingDocumentKinds).optional().catch(undefined),
  },
  { order: "asc" },
);
export type SupportingDocumentQuery = z.infer<typeof SupportingDocumentQuery>;

/** A rejection needs a reason, which the person reads. */
export const SupportingDocumentDecision = z
  .object({ verdict: z.enum(["accepted", "rejected"]), reason: z.string().trim().max(500).optional() })
  .refine(({ verdict, reason }) => verdict === "accepted" || !!reason, { path: ["reason"], message: "documents:decision.reasonNeeded" });
export type SupportingDocumentDecision = z.infer<typeof SupportingDocumentDecision>;

export const supportingDocumentsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/papers",
    access: accountManagers,
    query: SupportingDocumentQuery,
    response: pageOf(SupportingDocumentRow),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/papers/:id", access: accountManagers, params: byId, response: SupportingDocumentRow }),
  decide: endpoint({
    method: "POST",
    path: "/api/admin/papers/:id/decision",
    access: accountManagers,
    params: byId,
    body: SupportingDocumentDecision,
    response: Done,
  }),
};
