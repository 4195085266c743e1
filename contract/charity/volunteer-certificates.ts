import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { filled } from "../formats/validation.ts";

const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const path = "/api/volunteer-certificates";
const byId = z.object({ id: z.uuid() });

/** Sixty random bits. */
export const codeLength = 12;

/** Why a certificate is withdrawn with hours that it attests: these were corrected after the year was closed, or do not count any more. */
export const withdrawCauses = ["corrected", "taken_back"] as const;
export type WithdrawCause = (typeof withdrawCauses)[number];

const Certificate = z.object({
  id: z.uuid(),
  number: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  totalMinutes: z.int(),
  checkCode: z.string(),
  withdrawn: z.boolean(),
  /** Why it was withdrawn: a cause, or what staff wrote for its holder. */
  withdrawCause: z.enum(withdrawCauses).nullable(),
  withdrawReason: z.string().nullable(),
});
export type VolunteerCertificate = z.infer<typeof Certificate>;

/** What whoever has the code reads. Only of a valid one it says whose it is. */
export const CertificateCheck = z.discriminatedUnion("answer", [
  z.object({
    answer: z.literal("valid"),
    name: z.string(),
    number: z.string(),
    periodFrom: z.string(),
    periodTo: z.string(),
    totalMinutes: z.int(),
    sector: z.string().nullable(),
    issuedAt: z.iso.datetime(),
  }),
  z.object({ answer: z.enum(["withdrawn", "erased", "unknown"]) }),
]);
export type CertificateCheck = z.infer<typeof CertificateCheck>;

export const CertificateDraft = z.object({ year: z.int32("hours:error.year").min(2000, "hours:error.year").max(2200, "hours:error.year") });

export const certificatesApi = {
  mine: endpoint({
    method: "GET",
    path,
    access: staff,
    /** The years of which there are validated hours to attest, the newest first. */
    response: z.object({ items: z.array(Certificate), years: z.array(z.int()) }),
  }),
  issue: endpoint({ method: "POST", path, access: staff, body: CertificateDraft, response: Certificate, status: 201 }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: staff, params: byId, response: Certificate }),
  /** The newest of all, or those with a number or a code. */
  all: endpoint({
    method: "GET",
    path: "/api/admin/volunteer-certificates",
    access: { roles: ["ADMIN"] },
    query: z.object({ q: z.string().trim().max(60).catch("").default("") }),
    readsMany: true,
    response: z.object({
      items: z.array(Certificate.extend({ holderName: z.string().nullable() })),
    }),
  }),
  /** Withdraws one: whoever checks its code reads so, and its holder the reason. */
  withdraw: endpoint({
    method: "POST",
    path: "/api/admin/volunteer-certificates/:id/withdraw",
    access: { roles: ["ADMIN"] },
    params: byId,
    body: z.object({ reason: filled("hours:error.reason", 300) }),
    response: Done,
  }),
  check: endpoint({
    method: "GET",
    path: "/api/certificates/:code",
    access: "public",
    params: z.object({ code: z.string().max(60) }),
    response: CertificateCheck,
  }),
};
