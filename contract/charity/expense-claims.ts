import * as z from "zod";
import { fileTypes, maxDocumentBytes } from "../accounts/documents.ts";
import { Done, endpoint, listQuery, pageOf, Selection } from "../api/endpoint.ts";
import { daysBetween, decidable } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { filled, shortText } from "../formats/validation.ts";
import { centsOf } from "../giving/money.ts";
import { MileageRate, vehicles } from "./mileage-rates.ts";

/** What a volunteer spent: kilometres with a vehicle of their own, or a cost with its proof. */
export const claimKinds = ["journey", "cost"] as const;

export const claimStates = ["sent", "accepted", "declined", "withdrawn"] as const;
export type ClaimState = (typeof claimStates)[number];

/** What a proof may be. */
export const proofTypes = fileTypes;

export const claimLimits = { kilometres: 3_000, cents: 1_000_000 } as const;

/** The first day whose expenses may still be given up: those of the year before are on the receipt that is issued in this one. */
export const firstClaimDay = (today: string) => `${Number(today.slice(0, 4)) - 1}-01-01`;

/** Whether expenses of a day may still be given up. What corrects a declined claim, which was sent in time, may be of the year of that one. */
export const isInTime = (today: string, spentOn: string, correctedDay: string | null): boolean =>
  spentOn >= firstClaimDay(today) || spentOn.slice(0, 4) === correctedDay?.slice(0, 4);

const isAmount = (typed: string) => {
  const cents = centsOf(typed);
  return cents !== null && cents > 0 && cents <= claimLimits.cents;
};

/** Fields are compared although others are missing or wrong: all errors are reported at once. */
const together = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

const valued = {
  vehicle: z.enum(vehicles, "expenses:error.vehicle").optional(),
  /** Whether the vehicle is all electric: the scale is raised for it. */
  electric: z.literal("on").optional(),
  kilometres: z.coerce
    .number("expenses:error.kilometres")
    .int("expenses:error.kilometres")
    .min(1, "expenses:error.kilometres")
    .max(claimLimits.kilometres, "expenses:error.kilometres")
    .optional(),
  amount: shortText(20, "expenses:error.amount").refine(isAmount, "expenses:error.amount").optional(),
  proof: z
    .instanceof(File, { error: "expenses:error.proof" })
    .refine(({ size }) => size <= maxDocumentBytes, "expenses:error.proofSize")
    .optional(),
};

/**
 * A claim and the waiver of its reimbursement, as the form sends it: a journey has a vehicle and kilometres, a cost has an amount as people type it and a
 * proof.
 */
export const ClaimForm = z
  .object({
    spentOn: calendarDay("expenses:error.spentOn"),
    reason: filled("expenses:error.reason", 300),
    sectorId: z.uuid("expenses:error.sector").optional(),
    kind: z.enum(claimKinds, "expenses:error.kind"),
    ...valued,
    waiver: z.literal("on", "expenses:error.waiver"),
    /** The draft that it was, which goes; its proof stays unless another is given. */
    draftId: z.uuid().optional(),
  })
  .superRefine(({ kind, vehicle, kilometres, amount, proof, draftId }, context) => {
    const reported = new Set(context.issues.map(({ path }) => path?.[0]));
    const need = (name: string, value: unknown) => {
      if (value === undefined && !reported.has(name)) context.addIssue({ code: "custom", path: [name], message: `expenses:error.${name}` });
    };
    if (kind === "journey") {
      need("vehicle", vehicle);
      need("kilometres", kilometres);
    } else if (kind === "cost") {
      need("amount", amount);
      need("proof", proof ?? draftId);
    }
  }, together);
export type ClaimForm = z.output<typeof ClaimForm>;

/** What is saved without being sent: all of it may be missing, and what is there is well formed. */
export const ExpenseDraftForm = z.object({
  spentOn: calendarDay("expenses:error.spentOn").optional(),
  reason: shortText(300, "expenses:error.reason").optional(),
  sectorId: z.uuid("expenses:error.sector").optional(),
  kind: z.enum(claimKinds, "expenses:error.kind").optional(),
  ...valued,
  /** The version of the draft that it was changed from; none for a new one. */
  version: z.coerce.number().int().optional(),
});
export type ExpenseDraftForm = z.output<typeof ExpenseDraftForm>;

export const ExpenseDraft = z.object({
  id: z.uuid(),
  spentOn: z.string().nullable(),
  reason: z.string(),
  sectorId: z.uuid().nullable(),
  kind: z.enum(claimKinds).nullable(),
  vehicle: z.enum(vehicles).nullable(),
  electric: z.boolean(),
  kilometres: z.int().nullable(),
  amountCents: z.int().nullable(),
  /** Whether its proof is there. */
  hasProof: z.boolean(),
  /** Of one that corrects a declined claim, the day of that. */
  correctedDay: z.string().nullable(),
  savedAt: z.iso.datetime(),
  version: z.int(),
});
export type ExpenseDraft = z.infer<typeof ExpenseDraft>;

/** The most drafts of one person. */
export const maxDrafts = 20;

