import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { paperKinds, paperStates } from "./documents.ts";

const access = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

export const PaperRow = z.object({
  id: z.uuid(),
  kind: z.enum(paperKinds),
  person: z.string(),
  fileName: z.string().nullable(),
  bytes: z.int(),
  mime: z.string(),
  status: z.enum(paperStates),
  reason: z.string().nullable(),
  verifier: z.string().nullable(),
  createdAt: z.iso.datetime(),
  verifiedAt: z.iso.datetime().nullable(),
  purgeAt: z.iso.datetime().nullable(),
  /** Whether the bytes are gone already. */
  purged: z.boolean(),
  /** Whether the reader lacks the right to its file; then its name and the reason of a rejection are left out. */
  withheld: z.boolean(),
});
export type PaperRow = z.infer<typeof PaperRow>;

export const PaperQuery = listQuery(
  ["createdAt", "purgeAt"],
  { status: z.enum(paperStates).optional().catch(undefined), kind: z.enum(paperKinds).optional().catch(undefined) },
  { order: "asc" },
);
export type PaperQuery = z.infer<typeof PaperQuery>;

/** A no needs its reason, in the words the person reads. */
export const PaperDecision = z
  .object({ verdict: z.enum(["accepted", "rejected"]), reason: z.string().trim().max(500).optional() })
  .refine(({ verdict, reason }) => verdict === "accepted" || !!reason, { path: ["reason"], message: "documents:decision.reasonNeeded" });
export type PaperDecision = z.infer<typeof PaperDecision>;

export const supportingDocumentsApi = {
  list: endpoint({ method: "GET", path: "/api/admin/papers", access, query: PaperQuery, response: pageOf(PaperRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/papers/:id", access, params: byId, response: PaperRow }),
  decide: endpoint({ method: "POST", path: "/api/admin/papers/:id/decision", access, params: byId, body: PaperDecision, response: Done }),
};
