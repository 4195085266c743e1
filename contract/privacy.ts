import { z } from "zod";
import { Done, endpoint, listQuery, pageOf } from "./endpoint.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** Uses of a person's data that need their yes, with the version of the words that ask for it. Raise it when the words change. */
export const consentTexts = { newsletter: 1, image: 1 } as const;
export const consentPurposes = ["newsletter", "image"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

export const requestKinds = ["access", "rectify", "erase", "object", "restrict"] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ["open", "running", "answered", "refused", "withdrawn"] as const;

/** What the retention table speaks of. The first five are worked through by the nightly run. */
export const dataKinds = [
  "beneficiary_account",
  "volunteer_account",
  "donor_account",
  "papers",
  "data_requests",
  "receipts",
  "accounting",
  "delivery_slips",
  "applications",
  "access_logs",
] as const;
export type DataKind = (typeof dataKinds)[number];
export const DataKind = z.enum(dataKinds);

export const retentionStates = ["noticed", "archived", "anonymised"] as const;

/** How long the copy of one's data can be fetched, in days, and how long a request may wait, in months. */
export const exportDays = 7;

export const DataRequest = z.object({
  id: z.uuid(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStates),
  receivedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  stepsDone: z.int(),
  steps: z.int(),
  /** When the copy can no longer be fetched; null when there is none. */
  archiveExpiresAt: z.iso.datetime().nullable(),
  archiveBytes: z.int().nullable(),
});
export type DataRequest = z.infer<typeof DataRequest>;

export const Consent = z.object({
  purpose: z.enum(consentPurposes),
  given: z.boolean(),
  textVersion: z.int(),
  /** When the person last chose; null when they never did. */
  at: z.iso.datetime().nullable(),
});
export type Consent = z.infer<typeof Consent>;

export const ConsentDraft = z.object({ given: z.array(z.enum(consentPurposes)).max(consentPurposes.length).default([]) });

const message = z.string().trim().max(2_000).optional();

export const DataRequestDraft = z.object({ kind: z.enum(requestKinds), message });
/** What someone without account sends. The answer never says whether the address is known. */
export const PublicDataRequest = z.object({ email: z.email().max(254), kind: z.enum(requestKinds), message });

export const PrivacyRow = DataRequest.extend({
  /** Whom it is about: a name, or the address that was given. */
  person: z.string(),
  userId: z.uuid().nullable(),
  message: z.string().nullable(),
  late: z.boolean(),
});
export type PrivacyRow = z.infer<typeof PrivacyRow>;

export const PrivacyQuery = listQuery(
  ["dueAt", "receivedAt"],
  { status: z.enum(requestStates).optional().catch(undefined), kind: z.enum(requestKinds).optional().catch(undefined) },
  { order: "asc" },
);
export type PrivacyQuery = z.infer<typeof PrivacyQuery>;

export const RequestAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["answered", "erased", "copied"]) }),
  z.object({ outcome: z.literal("refused"), reason: z.string().trim().min(1, "privacy:answer.reasonNeeded").max(500) }),
]);
export type RequestAnswer = z.infer<typeof RequestAnswer>;

export const RetentionPolicy = z.object({
  dataKind: DataKind,
  months: z.int(),
  days: z.int(),
  updatedAt: z.iso.datetime(),
});
export type RetentionPolicy = z.infer<typeof RetentionPolicy>;

const duration = z.int().min(0).max(600).default(0);

export const RetentionEdit = z
  .object({ months: duration, days: duration })
  .refine(({ months, days }) => months + days > 0, { path: ["months"], message: "privacy:retention.someTime" });

export const RetentionRun = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  dryRun: z.boolean(),
  counts: z.record(z.string(), z.int()),
});
export type RetentionRun = z.infer<typeof RetentionRun>;

export const retentionSteps = ["firstNotice", "lastNotice", "archive", "anonymise", "papers", "requests"] as const;
export type RetentionStep = (typeof retentionSteps)[number];

const own = "authenticated" as const;

export const privacyApi = {
  consents: endpoint({ method: "GET", path: "/api/account/consents", access: own, response: z.object({ items: z.array(Consent) }) }),
  setConsents: endpoint({ method: "PUT", path: "/api/account/consents", access: own, body: ConsentDraft, response: Done }),
  requests: endpoint({
    method: "GET",
    path: "/api/account/data-requests",
    access: own,
    response: z.object({ items: z.array(DataRequest) }),
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/account/data-requests",
    access: own,
    body: DataRequestDraft,
    response: DataRequest,
    status: 201,
  }),
  withdraw: endpoint({ method: "DELETE", path: "/api/account/data-requests/:id", access: own, params: byId, response: Done }),
  askWithoutAccount: endpoint({
    method: "POST",
    path: "/api/data-requests",
    access: "public",
    body: PublicDataRequest,
    response: Done,
    status: 201,
  }),
  /** For the public page on data protection, which says how long what is kept. */
  policies: endpoint({
    method: "GET",
    path: "/api/retention-policies",
    access: "public",
    response: z.object({ items: z.array(RetentionPolicy) }),
  }),
};

export const privacyAdminApi = {
  list: endpoint({ method: "GET", path: "/api/admin/data-requests", access: admins, query: PrivacyQuery, response: pageOf(PrivacyRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/data-requests/:id", access: admins, params: byId, response: PrivacyRow }),
  answer: endpoint({
    method: "POST",
    path: "/api/admin/data-requests/:id/answer",
    access: admins,
    params: byId,
    body: RequestAnswer,
    response: Done,
  }),
  setPolicy: endpoint({
    method: "PUT",
    path: "/api/admin/retention-policies/:dataKind",
    access: admins,
    params: z.object({ dataKind: DataKind }),
    body: RetentionEdit,
    response: Done,
  }),
  runs: endpoint({
    method: "GET",
    path: "/api/admin/retention-runs",
    access: admins,
    response: z.object({ items: z.array(RetentionRun) }),
  }),
  dryRun: endpoint({ method: "POST", path: "/api/admin/retention-runs", access: admins, response: RetentionRun, status: 201 }),
};