export const ClaimRow = z.object({
  id: z.uuid(),
  spentOn: z.string(),
  kind: z.enum(claimKinds),
  reason: z.string(),
  sector: z.string().nullable(),
  vehicle: z.enum(vehicles).nullable(),
  kilometres: z.int().nullable(),
  /** Thousandths of a euro for a kilometre, as the scale was on that day. */
  milliEuros: z.int().nullable(),
  /** By how many per cent the scale was raised, for a vehicle that is all electric. */
  raisePercent: z.int(),
  amountCents: z.int(),
  /** The sentence by which the reimbursement was waived, as it was accepted. */
  waiver: z.string(),
  waivedAt: z.iso.datetime(),
  status: z.enum(claimStates),
  declineReason: z.string().nullable(),
  version: z.int(),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

export const StaffClaimRow = ClaimRow.extend({
  userId: z.uuid(),
  name: z.string(),
  sentAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decider: z.string().nullable(),
  documentId: z.uuid().nullable(),
  /** The tax receipt that certifies it. */
  receipt: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** Whether it is the reader's own: somebody else decides on it. */
  isOwn: z.boolean(),
});
export type StaffClaimRow = z.infer<typeof StaffClaimRow>;

export const ClaimsQuery = listQuery(
  ["sentAt", "spentOn", "amount"],
  {
    status: z.enum(claimStates).optional().catch(undefined),
    kind: z.enum(claimKinds).optional().catch(undefined),
    decidable,
    ...daysBetween("spentOn"),
  },
  { order: "desc" },
);
export type ClaimsQuery = z.infer<typeof ClaimsQuery>;

/** Declining needs a reason, which the volunteer reads. */
export const DeclineForm = z.object({ reason: filled("expenses:error.declineReason", 500) });
const version = z.object({ version: z.int() });

export const claimDecisions = ["accept", "decline"] as const;

/** A decision on some claims that wait, or on all of a list that do: never on one's own. */
export const ClaimsBulk = z.object({
  decision: z.enum(claimDecisions),
  reason: DeclineForm.shape.reason.nullish(),
  selection: Selection,
  dryRun: z.boolean(),
});
export type ClaimsBulk = z.infer<typeof ClaimsBulk>;

export const claimObstacles = ["own", "decided"] as const;
export const ClaimsBulkOutcome = z.object({
  count: z.int(),
  changed: z.int(),
  /** Of those that are decided on. */
  amountCents: z.int(),
  names: z.array(z.string()),
  left: z.array(z.object({ name: z.string(), obstacle: z.enum(claimObstacles) })),
  leftCount: z.int(),
  task: z.uuid().nullable(),
});
export type ClaimsBulkOutcome = z.infer<typeof ClaimsBulkOutcome>;

const staff = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const admins = { roles: ["ADMIN"] } as const;
const own = "/api/own-expense-claims";
const path = "/api/admin/expense-claims";
const byId = z.object({ id: z.uuid() });

/** The most claims that a person's page shows: those that wait, then the newest. */
export const shownClaims = 100;

export const ownClaimsApi = {
  /** One's own claims, those that wait first, and the rates of the days that may be claimed. */
  mine: endpoint({
    method: "GET",
    path: own,
    access: staff,
    response: z.object({
      claims: z.array(ClaimRow),
      drafts: z.array(ExpenseDraft),
      /** The first day that may be claimed. */
      firstDay: z.string(),
      rates: z.array(MileageRate.pick({ vehicle: true, milliEuros: true, raisePercent: true, validFrom: true, validTo: true })),
      /** Whether the organisation issues tax receipts: without them, nothing can be given up. */
      issuesReceipts: z.boolean(),
      /** Whether the postal address that a receipt needs is known. */
      hasAddress: z.boolean(),
    }),
  }),
  send: endpoint({
    method: "POST",
    path: own,
    access: staff,
    bodyType: "multipart",
    body: ClaimForm,
    response: z.object({ id: z.uuid(), amountCents: z.int() }),
    status: 201,
  }),
  /** Saves what somebody has typed of a claim, without sending it. */
  addDraft: endpoint({
    method: "POST",
    path: "/api/own-expense-drafts",
    access: staff,
    bodyType: "multipart",
    body: ExpenseDraftForm,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  getDraft: endpoint({ method: "GET", path: "/api/own-expense-drafts/:id", access: staff, params: byId, response: ExpenseDraft }),
  /** Saves a draft again. Its proof stays unless another is given. */
  saveDraft: endpoint({
    method: "POST",
    path: "/api/own-expense-drafts/:id",
    access: staff,
    params: byId,
    bodyType: "multipart",
    body: ExpenseDraftForm,
    response: z.object({ id: z.uuid() }),
  }),
  removeDraft: endpoint({
    method: "POST",
    path: "/api/own-expense-drafts/:id/removal",
    access: staff,
    params: byId,
    body: version,
    response: Done,
  }),
  /** A draft with all that a declined claim of one's own has, its proof too; the same one for the same claim. */
  correct: endpoint({
    method: "POST",
    path: `${own}/:id/correction`,
    access: staff,
    params: byId,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
  /** Takes back a claim that nobody decided on yet. */
  withdraw: endpoint({ method: "POST", path: `${own}/:id/withdrawal`, access: staff, params: byId, body: version, response: Done }),
};

export const expenseClaimsApi = {
  list: endpoint({ method: "GET", path, access: admins, query: ClaimsQuery, response: pageOf(StaffClaimRow) }),
  bulk: endpoint({ method: "POST", path: `${path}/bulk`, access: admins, body: ClaimsBulk, response: ClaimsBulkOutcome }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access: admins, params: byId, response: StaffClaimRow }),
  accept: endpoint({ method: "POST", path: `${path}/:id/acceptance`, access: admins, params: byId, body: version, response: Done }),
  decline: endpoint({
    method: "POST",
    path: `${path}/:id/refusal`,
    access: admins,
    params: byId,
    body: DeclineForm.extend(version.shape),
    response: Done,
  }),
};
