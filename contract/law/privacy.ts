import * as z from "zod";
import { hasPermission } from "../accounts/roles.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { spamGuardFields } from "../api/spam-guard.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { DataKind, PolicyWithRun, RetentionEdit, RetentionPolicy, RetentionRun } from "./retention.ts";

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** Uses of a person's data that need consent, with the version of its text. Raise it when the text changes. */
export const consentTexts = { newsletter: 1, image: 1, allergies: 1, age: 1 } as const;
export const consentPurposes = ["newsletter", "image", "allergies", "age"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];
/** Those that are chosen in one form. Allergies are health data: their consent is given beside them, and its end erases them. */
export const chosenPurposes = ["newsletter", "image", "age"] as const satisfies ConsentPurpose[];
export type ChosenPurpose = (typeof chosenPurposes)[number];

export const requestKinds = ["access", "rectify", "erase", "object", "restrict"] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestStates = ["open", "running", "answered", "refused", "withdrawn"] as const;

/** Who may handle data for us; which of them do follows from the settings. */
export const processors = ["hosting", "mails", "files", "geocoder", "companies", "push", "cards", "errors"] as const;
export type Processor = (typeof processors)[number];

/** What an erasure retains, and why: the person reads each reason before requesting one. */
export const retainedReasons = ["accounting", "receipts", "proof", "decisions", "published", "others", "log"] as const;
export type RetainedReason = (typeof retainedReasons)[number];

/** Days for which the copy of a person's data can be fetched. */
export const dataCopyDays = 7;

export const DataRequest = z.object({
  id: z.uuid(),
  /** The reference of the request: `D-00042`. */
  number: z.string(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStates),
  receivedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  stepsDone: z.int(),
  steps: z.int(),
  /** Whether staff entered it for the person, who had asked by letter, or had the copy made for an address without account. */
  onBehalf: z.boolean(),
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

export const ConsentDraft = z.object({ given: z.array(z.enum(chosenPurposes)).max(chosenPurposes.length).default([]) });

const message = z.string().trim().max(2_000).optional();

export const DataRequestDraft = z.object({ kind: z.enum(requestKinds, "account:requests.kindMissing"), message });
/** The request of someone without account. The response never reveals whether the e-mail address is known. */
export const PublicDataRequest = z.object({
  email: validEmail("legal:error.emailMissing", "legal:error.email", 254),
  kind: z.enum(requestKinds, "legal:error.kind"),
  message,
  ...spamGuardFields,
});
export type PublicDataRequest = z.infer<typeof PublicDataRequest>;

/** What the page after that form shows: nothing about the person or the request. */
export const ReceivedRequest = DataRequest.pick({ number: true, receivedAt: true, dueAt: true });
export type ReceivedRequest = z.infer<typeof ReceivedRequest>;

export const PrivacyRow = DataRequest.extend({
  /** Whom it is about: a name, or the address that was given. */
  person: z.string(),
  userId: z.uuid().nullable(),
  message: z.string().nullable(),
  late: z.boolean(),
});
export type PrivacyRow = z.infer<typeof PrivacyRow>;

/** What becomes of rows when the person is erased. */
export const fates = ["delete", "anonymise", "keep"] as const;

export const PrivacyRecord = PrivacyRow.extend({
  /** For a request by address alone that waits: the account that has the address, or what the database holds without one. */
  byEmail: z
    .object({
      accountId: z.uuid().nullable(),
      held: z.array(z.object({ table: z.string(), fate: z.enum(fates), count: z.int() })),
    })
    .nullable(),
});
export type PrivacyRecord = z.infer<typeof PrivacyRecord>;

export const PrivacyQuery = listQuery(
  ["dueAt", "receivedAt"],
  {
    status: z.enum(requestStates).optional().catch(undefined),
    kind: z.enum(requestKinds).optional().catch(undefined),
    due: z.literal("late").optional().catch(undefined),
  },
  { order: "asc" },
);
export type PrivacyQuery = z.infer<typeof PrivacyQuery>;

/** For an e-mail address without account: how the identity was verified is recorded in the log. */
export const ByEmailAnswer = z.object({
  outcome: z.enum(["erasedByEmail", "copiedByEmail"]),
  identity: z.string("privacy:byEmail.identityNeeded").trim().min(1, "privacy:byEmail.identityNeeded").max(500),
});
export type ByEmailAnswer = z.infer<typeof ByEmailAnswer>;

export const RequestAnswer = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["answered", "erased", "copied"]) }),
  ByEmailAnswer,
  z.object({ outcome: z.literal("refused"), reason: filled("privacy:answer.reasonNeeded", 500) }),
]);
export type RequestAnswer = z.infer<typeof RequestAnswer>;

/** What staff enter for a person who asked by letter: a copy, or the erasure, which they confirm. */
export const OnBehalf = z.object({
  kind: z.enum(["access", "erase"]),
  reason: filled("privacy:onBehalf.reasonNeeded", 500),
  sure: z.boolean().optional(),
});
export type OnBehalf = z.infer<typeof OnBehalf>;

/** Whether a member of staff may have the copy of someone else's data: it holds all that exports hold, and what only some may read of students. */
export const mayCopyForOthers = (user: { permissions: readonly string[] }) =>
  hasPermission(user, "EXPORT_PERSONAL_DATA") && hasPermission(user, "BENEFICIARY_READ_RESTRICTED");

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
  requestWithoutAccount: endpoint({
    method: "POST",
    path: "/api/data-requests",
    access: "public",
    body: PublicDataRequest,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  received: endpoint({ method: "GET", path: "/api/data-requests/:id", access: "public", params: byId, response: ReceivedRequest }),
  /** For the public page on data protection: retention periods, and the processors. */
  policies: endpoint({
    method: "GET",
    path: "/api/retention-policies",
    access: "public",
    response: z.object({ items: z.array(RetentionPolicy), processors: z.array(z.enum(processors)) }),
  }),
};

export const privacyAdminApi = {
  list: endpoint({ method: "GET", path: "/api/admin/data-requests", access: admins, query: PrivacyQuery, response: pageOf(PrivacyRow) }),
  get: endpoint({ method: "GET", path: "/api/admin/data-requests/:id", access: admins, params: byId, response: PrivacyRecord }),
  answer: endpoint({
    method: "POST",
    path: "/api/admin/data-requests/:id/answer",
    access: admins,
    params: byId,
    body: RequestAnswer,
    response: Done,
  }),
  ofPerson: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/data-requests",
    access: admins,
    params: byId,
    response: z.object({ items: z.array(DataRequest) }),
  }),
  requestOnBehalf: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/data-requests",
    access: admins,
    params: byId,
    body: OnBehalf,
    response: DataRequest,
    status: 201,
  }),
  policies: endpoint({
    method: "GET",
    path: "/api/admin/retention-policies",
    access: admins,
    response: z.object({ items: z.array(PolicyWithRun) }),
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
  dryRun: endpoint({
    method: "POST",
    readsMany: true,
    path: "/api/admin/retention-runs",
    access: admins,
    response: RetentionRun,
    status: 201,
  }),
};
